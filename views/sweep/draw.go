package sweep

import (
	"image"
	"slices"
	"strconv"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/views"
	"faithscope/views/widget"
)

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
	const leastChart = 5
	tables := 2 + max(len(v.s.Runs), len(boxes.Types)+1)
	tables = max(3, min(tables, area.Dy()-1-leastChart))
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
	at := v.layout(v.area)
	v.table.Columns = append([]widget.Column{
		{Title: "", Width: 3, Show: v.sample},
		{Title: "run", Width: 8, Grow: 1, Show: func(i int) widget.Entry { return v.entry(v.s.Run(i).Name, i == v.table.Selected()) }},
	}, v.columns(func(i int) *boxes.Curve { return v.curve(i) }, func(i int) bool { return i == v.table.Selected() })...)
	v.table.Empty = "no run is open"
	v.table.SetCount(len(v.s.Runs))
	v.table.Resize(at.runs.Dy())
	var rows []*boxes.Curve
	if v.table.Count() > 0 {
		all := v.shown.runs[v.table.Selected()]
		for i := range all {
			if all[i].Count > 0 {
				rows = append(rows, &all[i])
			}
		}
	}
	v.types.Columns = append([]widget.Column{
		{Title: "module", Width: 8, Grow: 1, Show: func(i int) widget.Entry { return v.entry(rows[i].Of, rows[i].Of == v.drawn()) }},
	}, v.columns(func(i int) *boxes.Curve { return rows[i] }, func(i int) bool { return rows[i].Of == v.drawn() })...)
	v.types.SetCount(len(rows))
	v.types.Select(slices.IndexFunc(rows, func(c *boxes.Curve) bool { return c.Of == v.drawn() }))
	v.types.Resize(at.types.Dy())
}

// columns are the values of rows at the cursor.
func (v *screen) columns(of func(row int) *boxes.Curve, bold func(row int) bool) []widget.Column {
	var columns []widget.Column
	for k, title := range []string{"F1", "P", "R"} {
		columns = append(columns, widget.Column{Title: title, Width: 4, Right: true, Show: func(i int) widget.Entry {
			c := of(i)
			if c == nil {
				return v.entry("–", false)
			}
			return v.entry(widget.Number(metrics[k].of(c)[v.at]), bold(i))
		}})
	}
	return append(columns, widget.Column{Title: "n", Width: 5, Right: true, Drop: 1, Show: func(i int) widget.Entry {
		if c := of(i); c != nil {
			return v.entry(strconv.Itoa(c.Count), bold(i))
		}
		return v.entry("–", false)
	}})
}

func (v *screen) entry(text string, bold bool) widget.Entry {
	st := widget.Ink(v.s.Theme.Text)
	if bold {
		st = widget.Bold(st)
	}
	return widget.Entry{Text: text, Style: st}
}

// sample shows how a run's curve looks.
func (v *screen) sample(run int) widget.Entry {
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
		c := v.s.RunCurve(run, run == v.table.Selected())
		c.Values = []scoring.Value{scoring.Defined(.5)}
		widget.Chart(f, area, c)
	}}
}

// Status says what the numbers on screen are under.
func (v *screen) Status() string {
	if v.computing {
		return "computing the curves …"
	}
	settings := v.shown.axis.Move(v.shown.settings, v.value())
	text := views.SettingsText(settings)
	if v.shown.read > 0 && v.value() != valueOf(v.shown.settings, v.axis) {
		text += " · enter keeps it, esc leaves " + widget.Decimal(valueOf(v.shown.settings, v.axis))
	}
	return text
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layout(area)
	text, faint := widget.Ink(v.s.Theme.Text), widget.Ink(v.s.Theme.Faint)
	pen := widget.NewPen(f, at.head)
	pen.Put(faint, "  over ")
	pen.Put(widget.Bold(text), [...]string{boxes.OverThreshold: "the probability of a predicted box: p", boxes.OverIoU: "the IoU of an aligned box: IoU"}[v.axis])
	pen.Put(widget.Bold(widget.Ink(v.s.Theme.Accent)), " > "+widget.Decimal(v.value()))
	pen.Put(faint, " · "+modules(v.drawn())+v.bestText())
	gap := 2
	w := (at.charts.Dx() - gap*(len(metrics)-1)) / len(metrics)
	for k := range metrics {
		x := at.charts.Min.X + k*(w+gap)
		v.plot(k).Draw(f, image.Rect(x, at.charts.Min.Y, x+w, at.charts.Max.Y), v.s.Look)
	}
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
	return " · best F1 of " + v.s.Run(v.table.Selected()).Name + " " + widget.Number(c.F1[at]) + " at " + widget.Decimal(v.shown.places[at])
}

// plot is one metric of all runs.
func (v *screen) plot(metric int) *widget.Plot {
	return &widget.Plot{
		Title: metrics[metric].name, Low: ".0", High: "1", Curves: v.lines(metric),
		At: v.at, Of: len(v.shown.places), Cursor: widget.Decimal(v.value()), Move: func(at int) { v.at = at },
	}
}

// lines are the curves of a metric, the selected run's last.
func (v *screen) lines(metric int) []widget.Curve {
	var lines, last []widget.Curve
	for run := range v.shown.runs {
		c := v.curve(run)
		if c == nil {
			continue
		}
		line := v.s.RunCurve(run, run == v.table.Selected())
		line.Values = metrics[metric].of(c)
		if run == v.table.Selected() {
			last = []widget.Curve{line}
			continue
		}
		lines = append(lines, line)
	}
	return append(lines, last...)
}
