package overview

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// screen is the overview. One number of one run is selected; the selected run
// is shown in full below the list.
type screen struct {
	views.Plain
	s        *views.Session
	area     image.Rectangle
	focus    pane
	runs     runsPane
	modules  modulePane
	kinds    widget.Table // accuracy by question type, of the selected run
	failures widget.Table // its worst right answers

	shown     scores
	request   int
	computing bool
	again     bool // news arrived while computing
}

// pane is what keys move.
type pane uint8

const (
	inRuns pane = iota
	inModules
	inKinds
	inFailures
)

// tables are those of the panes.
func (v *screen) tables() [4]*widget.Table {
	return [...]*widget.Table{inRuns: &v.runs.table, inModules: &v.modules.table, inKinds: &v.kinds, inFailures: &v.failures}
}

// next goes to the next pane that has rows and room.
func (v *screen) next() {
	at, tables := v.layout(v.area), v.tables()
	room := [...]image.Rectangle{inRuns: at.runs, inModules: at.modules, inKinds: at.kinds, inFailures: at.failures}
	for range tables {
		v.focus = (v.focus + 1) % pane(len(tables))
		if tables[v.focus].Count() > 0 && !room[v.focus].Empty() {
			return
		}
	}
}

// scores is what the overview shows of all runs, under one settings.
type scores struct {
	view     *screen
	request  int
	settings scoring.Settings
	runs     []runScores
}

// compute gathers the scores of all runs, on a goroutine of its own: over
// many examples it takes longer than a frame.
func (v *screen) compute() tea.Cmd {
	if v.computing {
		v.again = true
		return nil
	}
	v.computing, v.again = true, false
	v.request++
	scores := scores{view: v, request: v.request, settings: v.s.Settings}
	runs := v.s.Runs
	return func() tea.Msg {
		for _, run := range runs {
			scores.runs = append(scores.runs, scoresOf(run, scores.settings))
		}
		return scores
	}
}

// stale reports whether what is shown is worth computing again: other settings,
// a run that came to its end, new problems, or a fiftieth more examples. Every
// computation goes over all that was read, so that doing it at every news would
// cost more than the reading.
func (v *screen) stale() bool {
	if v.shown.settings != v.s.Settings || len(v.shown.runs) != len(v.s.Runs) {
		return true
	}
	more, all := 0, 0
	for i, scored := range v.s.Runs {
		shown := &v.shown.runs[i]
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

// run returns the selected run's scores; empty ones where there is none.
func (v *screen) run() *runScores {
	if at := v.runs.selected(); at < len(v.shown.runs) {
		return &v.shown.runs[at]
	}
	return &runScores{}
}

// module is the selected row of the modules, nil where there is none.
func (v *screen) module() *moduleScores {
	r, at := v.run(), v.modules.table.Selected()
	if r.protocol == "" || at >= len(r.modules) {
		return nil
	}
	return &r.modules[at]
}

// list opens the list of the selected run's examples, the worst first unless it
// is all of them.
func (v *screen) list(f examples.Filter) tea.Cmd {
	if len(v.s.Runs) == 0 {
		return nil
	}
	if f.Empty() {
		return v.s.Push(examples.New(v.s, v.runs.selected(), f))
	}
	return v.s.Push(examples.Worst(v.s, v.runs.selected(), f))
}
