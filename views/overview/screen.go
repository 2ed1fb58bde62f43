package overview

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// screen is the overview. One cell of one run is selected; the selected run
// is shown in full below the list.
type screen struct {
	views.Plain
	s       *views.Session
	area    image.Rectangle
	runs    widget.Table // a row per run
	modules modulePane
	// cell is the one that was selected last; see selected.
	cell cell
	// inModules: keys move the module table, not the runs.
	inModules bool

	shown     scores
	request   int
	computing bool
	again     bool // news arrived while computing
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
	if at := v.runs.Selected(); at < len(v.shown.runs) {
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

// cells are the cells of the selected run that can be selected.
func (v *screen) cells() []cell {
	quadrant := v.run().quadrant
	cells := append([]cell{allExamples}, sidesOf(quadrant).cells()...)
	last := cells[len(cells)-1]
	if rest, ok := restOf(v.shown.runs); last.count(quadrant) == 0 && (!ok || rest != last) {
		return cells[:len(cells)-1]
	}
	return cells
}

// selected is the cell of the selected run that v.cell stands for: runs
// differ in the verdicts that they have.
func (v *screen) selected() cell {
	cells := v.cells()
	cell := sidesOf(v.run().quadrant).counterpart(v.cell)
	if !slices.Contains(cells, cell) {
		return cells[len(cells)-1]
	}
	return cell
}

// list opens the list of the selected run's examples, the worst first unless it
// is all of them.
func (v *screen) list(f examples.Filter) tea.Cmd {
	if len(v.s.Runs) == 0 {
		return nil
	}
	if f.Empty() {
		return v.s.Push(examples.New(v.s, v.runs.Selected(), f))
	}
	return v.s.Push(examples.Worst(v.s, v.runs.Selected(), f))
}
