package compare

import (
	"fmt"
	"sync/atomic"

	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// screen compares run a with run b, by their indices in the session.
type screen struct {
	views.Computed[runComparison]
	s     *views.Session
	a, b  int
	where string // a query: only these examples of b are compared, "" for all

	changes widget.Sheet
	tests   testTable
	runs    matrix
	focus   *widget.Sheet                  // what keys move
	flips   examples.EmbeddedList          // of the selected change, below the matrix
	part    *atomic.Pointer[runComparison] // what has been found so far; nil before any
}

// compared holds what is shown of two runs.
type runComparison struct {
	a, b       int
	kept       [][]int // the examples that are compared, by runs; nil for all
	comparison *report.Comparison
	agreement  *report.Agreement // of all runs, for the matrix
	changes    []report.Change
	err        error
	doing      string // of what is not complete, how far it is
}

func (v *screen) Place() views.Place { return views.PlaceCompare }

// Scope implements [views.Scoped]: the query, and of how many of B's examples A has the same, once
// that is computed.
func (v *screen) Scope() string {
	c := v.Shown.comparison
	if c == nil {
		return v.where
	}
	text := fmt.Sprintf("%d of %d", c.Pairs, v.s.Run(v.Shown.b).Len())
	if v.where != "" {
		text = v.where + "  " + text
	}
	return text
}

func (v *screen) Steps() []views.Step {
	cluster := widget.If(v.tests.by != session.ByExample, v.tests.by.String())
	return views.Given(views.Do("compare", v.runName(v.a)+Against+v.runName(v.b)), views.Do("filter", v.where), views.Do("cluster", cluster))
}

func (v *screen) runName(run int) string { return v.s.Run(run).Name }

// Against is the word between two runs in the command that compares them.
const Against = " against "

// describePending returns how far the comparison is, if all is read and a part of it is there;
// otherwise the session's text of what is awaited.
func (v *screen) describePending() string {
	if v.Computing && v.s.IsRead() {
		if part := v.part.Load(); part != nil {
			return part.doing
		}
	}
	return v.s.Pending()
}
