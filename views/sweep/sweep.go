// Package sweep is the screen that shows how scores move with a threshold: F1,
// precision and recall of every run over the probability of a predicted box, or
// over the IoU of an aligned one. A cursor on the curves moves the tables below
// them; nothing else moves until the value is kept.
package sweep

import (
	"context"
	"image"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	plots "faithscope/scoring/figure"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/figure"
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
	views.Computed[curves]
	s     *views.Session
	axis  boxes.Axis
	at    int // the cursor's place
	of    int // what is drawn of every run: an index into boxes.Types, -1 for all modules
	table widget.Sheet
	types widget.Sheet // of the selected run
}

// curves are those of all runs along an axis, under one settings.
type curves struct {
	axis     boxes.Axis
	settings scoring.Settings
	places   []float64
	runs     [][]boxes.Curve // nil for a run without boxes to score
}

// New returns the sweep of all runs of s along the probability; run is
// selected.
func New(s *views.Session, run int) views.View {
	v := &screen{s: s, of: -1}
	v.table.Moved, v.table.More = v.arrange, true
	v.table.Empty = "no run is open"
	v.table.SetCount(len(s.Runs))
	v.table.Select(run)
	v.Computed = views.NewComputed(s, v.work, v.arrange)
	v.start(boxes.OverThreshold)
	return v
}

// Title implements [views.View].
func (v *screen) Title() string { return "Sweep" }

// start puts the cursor on the value in force of an axis.
func (v *screen) start(axis boxes.Axis) {
	v.axis = axis
	v.Shown = curves{axis: axis, settings: v.s.Settings, places: Places(v.s.Settings, axis), runs: make([][]boxes.Curve, len(v.s.Runs))}
	v.at, _ = slices.BinarySearch(v.Shown.places, valueOf(v.s.Settings, axis))
	v.at = min(v.at, len(v.Shown.places)-1)
	v.arrange()
}

// work returns what sweeps all runs. Other settings have another value in force.
func (v *screen) work() func(ctx context.Context) curves {
	if v.Shown.settings != v.s.Settings {
		v.start(v.axis)
	}
	all, runs := curves{axis: v.axis, settings: v.s.Settings, places: v.Shown.places}, v.s.Runs
	return func(ctx context.Context) curves {
		for _, run := range runs {
			one, _ := run.Sweep(ctx, all.settings, all.axis, all.places) // an error is that of a context that is done
			all.runs = append(all.runs, one)
		}
		return all
	}
}

// move moves the cursor by some places.
func (v *screen) move(by int) func() tea.Cmd {
	return widget.Do(func() { v.to(max(0, min(v.at+by, len(v.Shown.places)-1))) })
}

// to puts the cursor on a place.
func (v *screen) to(place int) {
	v.at = place
	v.arrange()
}

