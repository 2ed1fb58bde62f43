package example

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views"
)

func explainHere(v *exampleScreen) tea.Cmd {
	if s := v.panes.about.selectedPart(); v.panes.focus == aboutPane && s != nil {
		return explainSpot(v, s)
	}
	if facts := v.explainNumber(v.selectedNode()); facts != nil {
		title := v.panes.evidence.Title()
		if v.form == changed {
			title = v.ex.Program[v.selectedNode()].Label() + " as recorded, before the changes"
		}
		return v.s.ShowNote(title, facts)
	}
	return Explain(&v.s.Console, v.scoredRun(), v.s.Settings, v.at, "")
}

func explainSpot(v *exampleScreen, s *factPart) tea.Cmd {
	switch run := s.Run - 1; {
	case run >= 0 && run < len(v.elsewhere.places) && v.elsewhere.places[run] >= 0:
		return Explain(&v.s.Console, v.s.Runs[run], v.s.Settings, v.elsewhere.places[run], "")
	case s.Number != (views.MetricName{}):
		return v.s.ExplainOwn(v.scoredRun(), v.at, s.Number)
	}
	leads := "lists the examples with the same value"
	switch {
	case s.By != "":
		leads = "lists the run's examples by this value, lowest first"
	case s.Repair > 0:
		leads = "sets the module's output to its gold"
	case s.Fix > 0:
		leads = "recomputes the answer as if the oracle had this right"
	case s.Related > 0:
		leads = "goes to this question"
	}
	return v.s.ShowNote("about "+v.ex.ID, [][2]string{
		{"value", s.text}, {"formula", "none: the number comes from the run's file"}, {"n", "one example, so no interval"}, {"enter", leads},
	})
}
