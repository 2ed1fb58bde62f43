package overview

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// board is what the parts of the overview share: the scores of all runs, which
// of the runs is selected, and what keys move.
type board struct {
	views.Computed[[]runScores]
	s        *views.Session
	focus    pane
	runTable widget.Table // a row per run
	order    []int        // of the runs
}

// pane is what keys move.
type pane uint8

const (
	inRuns pane = iota
	inModules
	inKinds
	inFailures
)

// selected is the selected run, 0 where there is none.
func (b *board) selected() int {
	if i := b.runTable.Selected(); i < len(b.order) {
		return b.order[i]
	}
	return 0
}

func (b *board) selectRun(run int) { b.runTable.Select(slices.Index(b.order, run)) }

// run returns the selected run's scores; empty ones where there is none.
func (b *board) run() *runScores {
	if at := b.selected(); at < len(b.Shown) {
		return &b.Shown[at]
	}
	return &runScores{}
}

// Waiting reports false: how far the scoring is has a count, which the status
// line shows.
func (b *board) Waiting() bool { return false }

// stale reports whether what is shown is worth computing again: other settings,
// a run that came to its end, new problems, or a fiftieth more examples. Every
// computation goes over all that was read, so that doing it at every news would
// cost more than the reading.
func (b *board) stale() bool {
	if b.Under != b.s.Settings || len(b.Shown) != len(b.s.Runs) {
		return true
	}
	more, all := 0, 0
	for i, scored := range b.s.Runs {
		shown := &b.Shown[i]
		read, found, complete := scored.Progress()
		_, problems := scored.Run.Problems.All()
		if complete != shown.complete || problems != shown.problems {
			return true
		}
		rescored, _ := scored.Rescored()
		more, all = more+read-shown.read+max(0, rescored-shown.rescored), all+found
	}
	return more > all/50
}

// openList opens the list of the selected run's examples, the worst first unless
// it is all of them.
func (b *board) openList(f examples.Filter) tea.Cmd {
	if len(b.s.Runs) == 0 {
		return nil
	}
	if f.Empty() {
		return b.s.Push(examples.New(b.s, b.selected(), f))
	}
	return b.s.Push(examples.Worst(b.s, b.selected(), f))
}

// openNumber lists the examples that a number of the selected run rests on.
func (b *board) openNumber(n views.Number) tea.Cmd {
	return b.s.Push(examples.RestsOn(b.s, b.selected(), n))
}
