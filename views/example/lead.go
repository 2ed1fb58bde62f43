package example

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/session"
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
	if facts := explained(v); facts != nil {
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

// explained says where the selected module's number comes from, nil where it
// has none.
func explained(v *screen) [][2]string {
	m := v.score.Module(v.program.Node())
	if m == nil {
		return nil
	}
	f := session.JudgementOf(v.score.Metric, v.s.Settings)
	facts := [][2]string{{"number", numberText(v.score.Metric, m.Value, v.s.Settings)}, {"formula", f.Module}}
	for i := range m.Images {
		facts = append(facts, [2]string{fmt.Sprintf("image %d", i+1), tally(&m.Images[i])})
	}
	return append(facts, [2]string{"reading", f.Reading}, [2]string{"why", m.Cause.Sentence()},
		[2]string{"under", v.s.SettingsText(v.run)}, [2]string{"n", "one module of one example, so there is no interval"})
}

func explainActions(v *screen) []widget.Action {
	nothing := widget.When(func() bool {
		return v.read.ex == nil || v.score == nil && (v.focus != aboutPane || v.about.selected() == nil)
	}, "no module of the example has a score")
	return []widget.Action{{Name: "explain", Keys: []string{"."}, Help: "show the formula and the inputs of the module's number, the example's, or the selected one under about", Group: "Scores",
		Disabled: nothing, Run: func() tea.Cmd { return explain(v) }}}
}
