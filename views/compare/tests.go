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

// tests are the scores of two runs, a row each.
type tests struct {
	s     *views.Session
	shown *compared
	table widget.Sheet
	order order
	rows  []int // of the comparison's tests, sorted
}

// sort sorts the scores that are shown, in w cells.
func (v *tests) sort(w int) {
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
	var list []report.Difference
	for _, i := range v.rows {
		list = append(list, tests[i])
	}
	sheet := report.TestsTable(list)
	sheet.Columns[0].Title, sheet.Columns[columnChange].Kind = v.order.String(), table.Change
	for i := range list {
		sign, _ := better(&list[i])
		sheet.Rows[i][0].Value = strings.TrimSpace(sign + " " + number(&list[i]).String())
	}
	v.table.Put(sheet, v.s.Look, w)
}

// columnChange is the column of A - B.
const columnChange = 3

// style tells which run is better by more than chance.
func (v *tests) style(i, k int) widget.Style {
	_, verdict := better(v.testAt(i))
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

// text says the selected score in full.
func (v *tests) text() string {
	d := v.test()
	text := fmt.Sprintf("%s: A %s, B %s, A−B %s", loaders.Clean(number(d).String()), widget.Number(d.A), widget.Number(d.B), widget.Signed(d.Difference))
	if d.Interval != nil {
		text += " (" + widget.Span(d.Interval) + ")"
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
func (v *tests) explain(by session.Cluster) tea.Cmd {
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
func swapped(by session.Cluster) string {
	return [...]string{
		session.ByExample: "nothing, each example by itself", session.ByPicture: "the examples of the same pictures or passage", session.BySet: "the examples of a group, or of one question",
	}[by]
}
