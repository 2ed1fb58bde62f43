// Package sweep is the screen that shows how scores move with a threshold: F1,
// precision and recall of every run over the probability of a predicted box, or
// over the IoU of an aligned one. A cursor on the curves moves the tables below
// them; nothing else moves until the value is kept.
package sweep

import (
	"context"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/views"
	"faithscope/views/widget"
)

// grid is how many places a curve has; what a key moves by is one of them, or
// tenfold.
const grid = 100

// Places returns where scores are computed: every hundredth from 0 on, 1 left
// out as nothing is above it, and the value in force.
func Places(settings scoring.Settings, axis boxes.Axis) []float64 {
	places := make([]float64, grid)
	for i := range places {
		places[i] = float64(i) / grid
	}
	x := valueOf(settings, axis)
	if at, found := slices.BinarySearch(places, x); !found && x > 0 {
		places = slices.Insert(places, at, x)
	}
	return places
}

// valueOf is what the settings have for an axis.
func valueOf(settings scoring.Settings, axis boxes.Axis) float64 {
	if axis == boxes.OverIoU {
		return settings.IoU
	}
	return settings.Threshold
}

// screen is the sweep of all runs along one axis.
type screen struct {
	views.Plain
	s     *views.Session
	area  image.Rectangle
	axis  boxes.Axis
	at    int // the cursor's place
	of    int // what is drawn of every run: an index into boxes.Types, -1 for all modules
	table widget.Table
	types widget.Table // of the selected run

	shown     curves
	request   int
	computing bool
}

// curves are those of all runs along an axis, under one settings.
type curves struct {
	view     *screen
	request  int
	axis     boxes.Axis
	settings scoring.Settings
	places   []float64
	read     int             // examples of all runs
	runs     [][]boxes.Curve // nil for a run without boxes to score
}

// New returns the sweep of all runs of s along the probability; run is
// selected.
func New(s *views.Session, run int) views.View {
	v := &screen{s: s, of: -1}
	v.table.Moved = v.arrange
	v.table.SetCount(len(s.Runs))
	v.table.Select(run)
	v.start(boxes.OverThreshold)
	return v
}

// Title implements [views.View].
func (v *screen) Title() string { return "Sweep" }

// Init computes the curves.
func (v *screen) Init() tea.Cmd { return v.compute() }

// start puts the cursor on the value in force of an axis.
func (v *screen) start(axis boxes.Axis) {
	v.axis = axis
	v.shown = curves{axis: axis, settings: v.s.Settings, places: Places(v.s.Settings, axis), runs: make([][]boxes.Curve, len(v.s.Runs))}
	v.at, _ = slices.BinarySearch(v.shown.places, valueOf(v.s.Settings, axis))
	v.at = min(v.at, len(v.shown.places)-1)
	v.arrange()
}

// compute sweeps all runs, on a goroutine of its own.
func (v *screen) compute() tea.Cmd {
	v.request++
	v.computing = true
	all := curves{view: v, request: v.request, axis: v.axis, settings: v.s.Settings, places: Places(v.s.Settings, v.axis), read: v.s.Read()}
	runs := v.s.Runs
	return func() tea.Msg {
		for _, run := range runs {
			// Without an end to the context there is no error.
			one, _ := run.Sweep(context.Background(), all.settings, all.axis, all.places)
			all.runs = append(all.runs, one)
		}
		return all
	}
}

// Update handles sizes, news and computed curves.
func (v *screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
		v.area = msg.Area
		v.arrange()
	case views.Refresh:
		if !v.computing && (v.shown.settings != v.s.Settings || v.s.Read() > v.shown.read) {
			if v.shown.settings != v.s.Settings {
				v.start(v.axis)
			}
			return v.compute()
		}
	case curves:
		if msg.view != v || msg.request != v.request {
			return nil
		}
		v.computing = false
		v.shown = msg
		v.arrange()
	}
	return nil
}

