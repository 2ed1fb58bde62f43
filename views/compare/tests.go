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
	"faithscope/scoring/table"
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

// putTests shows the scores of two runs, a row each, in their order.
func (v *screen) putTests(w int) {
	if v.Shown.comparison == nil {
		return
	}
	// A score of neither run says nothing here.
	list := slices.DeleteFunc(slices.Clone(v.Shown.comparison.Tests), func(d report.Difference) bool { return d.Difference.Why() != "" })
	slices.SortStableFunc(list, func(x, y report.Difference) int {
		switch v.order {
		case byP:
			return cmp.Compare(orElse(x.P, 2), orElse(y.P, 2))
		case byDifference:
			return cmp.Compare(math.Abs(orElse(y.Difference, 0)), math.Abs(orElse(x.Difference, 0)))
		}
		return 0
	})
	sheet := report.TestsTable(list)
	sheet.Columns[0].Title, sheet.Columns[columnChange].Kind = v.order.String(), table.Change
	for i := range list {
		sign, _ := better(&list[i])
		sheet.Rows[i][0].Value = strings.TrimSpace(sign + " " + number(&list[i]).String())
	}
	v.sorted, v.tests.Style = list, v.testStyle
	v.tests.Put(sheet, v.s.Look, w)
}

// columnChange is the column of B - A.
const columnChange = 3

// testStyle tells which run is better by more than chance.
func (v *screen) testStyle(i, k int) widget.Style {
	_, verdict := better(&v.sorted[i])
	if k != columnChange || verdict == loaders.Unknown {
		return widget.Style{}
	}
	return widget.Bold(v.s.Verdict(verdict))
}

func orElse(v scoring.Value, other float64) float64 {
	if x, ok := v.Float(); ok {
		return x
	}
	return other
}

// test is the selected score.
func (v *screen) test() *report.Difference { return &v.sorted[v.tests.Selected()] }

// level is that at which a corrected p is called a finding.
const level = 0.05

// better says which run is better by more than chance: "▲" for b, "▼" for a, ""
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

// testText says the selected score in full.
func (v *screen) testText() string {
	d := v.test()
	text := fmt.Sprintf("%s: A %s, B %s, B−A %s", loaders.Clean(number(d).String()), widget.Number(d.A), widget.Number(d.B), widget.Signed(d.Difference))
	if d.Interval != nil {
		text += " (" + widget.Span(d.Interval) + ")"
	}
	if why := d.P.Why(); why != "" {
		return text + " · no p: " + loaders.Clean(why)
	}
	text += " · p " + widget.Chance(d.P) + ", corrected " + widget.Chance(d.Holm)
	switch sign, _ := better(d); sign {
	case "▲":
		text += " · ▲ B is better"
	case "▼":
		text += " · ▼ A is better"
	}
	return text
}

// explain shows the selected score with what its columns do not say.
func (v *screen) explain() tea.Cmd {
	d, c := v.test(), v.Shown.comparison
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
		{"B−A", exact(x)}, {"interval", interval},
		{"p", widget.Chance(d.P) + ": paired permutation test over " + trials + ", two-sided (Subramanian et al. 2020, appendix D); swapped together: " + swapped(v.by)},
		{"corrected", widget.Chance(d.Holm) + " for all " + loaders.Count(len(c.Tests), "test") + " of this comparison (Holm 1979)"},
		{"n", strconv.Itoa(d.Count)}, {"protocol", d.Protocol}, {"formula", m.Formula}, {"reading", m.Source}, {"settings", v.s.SettingsText()},
	}))
}

func exact(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// swapped says what a test swaps.
func swapped(by session.Cluster) string {
	return [...]string{
		session.ByExample: "nothing, each example by itself", session.ByPicture: "the examples of the same pictures or passage", session.BySet: "the examples of a group, or of one question",
	}[by]
}
