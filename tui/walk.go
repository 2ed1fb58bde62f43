package tui

import (
	"io"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/tui/still"
	"faithscope/views"
	"faithscope/views/widget"
)

// walking is what is left of a walk, by its number: another walk, or a key,
// ends it.
type walking struct {
	number int
	views.Walk
}

// travel answers the messages about ways to a view. What the program does not
// know goes to every view, for views know their own replies.
func (p *program) travel(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Link:
		return msg.Then(views.StepsTo(p.session, p.stack))
	case views.Said:
		p.session.Notebook.Say(msg.Change)
		return nil
	case views.WriteNotebook:
		text := p.session.Notebook.Text(p.session.Opened, p.session.Names())
		return writing(p, msg.Path, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	case views.SaveScreen:
		return saveScreen(p, msg.Path)
	case views.Walk:
		p.stack = p.stack[:1]
		p.walks++
		return tea.Batch(p.refresh(), views.Send(walking{p.walks, msg}))
	case walking:
		return step(p, msg)
	}
	return p.tell(p.stack, msg)
}

// saveScreen writes what is on screen to a file.
func saveScreen(p *program, path string) tea.Cmd {
	kind, err := still.KindOf(path)
	if err != nil {
		p.flash = views.Flash{Text: err.Error(), Bad: true}
		return nil
	}
	f := widget.NewFrame(p.size.X, p.size.Y)
	drawOn(f, p)
	screen := still.Of(f, still.GroundOf(p.dark))
	return writing(p, path, func(w io.Writer) error { return screen.Write(w, kind) })
}

// writing returns a command that makes a file and says so.
func writing(p *program, path string, write func(w io.Writer) error) tea.Cmd {
	make := p.session.Write
	return func() tea.Msg {
		if err := make(path, write); err != nil {
			return views.Flash{Text: "not written: " + err.Error(), Bad: true}
		}
		return views.Flash{Text: "written: " + path}
	}
}

// record notes where a key or a click has led, once nothing is typed any more.
func record(p *program, msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg, walking:
		if _, over := p.top().(*views.Modal); !over && !p.top().Typing() {
			p.session.Notebook.Visit(p.top(), views.StepsTo(p.session, p.stack))
		}
	}
}

// unread is how often a walk looks whether every run has been read.
const unread = 50 * time.Millisecond

// step follows the first of the steps that are left and, when all that came of
// it is done, the others. The first that cannot be followed ends the walk where
// it is, and says why.
func step(p *program, w walking) tea.Cmd {
	if w.number != p.walks {
		return nil
	}
	if len(w.Steps) == 0 {
		if w.Then == nil {
			return nil
		}
		return p.session.Push(w.Then)
	}
	if slices.ContainsFunc(p.progress(), func(run progress) bool { return !run.complete }) {
		p.flash = views.Flash{Text: "the view opens when every run has been read"}
		return tea.Tick(unread, func(time.Time) tea.Msg { return w })
	}
	p.flash = views.Flash{}
	cmd, err := p.follow(w.Steps[0])
	if err != nil {
		p.flash = views.Flash{Text: "the view ends here: " + err.Error(), Bad: true}
		return nil
	}
	return tea.Sequence(tea.Batch(cmd, p.settle()), views.Send(walking{w.number, views.Walk{Steps: w.Steps[1:], Then: w.Then}}))
}

// follow runs the action that a step names.
func (p *program) follow(step views.Command) (tea.Cmd, error) {
	a, err := find(slices.Concat(p.top().Actions(), p.globals()), step.Name, step.Value)
	switch {
	case err != nil:
		return nil, err
	case step.Value == "":
		return a.Run(), nil
	}
	return a.With(step.Value), nil
}