// move moves the cursor by some places.
func (v *screen) move(by int) func() tea.Cmd {
	return widget.Do(func() { v.at = max(0, min(v.at+by, len(v.shown.places)-1)) })
}

// value is the cursor's, as a setting.
func (v *screen) value() float64 { return v.shown.places[v.at] }

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	actions := widget.MoveActions(func() widget.Scroller { return &v.table })
	return append(actions,
		widget.Action{Name: "cursor-right", Keys: []string{"l", "right"}, Help: "move the cursor up by a hundredth", Group: "Sweep", Footer: true, Run: v.move(1)},
		widget.Action{Name: "cursor-left", Keys: []string{"h", "left"}, Help: "move the cursor down by a hundredth", Group: "Sweep", Footer: true, Run: v.move(-1)},
		widget.Action{Name: "cursor-far-right", Keys: []string{"L", "shift+right"}, Help: "move the cursor up by a tenth", Group: "Sweep", Run: v.move(10)},
		widget.Action{Name: "cursor-far-left", Keys: []string{"H", "shift+left"}, Help: "move the cursor down by a tenth", Group: "Sweep", Run: v.move(-10)},
		widget.Action{Name: "axis", Keys: []string{"tab", "i"}, Help: "change between probability and IoU", Group: "Sweep", Footer: true, Run: func() tea.Cmd {
			v.start(1 - v.axis)
			return v.compute()
		}},
		widget.Action{Name: "type", Keys: []string{"f"}, Help: "draw the next module type, or all modules; `:type find` draws one", Group: "Sweep", Footer: true, Run: widget.Do(v.nextType),
			Values: func() []string { return boxes.Types }, With: func(name string) tea.Cmd {
				v.of = slices.Index(boxes.Types, name)
				v.arrange()
				return nil
			}},
		widget.Action{Name: "best", Keys: []string{"x"}, Help: "put the cursor where the selected run's F1 is best", Group: "Sweep", Footer: true, Disabled: v.noBest, Run: widget.Do(v.toBest)},
		widget.Action{Name: "keep", Keys: []string{"enter"}, Help: "keep the cursor's value as the setting, and go back", Group: "Sweep", Footer: true, Run: func() tea.Cmd {
			v.s.Pop()
			return v.s.Set(v.moved())
		}},
		explainAction(v), valueAction(v),
		views.RunAction(v.s, "`:run NAME` selects a run", nil, func(run int) tea.Cmd {
			v.table.Select(run)
			v.arrange()
			return nil
		}),
		widget.Action{Name: "restore", Keys: []string{"esc", "backspace"}, Help: "go back and leave the setting as it was", Group: "Sweep", Footer: true, Run: v.s.Pop},
	)
}

// curve is what is drawn of a run, nil for nothing.
func (v *screen) curve(run int) *boxes.Curve {
	if run >= len(v.shown.runs) {
		return nil
	}
	for i := range v.shown.runs[run] {
		if c := &v.shown.runs[run][i]; c.Of == v.drawn() {
			return c
		}
	}
	return nil
}

// drawn is the module type of the curves.
func (v *screen) drawn() string {
	if v.of < 0 {
		return "overall"
	}
	return boxes.Types[v.of]
}

// nextType goes on to the next type that the selected run has.
func (v *screen) nextType() {
	for {
		if v.of++; v.of == len(boxes.Types) {
			v.of = -1
		}
		if v.of < 0 {
			return
		}
		if c := v.curve(v.table.Selected()); c != nil && c.Count > 0 {
			return
		}
	}
}

// best returns the place of the selected run's best F1, -1 for none.
func (v *screen) best() int {
	best, most := -1, 0.0
	if c := v.curve(v.table.Selected()); c != nil {
		for i, value := range c.F1 {
			if x, ok := value.Float(); ok && (best < 0 || x > most) {
				best, most = i, x
			}
		}
	}
	return best
}

func (v *screen) noBest() string {
	if v.best() < 0 {
		return "the selected run has no curve of F1"
	}
	return ""
}

func (v *screen) toBest() { v.at = v.best() }
