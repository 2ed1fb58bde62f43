package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// order is how the scores are sorted.
type order uint8

const (
	byReport order = iota
	byP
	byDifference
	orders
)

// String heads the scores.
func (o order) String() string {
	return [...]string{"score", "score, least p first", "score, largest difference"}[o]
}

// tests are the scores of two runs, a row each.
type tests struct {
	s     *views.Session
	shown *compared
	table widget.Table
	order order
	rows  []int // of the comparison's tests, sorted
}

// sort sorts the scores that are shown.
func (v *tests) sort() {
	v.rows = nil
	if v.shown.comparison == nil {
		return
	}
	tests := v.shown.comparison.Tests
	for i := range tests {
		if _, ok := tests[i].Difference.Float(); ok { // a score of neither run says nothing here
			v.rows = append(v.rows, i)
		}
	}
	key := map[order]func(d *report.Difference) float64{
		byReport:     func(*report.Difference) float64 { return 0 },
		byP:          func(d *report.Difference) float64 { return orElse(d.P, 2) },
		byDifference: func(d *report.Difference) float64 { return -math.Abs(orElse(d.Difference, 0)) },
	}[v.order]
	slices.SortStableFunc(v.rows, func(i, k int) int { return cmp.Compare(key(&tests[i]), key(&tests[k])) })
}

func orElse(v scoring.Value, other float64) float64 {
	if x, ok := v.Float(); ok {
		return x
	}
	return other
}

// test is the selected score.
func (v *tests) test() *report.Difference { return v.testAt(v.table.Selected()) }

func (v *tests) testAt(row int) *report.Difference { return &v.shown.comparison.Tests[v.rows[row]] }

// level is that at which a corrected p is called a finding.
const level = 0.05

// better says which run is better by more than chance: "▲" for a, "▼" for b, ""
// for neither. Colour says it too.
func better(d *report.Difference) (sign string, verdict loaders.Verdict) {
	x, ok := d.Difference.Float()
	if p, tested := d.Holm.Float(); !ok || !tested || p >= level || x == 0 {
		return "", loaders.Unknown
	}
	m := session.MetricIn(d.Protocol, d.Metric)
	switch {
	case m.Better == scoring.Neither:
		return "≠", loaders.Unknown
	case m.Better.Better(x, 0):
		return "▲", loaders.Right
	}
	return "▼", loaders.Wrong
}

func number(d *report.Difference) views.Number {
	return views.Number{Protocol: d.Protocol, Metric: d.Metric, Of: d.Of}
}

// columns are those of the scores: what they are of, both runs', and how
// likely chance alone makes such a difference.
func (v *tests) columns() []widget.Column {
	text := func(c widget.Column, of func(d *report.Difference) string) widget.Column {
		c.Show = func(i int) widget.Entry { return widget.Entry{Text: of(v.testAt(i))} }
		return c
	}
	right := func(title string, width, drop int) widget.Column {
		return widget.Column{Title: title, Width: width, Right: true, Drop: drop}
	}
	return []widget.Column{
		text(widget.Column{Title: "score", Width: 22, Grow: 1}, func(d *report.Difference) string { return loaders.Clean(number(d).String()) }),
		text(widget.Column{Title: "protocol", Width: 13, Drop: 4}, func(d *report.Difference) string { return d.Protocol }),
		text(right("A", 5, 0), func(d *report.Difference) string { return widget.Number(d.A) }),
		text(right("B", 5, 0), func(d *report.Difference) string { return widget.Number(d.B) }),
		{Title: "A−B", Width: 6, Right: true, Show: func(i int) widget.Entry {
			d := v.testAt(i)
			_, verdict := better(d)
			st := v.s.Verdict(verdict)
			if verdict != loaders.Unknown {
				st = widget.Bold(st)
			}
			return widget.Entry{Text: signed(d.Difference), Style: st}
		}},
		{Width: 1, Show: func(i int) widget.Entry {
			sign, verdict := better(v.testAt(i))
			return widget.Entry{Text: sign, Style: v.s.Verdict(verdict)}
		}},
		text(right("95 %", 14, 3), func(d *report.Difference) string { return between(d.Interval) }),
		text(right("p", 6, 2), func(d *report.Difference) string { return widget.Chance(d.P) }),
		text(right("p Holm", 6, 0), func(d *report.Difference) string { return widget.Chance(d.Holm) }),
		text(right("n", 5, 1), func(d *report.Difference) string { return strconv.Itoa(d.Count) }),
	}
}

// signed writes a difference with its sign.
func signed(v scoring.Value) string {
	if x, ok := v.Float(); ok && x > 0 {
		return "+" + widget.Measure(x)
	}
	return strings.Replace(widget.Number(v), "-0.", "-.", 1)
}

// between writes an interval.
func between(i *scoring.Interval) string {
	if i == nil {
		return "–"
	}
	return signed(scoring.Defined(i.Low)) + " to " + signed(scoring.Defined(i.High))
}

// text says the selected score in full.
func (v *tests) text() string {
	d := v.test()
	text := fmt.Sprintf("%s: A %s, B %s, A−B %s", loaders.Clean(number(d).String()), widget.Number(d.A), widget.Number(d.B), signed(d.Difference))
	if d.Interval != nil {
		text += " (" + between(d.Interval) + ")"
	}
	if why := d.P.Why(); why != "" {
		return text + " · no p: " + loaders.Clean(why)
	}
	text += " · p " + widget.Chance(d.P) + ", corrected " + widget.Chance(d.Holm)
	switch sign, _ := better(d); sign {
	case "▲":
		text += " · ▲ A is better"
	case "▼":
		text += " · ▼ B is better"
	}
	return text
}

// explain shows the selected score with what its columns do not say; by is what
// the test swapped together.
func (v *tests) explain(by report.Cluster) tea.Cmd {
	d, c := v.test(), v.shown.comparison
	m := session.MetricIn(d.Protocol, d.Metric)
	trials := loaders.Count(d.Trials, "way") + " to swap"
	if d.Exact {
		trials = "all " + trials
	}
	interval := "none: nothing can be drawn"
	if i := d.Interval; i != nil {
		interval = fmt.Sprintf("%s to %s (%.0f %%, %s over pairs, seed %d; Efron's percentile interval)", exact(i.Low), exact(i.High), 100*i.Level, loaders.Count(i.Trials, "draw"), c.Seed)
	}
	x, _ := d.Difference.Float()
	return v.s.Push(views.NewNote(v.s, number(d).String(), [][2]string{
		{"A", loaders.Clean(c.A.Name) + ": " + widget.Number(d.A)}, {"B", loaders.Clean(c.B.Name) + ": " + widget.Number(d.B)},
		{"A−B", exact(x)}, {"interval", interval},
		{"p", widget.Chance(d.P) + ": paired permutation test over " + trials + ", two-sided (Subramanian et al. 2020, appendix D); swapped together: " + swapped(by)},
		{"corrected", widget.Chance(d.Holm) + " for all " + loaders.Count(len(c.Tests), "test") + " of this comparison (Holm 1979)"},
		{"n", strconv.Itoa(d.Count)}, {"protocol", d.Protocol}, {"formula", m.Formula}, {"reading", m.Source}, {"settings", v.s.SettingsText()},
	}))
}

func exact(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// swapped says what a test swaps.
func swapped(by report.Cluster) string {
	return [...]string{
		report.ByExample: "nothing, each example by itself", report.ByPicture: "the examples of the same pictures or passage", report.BySet: "the examples of a group, or of one question",
	}[by]
}
