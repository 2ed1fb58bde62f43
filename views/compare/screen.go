package compare

import (
	"fmt"
	"sync/atomic"

	"faithscope/scoring/report"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// compareScreen compares runs a and b, by index.
type compareScreen struct {
	views.ComputedView[runComparison]
	s     *views.Session
	a, b  int
	where string // a query on b's examples, "" for all

	changes widget.Sheet
	tests   testTable
	runs    runMatrix
	focus   *widget.Sheet                  // the sheet with the keys
	listed  [2]int                         // the runs of changes
	flips   examples.EmbeddedList          // examples of the selected change
	part    *atomic.Pointer[runComparison] // found so far; nil before any
}

// runComparison holds what is shown of two runs.
type runComparison struct {
	a, b       int
	kept       [][]int // the compared examples by run; nil for all
	comparison *report.Comparison
	agreement  *report.Agreement // of all runs, for the matrix
	changes    []report.ExampleChange
	programs   [2]string // in the head, if all are the same, and after the finding, if not
	isBiased   bool      // the query chooses examples by their answers
	err        error
	doing      string // progress of a part; "" if whole
}

func (v *compareScreen) Place() views.Place { return views.PlaceCompare }

// Scope implements [views.SubjectView]: the query, and how many of B's examples A has.
func (v *compareScreen) Scope() string {
	c := v.Shown.comparison
	if c == nil {
		return v.where
	}
	return widget.If(v.where != "", v.where+" in B  ") + fmt.Sprintf("%d of %d", c.Pairs, v.s.Run(v.Shown.b).Len())
}

func (v *compareScreen) Steps() []views.ViewStep {
	return views.Given(views.Do("compare", v.s.RunName(v.a)+Against+v.s.RunName(v.b)), views.Do("filter", v.where),
		views.Do("cluster", widget.If(v.tests.isChosen, v.tests.by.String())),
		views.Do("holm", widget.If(v.tests.uncorrected, holmOff)))
}

// Against is the word between two runs in the command that compares them.
const Against = " against "

func (v *compareScreen) describePending() string {
	if v.Computing && v.s.IsRead() {
		if part := v.part.Load(); part != nil {
			return part.doing
		}
	}
	return v.s.Pending()
}
