package views

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/explain"
	"faithscope/views/widget"
)

// Asking is the model that a session asks again. Only what the person typed names one: in
// this session, at its start, or in a configuration file of their own.
type Asking struct {
	// StartModel starts the model of a name, probed on a run, unless it runs already; nil
	// where none may be started. It ends with the session, or when another is started.
	StartModel func(ctx context.Context, name string, run *loaders.Run) (*explain.Asked, error)
	// Model is what the person named, "" for none. Given says that the command line did, so
	// that the steps of a view may ask it.
	Model string
	Given bool
}

// Asks is the effect of what asks the model.
func (a *Asking) Asks() widget.Effect {
	if a.Given {
		return widget.Looks
	}
	return widget.Asks
}

// WhyUnasked returns why no model can be asked, "" if one can.
func (a *Asking) WhyUnasked() string {
	switch {
	case a.StartModel == nil:
		return "no model can be asked here"
	case a.Model == "":
		return "name the model to ask: `:model demo`, `:model python3 model.py`, or --model at the start"
	}
	return ""
}

// ModelAction is `:model`, which names the model and starts it.
func ModelAction(s *Session, run func() int) widget.Action {
	return widget.Action{
		Name: "model", Effect: widget.Asks,
		Help:     "`:model python3 model.py` starts the model that is asked from now on: a command that no shell reads, an address, or demo",
		Disabled: widget.When(func() bool { return s.StartModel == nil || len(s.Runs) == 0 }, "no model can be asked here"),
		Values:   func() []string { return []string{"demo"} },
		With: func(name string) tea.Cmd {
			start, ctx, on := s.StartModel, s.Context(), s.Run(run())
			s.Post(Flash{Text: "starting the model " + name + " …"})
			return func() tea.Msg {
				m, err := start(ctx, name, on)
				if err != nil {
					return Flash{Text: loaders.Clean(err.Error()), Bad: true}
				}
				return Named{name, "the model " + loaders.Clean(m.Declaration().Model) + " answers: a asks it, e edits a text, - and + take words away"}
			}
		},
	}
}

// Named is the model that was started by a name.
type Named struct{ Model, Say string }
