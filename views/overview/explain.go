package overview

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/example"
)

// explain shows where the selected number comes from.
func (v *screen) explain() tea.Cmd {
	r, run := v.run(), v.selected()
	m, at := v.modules.module(), v.modules.table.Selected()
	switch {
	case v.focus == inKinds:
		k := r.kinds[v.free.kinds.Selected()]
		return note(v.s, "accuracy of "+k.kind, append(views.ShareFacts("right answers / answers with a verdict, of the questions of this type", k.right, k.judged),
			[2]string{"reading", "the share of right answers; the type is the one that the run gives, or the program's"}))
	case v.focus == inFailures:
		return example.Explain(v.s, run, r.failures[v.free.failures.Selected()].example, "")
	case v.focus == inRuns && v.runs.place().metric != "":
		return views.Explain(v.s, run, r.number(v.runs.place().metric))
	case v.focus == inRuns:
		return v.explainCell(r)
	case m != nil && v.modules.spot.modules():
		facts := views.ShareFacts("modules of which this is the matter / modules with a score", m.in(v.modules.spot), m.scored)
		return note(v.s, m.of, append(facts, [2]string{"means", m.words(v.modules.spot) + "; " + v.modules.spot.cause.Sentence()},
			[2]string{"reading", "this program's own, of no paper"}, [2]string{"settings", views.SettingsText(v.Under)}))
	case m != nil:
		return views.Explain(v.s, run, v.modules.number(m))
	case at < len(r.headlines):
		h := r.headlines[at]
		return views.Explain(v.s, run, views.Number{Protocol: h.Protocol, Metric: h.Metric, Of: h.Of})
	}
	return nil
}

// explainCell explains the selected count of a run.
func (v *screen) explainCell(r *runScores) tea.Cmd {
	c := v.runs.place().cell
	facts := views.ShareFacts("examples in this cell / examples with both verdicts", c.count(r.quadrant), r.quadrant.Placed())
	if c == allExamples || c == noVerdict || c == neither {
		facts = [][2]string{{"n", strconv.Itoa(c.count(r.quadrant)) + " examples"}}
	}
	return note(v.s, v.s.Run(v.selected()).Name, append(facts,
		[2]string{"faithful", "an example is when the number of its own protocol reaches the bar: the F1 of all its scored modules together with boxes, the mean attention on gold tokens with spans"},
		[2]string{"reading", "this program's own; the papers average scores and give no verdict on an example"},
		[2]string{"settings", views.SettingsText(v.Under)}))
}

func note(s *views.Session, title string, facts [][2]string) tea.Cmd {
	return s.Push(views.NewNote(s, title, facts))
}
