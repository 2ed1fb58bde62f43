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
	return d.Of == "overall" && m.Better != scoring.Neither &&
		(m.Headline && d.Metric != "em" || d.Protocol == faithfulness.Name && d.Metric == "faithful")
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

// finding says which differences are real and which these examples cannot tell.
func (t *tests) finding(c *report.Comparison) string {
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
		verdict := t.verdict(d)
		said[verdict] = append(said[verdict], word(d)+" ("+widget.Signed(d.Difference)+", "+chance(t.p(d))+")")
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
