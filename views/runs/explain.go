package runs

import (
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

func (v *runsScreen) showDetails() tea.Cmd {
	run, r := v.s.Run(v.selectedRun()), v.runScores()
	facts := [][2]string{
		{"", r.findingSentences(run.Name)},
		{"path", run.Path}, {"format", run.Format}, {"model", run.Model}, {"data", run.Dataset}, {"boxes", run.Boxes}, {"gold", run.Gold},
		{"examples", fmt.Sprintf("%d read of %d found", r.read, r.found)}, {"problems", strconv.Itoa(r.problems)}, {"note", run.Note},
	}
	for i := range r.headlines {
		h := &r.headlines[i]
		facts = append(facts, [2]string{h.Protocol, headlineName(h) + " " + widget.Number(h.Value) + " over " + strconv.Itoa(h.Count)})
	}
	return v.s.ShowNote(run.Name, facts)
}

func (v *runsScreen) explainSelected() tea.Cmd {
	p := v.paneSheet()
	switch x := p.Cell().Score; {
	case x != nil:
		return v.s.Explain(v.s.Runs[v.selectedRun()], v.s.Settings, views.NumberIn(x))
	case p.Count() == 0, p.Column == 0, v.headed && v.focus == nil:
		return v.showDetails()
	}
	r := v.runScores()
	f := session.JudgementOf(r.judged, v.Under)
	name := p.Of.Heads()[p.Column].Name
	_, isMean := r.means[name]
	formula, settings := f.Example, f.Settings
	switch {
	case v.focus == &v.modules:
		formula = f.Module
	case r.judged == "":
	case isMean: // which no bar changes
		settings = settings[:len(settings)-1]
	default:
		settings = append(settings, "missing")
	}
	if name == bestMethod || slices.Contains(session.BarOf(r.judged).Means, name) {
		formula, f.Reading = "", "" // which are the judging metric's
	}
	return v.s.ExplainCell(p, [2]string{"faithful", r.rule}, [2]string{"formula", formula}, [2]string{"reading", f.Reading},
		[2]string{"settings", report.InWords(v.Under, settings...)})
}
