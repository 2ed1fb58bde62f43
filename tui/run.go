package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"faithscope/loaders"
	"faithscope/scoring/query"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views"
	"faithscope/views/runs"
	"faithscope/views/widget"
)

// Options say how the program starts.
type Options struct {
	Session *views.Session
	// Theme is what the program looks like; the zero set is
	// [themes.Default]. OpenTheme finds another by its name, one of the
	// session's; nil where there are only the built-in ones.
	Theme     themes.Set
	OpenTheme func(name string) (themes.Set, error)
	// Wish is how pictures are to be shown.
	Wish Wish
	// Room bounds what pictures take, nil for what a person at the machine has.
	Room *Room
	// Mouse turns the mouse on at the start; a key turns it on and off.
	Mouse bool
	// View leads to what is shown first, from the first screen; nil for that.
	View []views.Step
	// Notice is shown on the status line at the start, "" for nothing.
	Notice string
	// In and Out are the terminal; nil for standard input and output.
	In, Out *os.File
	// Resized says that the terminal has another size, where no signal does;
	// nil where one does.
	Resized <-chan struct{}
	// Guest: the person has no shell behind the program to return to. WakeIn has
	// In have something to read, which ends the program of a guest who leaves.
	Guest  bool
	WakeIn func()
}

// Run shows the session's runs until the person quits or ctx ends. It scores
// them in the background. The terminal is restored on every way out.
func Run(ctx context.Context, o Options) error {
	in, out := cmp.Or(o.In, os.Stdin), cmp.Or(o.Out, os.Stdout)
	if !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		return ErrNoTerminal
	}
	largest := largestScreen(o.Guest)
	if err := usable(windowOf(out).Cells, largest); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	found := Detect(ctx, in, out, o.Wish)
	o.Session.NoPictures, o.Session.Rest = o.Wish.Graphics == noneName, rest
	graphics := NewGraphics(found.Capabilities, out, o.Room)
	p := newProgram(ctx, o, graphics)
	p.typed, p.ascii = keys(found.Typed), found.ASCII
	if o.View != nil {
		p.typed = append(p.typed, views.Walk{Steps: o.View})
	}
	typed, until := &input{File: in, wake: o.WakeIn}, ctx
	sized := trueSize(func() image.Point { return windowOf(out).Cells }, largest)
	if o.WakeIn != nil {
		until = context.WithoutCancel(ctx)
		defer context.AfterFunc(ctx, typed.end)()
	}
	running := tea.NewProgram(p, tea.WithContext(until), tea.WithInput(typed), tea.WithOutput(graphics.Output()),
		tea.WithColorProfile(found.Colors), tea.WithFilter(func(m tea.Model, msg tea.Msg) tea.Msg {
			if _, quit := msg.(tea.QuitMsg); quit && typed.wake != nil {
				typed.end()
			}
			if typed.ended.Load() { // the program takes no message any more
				return nil
			}
			return sized(m, msg)
		}), tea.WithoutSignalHandler(),
		tea.WithoutCatchPanics(), tea.WithEnvironment(o.Wish.environ()), tea.WithFPS(o.frames()))
	go resizing(ctx, o.Resized, running)
	err := runSafely(running, p)
	if typed.ended.Load() && errors.Is(err, errTerminalGone) {
		err = nil
	}
	closing := graphics.Close()
	if _, crash := errors.AsType[*Crash](err); ctx.Err() != nil && !crash {
		err = context.Cause(ctx)
	}
	return errors.Join(err, closing)
}

// rest is how long the cursor stays on a row before its picture is sent.
const rest = 200 * time.Millisecond

// frames is how many frames a second are drawn at most. Whether there is one to
// draw is asked as often: for fifty guests who do nothing, 60 times a second each
// would be a twentieth of a processor.
func (o Options) frames() int {
	if o.Guest {
		return 30
	}
	return 60
}

// resizing tells the program of each change of the terminal's size; what that
// is the program finds out itself.
func resizing(ctx context.Context, resized <-chan struct{}, running *tea.Program) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-resized:
			running.Send(tea.WindowSizeMsg{})
		}
	}
}

func newProgram(ctx context.Context, o Options, g composer) *program {
	if o.Guest {
		ctx = query.ForGuest().In(ctx)
	}
	o.Session.Within(ctx)
	if o.Theme.Name == "" {
		o.Theme = themes.Default()
	}
	if o.Session.Themes == nil {
		o.Session.Themes = themes.Names()
	}
	p := &program{
		session: o.Session, graphics: g, mouse: o.Mouse, guest: o.Guest, flash: views.Flash{Text: o.Notice},
		reader:   reader{ctx: ctx, watch: watch{session: o.Session}, leaving: map[*loaders.Run]bool{}},
		wardrobe: wardrobe{session: o.Session, theme: o.Theme, find: o.OpenTheme, dark: true, colors: 2}, // until the terminal says more
	}
	p.wardrobe.dress()
	p.stack.views = []views.View{runs.New(p.session)}
	p.frame, p.content = widget.NewFrame(0, 0), " "
	return p
}

// runSafely runs the program p. It restores the terminal and returns a [Crash]
// when p, or a command of it, panics.
func runSafely(running *tea.Program, p *program) (err error) {
	defer func() {
		if value := recover(); value != nil {
			crash := crashed(value)
			_ = running.ReleaseTerminal() // which waits for the reader of keys, as Kill does not
			running.Kill()
			err = crash
		}
	}()
	if _, err = running.Run(); p.crash != nil {
		return p.crash
	}
	return err
}

// largestScreen bounds the screen in cells: several copies of it are kept, and
// a terminal may claim any size. A wall of 8K with the smallest font has less
// than a person at the machine may have, a screen of 4K less than a guest.
func largestScreen(guest bool) image.Point {
	if guest {
		return image.Pt(640, 240)
	}
	return image.Pt(2000, 500)
}

// usable refuses to start on a terminal that claims to be larger than largest.
func usable(cells, largest image.Point) error {
	if cells.X > largest.X || cells.Y > largest.Y {
		return fmt.Errorf("the terminal says that it has %d columns and %d rows; at most %d and %d can be drawn",
			cells.X, cells.Y, largest.X, largest.Y)
	}
	return nil
}

// trueSize returns a filter of messages that puts the size which the driver of
// the terminal knows in the place of one that the terminal claims in its
// input, and keeps either within largest, before the renderer sees it. driver
// returns zero where it knows none.
func trueSize(driver func() image.Point, largest image.Point) func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		size, ok := msg.(tea.WindowSizeMsg)
		if !ok {
			return msg
		}
		cells := driver()
		if cells.X <= 0 || cells.Y <= 0 {
			cells = image.Pt(size.Width, size.Height)
		}
		size.Width = min(max(cells.X, 0), largest.X)
		size.Height = min(max(cells.Y, 0), largest.Y)
		return size
	}
}

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
func (s *Stage) Steps() []views.Step { return views.StepsTo(s.p.session, s.p.stack.path()) }

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
	s.wait(s.p.reset())
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