// value is the cursor's, as a setting.
func (v *screen) value() float64 { return v.Shown.places[v.at] }

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
			return v.Compute()
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
		views.ExportAction(v.s, "sweep", func() *table.Document { return v.table.Exported(v.Status()) }),
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
	if run >= len(v.Shown.runs) {
		return nil
	}
	for i := range v.Shown.runs[run] {
		if c := &v.Shown.runs[run][i]; c.Of == v.drawn() {
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

func (v *screen) toBest() { v.to(v.best()) }

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	steps := []views.Step{views.Do("sweep")}
	if v.axis == boxes.OverIoU {
		steps = append(steps, views.Do("axis"))
	}
	if run := v.table.Selected(); run < len(v.s.Runs) {
		steps = append(steps, views.Do("run", v.s.Run(run).Name))
	}
	if v.of >= 0 {
		steps = append(steps, views.Do("type", v.drawn()))
	}
	return append(steps, views.Do("at", strconv.FormatFloat(v.value(), 'g', -1, 64)))
}

// moved is the settings with the cursor's value.
func (v *screen) moved() scoring.Settings {
	settings := v.axis.Move(v.s.Settings, v.value())
	if settings.NegativeIoU > settings.IoU { // a box would be good and bad
		settings.NegativeIoU = 0
	}
	return settings
}

// explainAction shows where the selected run's numbers at the cursor come from.
func explainAction(v *screen) widget.Action {
	return widget.Action{Name: "explain", Keys: []string{"."}, Help: "show where the selected run's F1, P and R at the cursor come from", Group: "Sweep",
		Disabled: widget.When(func() bool { return v.curve(v.table.Selected()) == nil }, "the selected run has no curve"), Run: func() tea.Cmd {
			n := views.Number{Protocol: boxes.Protocol.Name, Metric: "f1", Of: v.drawn()}
			return views.ExplainUnder(v.s, v.table.Selected(), v.moved(), n, "precision", "recall")
		}}
}

// valueAction puts the cursor on a value, or on the place before it.
func valueAction(v *screen) widget.Action {
	return widget.Action{Name: "at", Help: "`:at .35` puts the cursor on a value", Group: "Sweep", With: func(text string) tea.Cmd {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return v.s.Post(views.Flash{Text: text + " is not a value from 0 to 1", Bad: true})
		}
		at, exact := slices.BinarySearch(v.Shown.places, x)
		if !exact {
			at--
		}
		v.to(max(0, at))
		return nil
	}}
}

// metrics are what is drawn, in the order of the charts.
var metrics = [...]struct {
	name string
	of   func(c *boxes.Curve) []scoring.Value
}{
	{"F1", func(c *boxes.Curve) []scoring.Value { return c.F1 }},
	{"precision", precision},
	{"recall", func(c *boxes.Curve) []scoring.Value { return c.Recall }},
}

// precision is undefined where nothing is predicted: the authors' code gives 1.
func precision(c *boxes.Curve) []scoring.Value {
	values := slices.Clone(c.Precision)
	for i, n := range c.Predicted {
		if n == 0 {
			values[i] = scoring.Undefined("nothing is predicted")
		}
	}
	return values
}

// layout is where the parts lie: a heading, the charts, and the tables of runs
// and of the selected run's modules.
type layout struct{ head, charts, runs, types image.Rectangle }

func (v *screen) layout(area image.Rectangle) layout {
	tables := 2 + max(len(v.s.Runs), len(boxes.Types)+1)
	tables = max(3, min(tables, (area.Dy()-1)/2))
	var l layout
	l.head, area = widget.SplitTop(area, 1)
	l.charts, area = widget.SplitTop(area, min(24, area.Dy()-tables))
	_, area = widget.SplitTop(area, 1)
	l.runs, l.types = area, area
	l.runs.Max.X = area.Min.X + min(area.Dx()*11/20, 80)
	l.types.Min.X = l.runs.Max.X + widget.ColumnGap
	l.types.Max.X = min(l.types.Max.X, l.types.Min.X+60)
	return l
}

// arrange fits the tables to the curves and the area.
func (v *screen) arrange() {
	at := v.layout(v.Area)
	var all, rows []*boxes.Curve
	var names, types []string
	for run := range v.s.Runs {
		all, names = append(all, v.curve(run)), append(names, v.s.Run(run).Name)
	}
	sample := 5 // as long as a pattern of dashes
	if v.Area.Dx() < 100 {
		sample = 3
	}
	v.table.Drawn = []widget.Column{figure.Key(func() widget.Look { return v.s.Look }, sample, func(row int) int { return row }, v.table.Selected)}
	v.put(&v.table, "run", names, all, at.runs, v.table.Selected())
	if run := v.table.Selected(); run < len(v.Shown.runs) {
		for i := range v.Shown.runs[run] {
			if c := &v.Shown.runs[run][i]; c.Count > 0 {
				rows, types = append(rows, c), append(types, c.Of)
			}
		}
	}
	v.put(&v.types, "module", types, rows, at.types, slices.Index(types, v.drawn()))
}

