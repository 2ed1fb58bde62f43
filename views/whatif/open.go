package whatif

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/executor/ask"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

var (
	errNothingRuns = errors.New("nothing runs programs here")
	errNoProgram   = errors.New("the example has no program")
	errBroken      = errors.New("the record cannot be read")
)

// Actions are the keys that open this screen from the one that shows example at
// of the session's run; ex is nil while it is being read.
func Actions(s *views.Session, run, at int, ex *loaders.Example) []widget.Action {
	return []widget.Action{
		{Name: "what-if", Keys: []string{"W"}, Help: "change what modules return, and see what becomes of the answer", Group: "Change", Footer: true,
			Disabled: widget.When(func() bool { return ex == nil || len(ex.Program) == 0 }, "there is no program to change"),
			Run:      func() tea.Cmd { return s.Push(New(s, run, at)) }},
		asking(s, s.Runs[run], ex),
	}
}

// asking is the action that asks a typed program of an example's picture.
func asking(s *views.Session, scored *session.Scored, ex *loaders.Example) widget.Action {
	return widget.Action{
		Name: "ask", Keys: []string{"F"}, Help: "ask your own question: `:ask exist(find[square])`", Group: "Change",
		Disabled: func() string {
			switch {
			case s.Oracle == nil:
				return "nobody knows the objects of the pictures: start with --oracle"
			case ex == nil || len(ex.Images) == 0:
				return "the example has no picture"
			}
			return ""
		},
		Run: func() tea.Cmd {
			return s.Post(views.Flash{Text: "type a program behind the name, as in :ask exist(filter[yellow](find[square])) or :ask exists x: square(x) & yellow(x)"})
		},
		With: func(text string) tea.Cmd { return s.Push(newAsked(s, scored, ex, text)) },
	}
}

// New returns the screen of example at of the session's run.
func New(s *views.Session, run, at int) views.View {
	v, scored := newScreen(s, s.Runs[run], "what if"), s.Runs[run]
	v.load = func(reading nmn.Reading) tea.Cmd {
		return func() tea.Msg {
			ex := scored.Run.Example(at)
			if s.Executor == nil {
				return loaded{of: v, example: ex, err: errNothingRuns}
			}
			return loaded{v, ex, s.Executor(context.Background(), scored.Run, reading), evidence.Photos(scored.Run, ex), nil}
		}
	}
	return v
}

// newAsked returns the screen of a question that somebody types about the
// first picture of an example.
func newAsked(s *views.Session, scored *session.Scored, about *loaders.Example, text string) views.View {
	v := newScreen(s, scored, "ask")
	v.load = func(nmn.Reading) tea.Cmd {
		return func() tea.Msg {
			scene, err := s.Oracle.Scene(dfol.PictureOf(about))
			if err != nil {
				return loaded{of: v, example: about, err: err}
			}
			ex, x, err := ask.Ask(text, scene, s.Oracle.Concepts, s.Oracle.Settings)
			if err != nil {
				return loaded{of: v, example: about, err: err}
			}
			ex.Images[0].Path = about.Images[0].Path
			return loaded{v, ex, x, evidence.Photos(scored.Run, ex), nil}
		}
	}
	return v
}

func newScreen(s *views.Session, scored *session.Scored, name string) *screen {
	v := &screen{s: s, scored: scored, name: name, program: evidence.NewProgram(), boxes: newBoxes(s)}
	say := func(text string) tea.Cmd { return s.Post(views.Flash{Text: text}) }
	for i := range v.sides {
		v.sides[i].panel = evidence.NewPanel(say)
	}
	v.program.Open = func() tea.Cmd {
		v.focus = boxesPane
		v.settle()
		return nil
	}
	v.program.Moved = v.settle
	v.program.Columns = []widget.Column{
		{Title: "program", Width: 12, Grow: 1}, {Title: "before", Width: outputWidth, Right: true},
		{Title: "after", Width: outputWidth, Right: true}, {Title: "changed", Width: 9, Drop: 1},
	}
	module := v.program.Entries
	v.program.Entries = func(i int) []widget.Entry { return append(module(i)[:1], v.entries(v.program.NodeAt(i))...) }
	v.boxes.table.Moved = v.settle
	v.boxes.table.Open = func() tea.Cmd {
		cmd := v.flip()
		v.settle()
		return cmd
	}
	return v
}
