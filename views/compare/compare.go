// Package compare is the fourth place: two runs side by side. A sentence says which differences are
// real; then come the changed examples, every score with its test, and how far any two runs agree.
// The numbers are those of `faithscope compare` ([report.Compare], [report.Agree]).
package compare

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// New returns the comparison of runs a and b, by index, on the examples for which a query holds; ""
// for all.
func New(s *views.Session, a, b int, whereQuery string) views.View {
	v := &compareScreen{s: s, a: a, b: b, where: whereQuery, tests: testTable{s: s}, runs: runMatrix{s: s}}
	v.ComputedView = views.NewComputed(&s.Data, v.comparisonWork, v.arrangeTables)
	// While runs are being read their numbers would be out of date at once.
	v.Stale = func() bool { return v.Under != s.Settings || s.IsRead() && (v.Read < s.Read() || v.IsReplaced()) }
	v.focus = &v.changes
	v.changes.Least = 24
	v.changes.Open, v.tests.sheet.Open = v.openChange, v.openTest
	for _, sheet := range []*widget.Sheet{&v.changes, &v.tests.sheet} {
		sheet.Cursor, sheet.Whole = true, true
	}
	v.runs.sheet = widget.Sheet{Table: widget.Table{Open: v.pickPair}, Cursor: true, Least: 14}
	v.runs.sheet.Leave = func(k int) int {
		if k < firstRun { // how often the run is good stays
			return 0
		}
		return 1 + max(k-v.runs.sheet.Column, v.runs.sheet.Column-k)
	}
	v.arrangeTables()
	return v
}

// PairOf returns the run that comparedIndex is compared with: run candidateIndex-1 if it is of the same
// data set (up to a comma), or else the base run, the run above comparedIndex on its data set, the one below,
// the first on it, or any other; comparedIndex itself if it is the only run.
func PairOf(d *views.Data, comparedIndex, candidateIndex int) (a int) {
	datasetOf := func(run int) string {
		name, _, _ := strings.Cut(d.Run(run).Dataset, ",")
		return name
	}
	isAlike := func(run int) bool {
		return run >= 0 && run < len(d.Runs) && datasetOf(run) == datasetOf(comparedIndex)
	}
	choice := loaders.Filter([]int{candidateIndex - 1}, isAlike)
	if d.Base != nil {
		choice = append(choice, *d.Base)
	}
	choice = append(choice, loaders.Filter(append([]int{comparedIndex - 1, comparedIndex + 1}, loaders.Indices(len(d.Runs))...), isAlike)...)
	a, _ = widget.First(append(choice, comparedIndex-1, min(1, len(d.Runs)-1)), func(run int) bool {
		return run >= 0 && run != comparedIndex
	})
	return a
}

// Action goes to Compare, or compares two runs by name, with the view that comparisonOf returns.
func Action(d *views.Data, c *views.Console, comparisonOf func(a, b int) views.View) widget.Action {
	return widget.Action{
		Name: "compare", Help: "go to Compare; `:compare A against B` compares two runs", Disabled: d.WhyAlone,
		Run: func() tea.Cmd { return c.Post(views.GoToPlace{Place: views.PlaceCompare}) },
		Values: func() (pairs []string) {
			for a := range d.Runs {
				for b := range d.Runs {
					if a != b {
						pairs = append(pairs, d.RunName(a)+Against+d.RunName(b))
					}
				}
			}
			return pairs
		},
		With: func(value string) tea.Cmd {
			left, right, _ := strings.Cut(strings.Trim(value, "'"), Against) // as a shell's user quotes it
			a, b := slices.Index(d.Names(), strings.TrimSpace(left)), slices.Index(d.Names(), strings.TrimSpace(right))
			if a < 0 || b < 0 || a == b {
				return c.ShowError("`:compare A against B` needs the names of two different runs")
			}
			return c.Post(views.GoToPlace{Place: views.PlaceCompare, Root: comparisonOf(a, b)})
		},
	}
}