// put shows the numbers of curves, nil for none, at the cursor, a row each, one of
// them selected.
func (v *screen) put(sheet *widget.Sheet, title string, names []string, curves []*boxes.Curve, area image.Rectangle, selected int) {
	t := &table.Table{Name: title + "s", Columns: append(append(table.Text.Columns(title), table.Number.Columns("F1", "P", "R")...), table.Count.Columns("n")...)}
	for i, c := range curves {
		row := []any{names[i], scoring.Value{}, scoring.Value{}, scoring.Value{}, table.Absent}
		if c != nil {
			for k := range metrics {
				row[1+k] = metrics[k].of(c)[v.at]
			}
			row[4] = c.Count
		}
		t.Add(row...)
	}
	sheet.Style = func(row, _ int) widget.Style {
		if st := widget.Ink(v.s.Theme.Text); row != selected {
			return st
		}
		return widget.Bold(widget.Ink(v.s.Theme.Text))
	}
	sheet.Put(t, v.s.Look, area.Dx())
	sheet.Select(selected)
	sheet.Resize(area.Dy())
}

// Status says what the numbers on screen are under.
func (v *screen) Status() string {
	if v.Computing {
		return "computing the curves …"
	}
	settings := v.Shown.axis.Move(v.Shown.settings, v.value())
	text := views.SettingsText(settings)
	if v.Read > 0 && v.value() != valueOf(v.Shown.settings, v.axis) {
		text += " · enter keeps it, esc leaves " + widget.Decimal(valueOf(v.Shown.settings, v.axis))
	}
	return text
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layout(area)
	text, faint := widget.Ink(v.s.Theme.Text), widget.Ink(v.s.Theme.Faint)
	pen := widget.NewPen(f, at.head)
	pen.Put(widget.Bold(text), "  "+[...]string{boxes.OverThreshold: "probability of a predicted box, p", boxes.OverIoU: "IoU of an aligned box, IoU"}[v.axis])
	pen.Put(widget.Bold(widget.Ink(v.s.Theme.Accent)), " > "+widget.Decimal(v.value()))
	pen.Put(faint, " · "+modules(v.drawn())+v.bestText())
	fig := v.figure()
	figure.Cells(f, at.charts, &fig, v.s.Look, figure.Cursor{X: v.value(), Series: v.table.Selected(), Move: func(x float64) {
		at, _ := slices.BinarySearch(v.Shown.places, x)
		v.to(min(at, len(v.Shown.places)-1))
	}})
	v.table.Draw(f, at.runs, v.s.Look, true)
	v.types.Draw(f, at.types, v.s.Look, false)
}

func modules(of string) string {
	if of == "overall" {
		return "all modules"
	}
	return of
}

// bestText says where the selected run is best.
func (v *screen) bestText() string {
	at := v.best()
	if at < 0 {
		return ""
	}
	c := v.curve(v.table.Selected())
	return " · best F1 " + widget.Number(c.F1[at]) + " at " + widget.Decimal(v.Shown.places[at]) + ", " + v.s.Run(v.table.Selected()).Name
}

// figure is the metrics of all runs.
func (v *screen) figure() (fig plots.Figure) {
	ticks := []float64{0, 1}
	for _, m := range metrics {
		p := plots.Panel{X: plots.Axis{Label: [...]string{boxes.OverThreshold: "p >", boxes.OverIoU: "IoU >"}[v.axis], Ticks: ticks}, Y: plots.Axis{Label: m.name, Ticks: ticks}}
		for run := range v.Shown.runs {
			s := plots.Series{Name: v.s.Run(run).Name}
			if c := v.curve(run); c != nil {
				for i, y := range m.of(c) {
					s.Points = append(s.Points, plots.Point{X: v.Shown.places[i], Y: y, N: c.Count})
				}
			}
			p.Series = append(p.Series, s)
		}
		fig.Panels = append(fig.Panels, p)
	}
	return fig
}
