package tui

import (
	"context"
	"fmt"
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/tui/still"
	"faithscope/views"
	"faithscope/views/widget"
)

// Stage is the program without a terminal: what a person would do is done by
// the names of actions, and what would be on screen is a frame. Whatever takes
// time is waited for. Its runs have been read before. It is not safe for
// concurrent use.
type Stage struct{ p *program }

// unpainted stands for the graphics of a terminal: pictures stay placements of
// the frame.
type unpainted struct{}

func (unpainted) Update(tea.Msg) tea.Cmd { return nil }

func (unpainted) Compose(*widget.Frame) tea.Cmd { return nil }

func (unpainted) Pixels() image.Point { return still.Cell() }

// NewStage opens the first screen of a session on size cells, in 24-bit colours.
func NewStage(ctx context.Context, o Options, size image.Point) *Stage {
	p := newProgram(ctx, o, unpainted{})
	p.wardrobe.colors, p.spinner.Still = 1<<24, true
	p.wardrobe.dress()
	s := &Stage{p}
	s.send(tea.WindowSizeMsg{Width: size.X, Height: size.Y})
	s.wait(p.stack.top().Init())
	return s
}

// Frame is what is on screen. It does not change by what is done later.
func (s *Stage) Frame() *widget.Frame {
	f := widget.NewFrame(s.p.stack.size.X, s.p.stack.size.Y)
	s.p.drawOn(f)
	return f
}

// Said returns the message on the status line, "" for none; bad marks an error.
func (s *Stage) Said() (text string, bad bool) { return s.p.flash.Text, s.p.flash.Bad }

// Steps returns the commands that lead to what is on screen.
func (s *Stage) Steps() []views.Step { return views.StepsTo(s.p.session, s.p.stack.views) }

// Example returns the example on screen, by its run in the session and its place
// in the run; ok is false where none is.
func (s *Stage) Example() (run, at int, ok bool) {
	if of, shows := s.p.stack.top().(interface{ Shows() (run, at int) }); shows {
		run, at = of.Shows()
		return run, at, true
	}
	return 0, 0, false
}

// Allow lets steps do one thing more than look.
func (s *Stage) Allow(effect widget.Effect) { s.p.allowed = effect }

// Home leaves all screens but the first.
func (s *Stage) Home() {
	s.wait(s.p.stack.home())
}

// Do runs an action of the screen by its name, with a value where that is not
// "". Its error says why the action cannot run, or that there is none.
func (s *Stage) Do(step views.Step) error {
	s.p.flash = views.Flash{}
	cmd, err := s.p.follow(step)
	if err != nil {
		return err
	}
	s.send(nil) // what was posted
	s.wait(cmd)
	if s.p.crash != nil {
		return s.p.crash
	}
	if text, bad := s.Said(); bad {
		return fmt.Errorf("%s: %s", step.Name, text)
	}
	return nil
}

// send gives the program a message and waits for what comes of it.
func (s *Stage) send(msg tea.Msg) {
	_, cmd := s.p.Update(msg)
	s.wait(cmd)
}

// wait runs a command, and those that follow from it, one after the other.
func (s *Stage) wait(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			s.wait(c)
		}
	default:
		s.send(msg)
	}
}
