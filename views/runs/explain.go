package runs

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/views"
	"faithscope/views/widget"
)

// details shows in full what there is no room for.
func (v *screen) details() tea.Cmd {
	run, r := v.s.Run(v.selected()), v.run()
	facts := [][2]string{
		{"", r.finding(run.Name)},
		{"path", run.Path}, {"format", run.Format}, {"model", run.Model}, {"data", run.Dataset}, {"boxes", run.Boxes}, {"gold", run.Gold},
		{"examples", fmt.Sprintf("%d read of %d found", r.read, r.found)}, {"problems", strconv.Itoa(r.problems)}, {"note", run.Note},
	}
	for i := range r.headlines {
		h := &r.headlines[i]
		facts = append(facts, [2]string{h.Protocol, headlineName(h) + " " + widget.Number(h.Value) + " over " + strconv.Itoa(h.Count)})
	}
	return v.s.ShowNote(run.Name, facts)
}

// explain shows where the selected number comes from.
func (v *screen) explain() tea.Cmd {
	p, r := v.pane(), v.run()
	cell := p.Cell()
	if cell.Score != nil {
		return views.Explain(&v.s.Console, v.s.Runs[v.selected()], v.s.Settings, numberOf(cell.Score))
	}
	n, count := cell.Value.(int)
	if _, share := cell.Float(); v.headed && v.focus == nil || p.Count() == 0 || !count && !share {
		return v.details()
	}
	title, formula, all := v.s.Run(v.selected()).Name, "examples that meet the condition / all examples", r.quadrant.N()
	var means string
	switch {
	case v.focus == &v.modules && p.Of.Heads()[p.Column].Name == "wrong":
		title, formula, all = p.At(p.Chosen(), 0).Value.(string), "modules below the bar / modules with a score", r.blamed(p.Chosen()).Used
	case v.focus == &v.modules:
		title, all = p.At(p.Chosen(), 0).Value.(string), r.blame.Judged
		formula = "examples in which it goes wrong first, for this reason if one is named / examples with a scored module"
		for _, c := range scoring.Causes() {
			if c.String() == p.Of.Heads()[p.Column].Name {
				means = c.String() + ": " + c.Sentence()
			}
		}
	case !count:
		formula = "faithful examples / examples called faithful or not"
		n, all = r.quadrant.Faithful()
	}
	return v.s.ShowNote(title, append(
		views.ShareFacts(formula, n, all),
		[2]string{"means", means},
		[2]string{"faithful", "an example is faithful when the number of its own protocol reaches the bar: " +
			"the F1 of all its scored modules together with boxes, the mean attention on gold tokens with spans"},
		[2]string{"reading", "this program's own; the papers average scores and give no verdict on an example"},
		[2]string{"settings", views.SettingsText(v.Under)},
	))
}
