package example

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"

	"faithscope/views/widget"
)

// lead goes where the selected part of what is said leads.
func lead(v *screen) tea.Cmd {
	switch s := v.about.selected(); {
	case s == nil:
		return nil
	case s.Run != "":
		return v.toRun(slices.Index(v.s.Names(), s.Run))
	case s.Related > 0:
		return toRelated(v, s.Related-1, v.read.entailed)
	default:
		return v.list.Lead(v.run, v.read.at, s.Lead)
	}
}

// pick selects a part by the mouse; the selected one leads on.
func pick(v *screen, at int) tea.Cmd {
	again := v.focus == aboutPane && v.about.at == at
	v.focus, v.about.at = aboutPane, at
	v.settle()
	if again {
		return lead(v)
	}
	return nil
}

// explain shows where the selected number comes from: that of the module, of the
// example where the module has none, or what the cursor is on under about.
func explain(v *screen) tea.Cmd {
	if s := v.about.selected(); v.focus == aboutPane && s != nil {
		return explainSpot(v, s)
	}
	if facts := v.explained(v.program.Node()); facts != nil {
		return v.s.Push(views.NewNote(v.s, v.evidence.Title(), facts))
	}
	return Explain(v.s, v.run, v.read.at, "")
}

// explainSpot shows where a part of what is said comes from.
func explainSpot(v *screen, s *spot) tea.Cmd {
	switch run := slices.Index(v.s.Names(), s.Run); {
	case run >= 0 && run < len(v.places) && v.places[run] >= 0:
		return Explain(v.s, run, v.places[run], "")
	case s.Number != (views.Number{}):
		return views.ExplainOwn(v.s, v.run, v.read.at, s.Number)
	}
	leads := "lists the examples that have the same"
	switch {
	case s.By != "":
		leads = "lists the run's examples by it, the lowest first"
	case s.Related > 0:
		leads = "goes to this question"
	}
	return v.s.Push(views.NewNote(v.s, "about "+v.read.ex.ID, [][2]string{
		{"value", s.text}, {"formula", "none: the run's file has it so"}, {"n", "one example, so there is no interval"}, {"enter", leads},
	}))
}

func explainActions(v *screen) []widget.Action {
	nothing := widget.When(func() bool {
		return v.read.ex == nil || v.score == nil && (v.focus != aboutPane || v.about.selected() == nil)
	}, "no module of the example has a score")
	return []widget.Action{{Name: "explain", Keys: []string{"."}, Help: "show the formula and the inputs of the module's number, the example's, or the selected one under about", Group: "Scores",
		Disabled: nothing, Run: func() tea.Cmd { return explain(v) }}}
}
