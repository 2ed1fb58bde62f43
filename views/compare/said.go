package compare

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/answers"
	"faithscope/scoring/faithfulness"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// level is that at which a p is called a finding.
const level = 0.05

// leads reports whether a test is one that the sentence speaks of: of being right,
// of being faithful, or of a number that stands for its protocol.
func leads(d *report.Difference) bool {
	m := session.MetricIn(d.Protocol, d.Metric)
	return d.Of == "overall" && m.Better != scoring.Neither && (m.Headline && d.Metric != "em" || d.Protocol == faithfulness.Name && d.Metric == "faithful")
}

// word is what B is by a difference: "more often right", "worse in F1".
func word(d *report.Difference) string {
	x, _ := d.Difference.Float()
	worse := 0
	if session.MetricIn(d.Protocol, d.Metric).Better.Better(0, x) {
		worse = 1
	}
	often := [...]string{"more", "less"}[worse] + " often "
	switch {
	case d.Protocol == answers.Protocol.Name && d.Metric == "accuracy":
		return often + "right"
	case d.Protocol == faithfulness.Name:
		return often + "faithful"
	}
	return [...]string{"better", "worse"}[worse] + " in " + widget.MetricName(d.Metric)
}

// p is the chance that a test is judged by.
func (v *screen) p(d *report.Difference) scoring.Value {
	if v.uncorrected {
		return d.P
	}
	return d.Holm
}

// verdict says which run is better by more than chance: [loaders.Right] for B, Wrong
// for A.
func (v *screen) verdict(d *report.Difference) loaders.Verdict {
	x, ok := d.Difference.Float()
	p, tested := v.p(d).Float()
	m := session.MetricIn(d.Protocol, d.Metric)
	if !ok || !tested || p >= level || x == 0 || m.Better == scoring.Neither {
		return loaders.Unknown
	}
	return loaders.VerdictOf(m.Better.Better(x, 0))
}

// finding says which differences are real and which these examples cannot tell.
func (v *screen) finding() string {
	c := v.Shown.comparison
	if c.Pairs == 0 {
		return "The runs have no example in common: no id of A is one of B."
	}
	var said [3][]string // by verdict
	seen := map[string]bool{}
	for i := range c.Tests {
		d := &c.Tests[i]
		if _, tested := d.P.Float(); !tested || !leads(d) || seen[word(d)] {
			continue
		}
		seen[word(d)] = true
		verdict := v.verdict(d)
		said[verdict] = append(said[verdict], word(d)+" ("+widget.Signed(d.Difference)+", "+chance(v.p(d))+")")
	}
	var text []string
	if real := slices.Concat(said[loaders.Right], said[loaders.Wrong]); len(real) > 0 {
		text = append(text, "B is "+joined(real, "and")+".")
	}
	these := fmt.Sprintf("these %d examples", c.Pairs)
	switch unknown := said[loaders.Unknown]; {
	case len(unknown) > 0:
		text = append(text, "Whether B is "+joined(unknown, "or")+" "+these+" cannot tell.")
	case len(text) == 0:
		text = append(text, "No score of both runs can be tested on "+these+".")
	}
	return strings.Join(text, " ")
}

// joined puts a list in words.
func joined(list []string, last string) string {
	if n := len(list) - 1; n > 0 {
		return strings.Join(list[:n], ", ") + " " + last + " " + list[n]
	}
	return list[0]
}

// chance is a p with its letter: "p .25", "p < .001".
func chance(p scoring.Value) string { return "p " + widget.Chance(p) }

func number(d *report.Difference) views.Number {
	return views.Number{Protocol: d.Protocol, Metric: d.Metric, Of: d.Of}
}

// narrowed returns the runs with no other examples than those of run b for which a
// query holds, and which of theirs these are; the runs themselves for no query.
func narrowed(ask asked) ([]*session.Scored, [][]int, error) {
	if ask.where == "" {
		return ask.runs, make([][]int, len(ask.runs)), nil
	}
	selected, err := ask.table.Select(ask.ctx, ask.query)
	if err != nil {
		return nil, nil, err
	}
	ids := map[string]bool{}
	for _, i := range selected.Rows {
		ids[ask.runs[ask.b].Run.Row(i).ID] = true
	}
	runs, kept := slices.Clone(ask.runs), make([][]int, len(ask.runs))
	for k, run := range runs {
		for i := range run.Run.Len() {
			if ids[run.Run.Row(i).ID] {
				kept[k] = append(kept[k], i)
			}
		}
		if runs[k], err = run.Group(ask.ctx, run.Run.Name, kept[k]); err != nil {
			return nil, nil, err
		}
	}
	return runs, kept, nil
}
