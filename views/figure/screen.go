package figure

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// screen shows one figure of all runs and the numbers in it: a row a series, and
// a cursor along the axis.
type screen struct {
	views.Computed[figure.Figure]
	s     *views.Session
	run   int // which figures of one run show
	kind  int // an index into figure.Kinds
	at    int // the cursor: an index into the points of the selected series
	cells bool
	table widget.Sheet
}

// New returns the screen of the figure of a name, "" for the one that says most
// about a run.
func New(s *views.Session, run int, name string) (views.View, error) {
	if name == "" {
		name = first(s, run)
	}
	kind, err := figure.Find(name)
	if err != nil {
		return nil, err
	}
	v := &screen{s: s, run: run, kind: slices.Index(figure.Names(), kind.Name), at: -1}
	v.Computed = views.NewComputed(s, v.work, v.arrange)
	v.table.Empty, v.table.More = "nothing to show", true
	v.table.Moved = v.arrange
	return v, nil
}

// Action is the key and the command that draw figures; selected is the run that
// is selected.
func Action(s *views.Session, selected func() int) widget.Action {
	open := func(name string) tea.Cmd {
		view, err := New(s, selected(), name)
		if err != nil {
			return s.Post(views.Flash{Text: err.Error(), Bad: true})
		}
		return s.Push(view)
	}
	return widget.Action{
		Name: "figure", Keys: []string{"F"}, Help: "draw the runs as figures; `:figure NAME` picks one", Group: "Open", Footer: true,
		Disabled: widget.When(func() bool { return len(s.Runs) == 0 }, "no run is open"),
		Values:   figure.Names, Run: func() tea.Cmd { return open("") }, With: open,
	}
}

// first names the figure for what a run's examples are called faithful by.
func first(s *views.Session, run int) string {
	if run < len(s.Runs) {
		if by := s.Runs[run].Judged(); len(by) > 0 {
			return cmp.Or(map[string]string{"f1": "f1-thresholds", "groundp": "accuracy-per-count", "c": "alignment-accuracy"}[by[0]], "histograms")
		}
		for _, score := range s.Runs[run].Scores(s.Settings) {
			if score.Protocol == "counting" {
				return "accuracy-per-count"
			}
		}
	}
	return "faithfulness-accuracy"
}

// Title implements [views.View].
func (v *screen) Title() string { return "Figures" }

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	return []views.Step{views.Do("figure", figure.Names()[v.kind])}
}

// work returns what makes the figure.
func (v *screen) work() func(ctx context.Context) figure.Figure {
	kind, src := figure.Kinds()[v.kind], figure.Source{Runs: v.s.Runs, Run: v.run, Settings: v.s.Settings}
	return func(ctx context.Context) figure.Figure {
		fig, _ := kind.Make(ctx, src) // an error is that of a context that is done
		return fig
	}
}

// row is series i, of the panel of its name where a panel has one.
func (v *screen) row(i int) (panel *figure.Panel, s *figure.Series) {
	if v.bars() {
		return &v.Shown.Panels[i], &v.Shown.Panels[i].Series[0]
	}
	return &v.Shown.Panels[0], &v.Shown.Panels[0].Series[i]
}

func (v *screen) bars() bool   { return v.form() == figure.Bars }
func (v *screen) points() bool { return v.form() == figure.Points }

func (v *screen) form() figure.Form {
	if len(v.Shown.Panels) == 0 {
		return figure.Lines
	}
	return v.Shown.Panels[0].Form
}

// most is how many points the selected series has.
func (v *screen) most() int {
	if v.table.Count() == 0 {
		return 0
	}
	_, s := v.row(v.table.Selected())
	return len(s.Points)
}

// x is where the cursor stands, NaN where it stands nowhere.
func (v *screen) x() float64 {
	if v.at < 0 || v.at >= v.most() || v.points() {
		return math.NaN()
	}
	_, s := v.row(v.table.Selected())
	return s.Points[v.at].X
}

// arrange fits the table to the figure and the area.
func (v *screen) arrange() {
	v.table.SetCount(len(names(&v.Shown)))
	if v.bars() {
		v.table.SetCount(len(v.Shown.Panels))
	}
	if n := v.most(); n > 0 && (v.at < 0 || v.at >= n) {
		v.at = n / 2
	}
	v.table.Drawn = []widget.Column{{Width: 5, Show: func(row int) widget.Entry {
		return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
			if !v.bars() {
				key(f, area, &v.Shown, row, v.s.Look)
			}
		}}
	}}}
	v.table.Put(v.sheet(), v.s.Look, v.Area.Dx())
	_, rows := v.layout(v.Area)
	v.table.Resize(rows.Dy())
}

// sheet has the numbers of the series at the cursor, a row each.
func (v *screen) sheet() *table.Table {
	t := &table.Table{Name: "series", Columns: []table.Column{{Name: "run"}}}
	number := func(names ...string) { t.Columns = append(t.Columns, table.Number.Columns(names...)...) }
	if v.bars() {
		t.Columns[0].Name = "scores of"
		t.Columns = append(t.Columns, table.Count.Columns("examples", "of")...)
		for i := range v.Shown.Panels {
			_, s := v.row(i)
			at := s.Points[max(0, min(v.at, len(s.Points)-1))]
			n, _ := at.Y.Float()
			t.Add(s.Name, int(n), at.N)
		}
		return t
	}
	for k := range v.Shown.Panels {
		p := &v.Shown.Panels[k]
		if v.points() {
			number(p.X.Label)
		}
		number(strings.TrimSpace(p.Y.Label + " " + p.Title))
	}
	t.Columns = append(t.Columns, table.Count.Columns("n")...)
	for i, s := range names(&v.Shown) {
		if v.points() {
			t.Add(s.Name, s.Points[0].X, s.Points[0].Y, s.Points[0].N)
			continue
		}
		row, n := []any{s.Name}, 0
		for k := range v.Shown.Panels {
			at := v.point(&v.Shown.Panels[k], i)
			row = append(row, at.Y)
			if k == 0 {
				n = at.N
			}
		}
		t.Add(append(row, n)...)
	}
	return t
}

// point is that of series i at the cursor.
func (v *screen) point(p *figure.Panel, i int) figure.Point {
	if i < len(p.Series) {
		for _, at := range p.Series[i].Points {
			if at.X == v.x() {
				return at
			}
		}
	}
	return figure.Point{Y: scoring.Undefined("no point")}
}

// layout parts the area into the figure and the table below it.
func (v *screen) layout(area image.Rectangle) (plot, rows image.Rectangle) {
	_, plot = widget.SplitTop(area, 1)
	rows = plot
	least := max(2, min(v.table.Count()+1, area.Dy()/3))
	rows.Min.Y = max(plot.Min.Y, plot.Max.Y-least)
	plot.Max.Y = max(plot.Min.Y, rows.Min.Y-1)
	return plot, rows
}

// Status says what stands at the cursor, and under which settings.
func (v *screen) Status() string {
	if v.Computing {
		return "computing the figure …"
	}
	settings := views.SettingsText(v.Under, v.s.Judged()...)
	if x := v.x(); x == x {
		if v.bars() {
			return v.bin() + " · " + settings
		}
		p, _ := v.row(v.table.Selected())
		return "cursor: " + p.X.Label + " " + short(x) + " · " + settings
	}
	return settings
}

// bin says which numbers the bar at the cursor counts.
func (v *screen) bin() string {
	p, s := v.row(v.table.Selected())
	half := (p.X.Max() - p.X.Min()) / float64(2*len(s.Points))
	return fmt.Sprintf("cursor: %s %s to %s", widget.MetricName(p.X.Label), short(s.Points[v.at].X-half), short(s.Points[v.at].X+half))
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	head, _ := widget.SplitTop(area, 1)
	text, faint := widget.Ink(v.s.Theme.Text), widget.Ink(v.s.Theme.Faint)
	pen := widget.NewPen(f, head)
	pen.Put(faint, fmt.Sprintf("  %d of %d  ", v.kind+1, len(figure.Kinds())))
	pen.Put(widget.Bold(text), v.Shown.Title)
	if len(v.Shown.Left) > 0 && len(v.Shown.Panels) > 0 {
		pen.Put(faint, "  without "+strings.Join(v.Shown.Left, " · "))
	}
	plot, rows := v.layout(area)
	switch {
	case len(v.Shown.Panels) > 0 && v.pictured():
		f.Place(widget.Placement{Area: plot, Picture: v.picture(plot.Size())})
	case len(v.Shown.Panels) > 0:
		Cells(f, plot, &v.Shown, v.s.Look, Cursor{v.x(), -1, nil})
	case !v.Computing:
		for i, why := range v.Shown.Left {
			f.Text(plot.Min.X+2, plot.Min.Y+1+i, plot.Dx()-2, faint, why)
		}
	}
	v.table.Draw(f, rows, v.s.Look, true)
}

// pictured reports whether the figure is shown as a picture.
func (v *screen) pictured() bool {
	return !v.cells && !v.s.NoPictures && v.s.Cell != image.Point{}
}

// picture is the figure in the pixels of size cells.
func (v *screen) picture(size image.Point) widget.Picture {
	large := image.Pt(size.X*v.s.Cell.X, size.Y*v.s.Cell.Y)
	name := fmt.Sprintf("%s-%p-%d-%s-%dx%d.png", v.Shown.Name, v, v.Request, v.s.Theme.Name, large.X, large.Y)
	fig := v.Shown
	fig.Title = "" // it stands above, and the series below
	letter, ink := float64(v.s.Cell.Y)*.65, Glass(v.s.Theme)
	return widget.Picture{
		Key:   widget.PictureKey{Run: "a figure", Path: name},
		Files: sketched{func(w io.Writer) error { return WritePNG(w, &fig, large, letter, ink) }},
		Words: []string{v.Shown.Title},
	}
}

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	turn := func(by int) func() tea.Cmd {
		return func() tea.Cmd {
			n := len(figure.Kinds())
			v.kind, v.at = (v.kind+n+by)%n, -1
			v.Shown = figure.Figure{Title: figure.Kinds()[v.kind].Title}
			v.arrange()
			return v.Compute()
		}
	}
	move := func(by int) func() tea.Cmd {
		return widget.Do(func() {
			v.at = max(0, min(v.at+by, v.most()-1))
			v.arrange()
		})
	}
	still := widget.When(func() bool { return v.points() || v.most() == 0 }, "nothing moves along this figure")
	noPixels := widget.When(func() bool { return v.s.Cell == image.Point{} || v.s.NoPictures }, "this terminal shows no pixels")
	noRuns := widget.When(func() bool { return !figure.Kinds()[v.kind].One || len(v.s.Runs) < 2 }, "this figure shows all runs")
	unwritable := func() string {
		if v.s.Write == nil {
			return "nothing can be written here"
		}
		return widget.When(func() bool { return len(v.Shown.Panels) == 0 }, "this figure is empty")()
	}
	return append(widget.MoveActions(func() widget.Scroller { return &v.table }),
		widget.Action{Name: "next-figure", Keys: []string{"tab", "f"}, Help: "show the next figure", Group: "Figures", Footer: true, Run: turn(1)},
		widget.Action{Name: "previous-figure", Keys: []string{"shift+tab", "F"}, Help: "show the previous figure", Group: "Figures", Run: turn(-1)},
		widget.Action{Name: "next-run", Keys: []string{"}"}, Help: "show the figure of the next run", Group: "Figures", Footer: true, Disabled: noRuns, Run: func() tea.Cmd {
			v.run = (v.run + 1) % len(v.s.Runs)
			return v.Compute()
		}},
		widget.Action{Name: "previous-run", Keys: []string{"{"}, Help: "show the figure of the run before", Group: "Figures", Disabled: noRuns, Run: func() tea.Cmd {
			v.run = (v.run + len(v.s.Runs) - 1) % len(v.s.Runs)
			return v.Compute()
		}},
		widget.Action{Name: "cursor-right", Keys: []string{"l", "right"}, Help: "read the numbers one point further to the right", Group: "Figures", Footer: true, Disabled: still, Run: move(1)},
		widget.Action{Name: "cursor-left", Keys: []string{"h", "left"}, Help: "read the numbers one point further to the left", Group: "Figures", Footer: true, Disabled: still, Run: move(-1)},
		widget.Action{Name: "cells", Keys: []string{"v"}, Help: "draw the figure in characters, or as a picture", Group: "Figures", Footer: true, Disabled: noPixels, Run: widget.Do(func() { v.cells = !v.cells })},
		widget.Action{Name: "save-figure", Help: "`:save-figure FILE` writes the figure: .svg, .png, .txt, or .csv with its numbers", Group: "Figures", Effect: widget.Writes, Disabled: unwritable, With: v.save},
		views.ExportAction(v.s, "figure", func() *table.Document { return v.table.Exported(v.Shown.Title) }),
	)
}

// save writes the figure to a file.
func (v *screen) save(file string) tea.Cmd {
	ext := path.Ext(file)
	if !Writes(ext) {
		return v.s.Post(views.Flash{Text: "a figure is written to .svg, .png, .txt or .csv", Bad: true})
	}
	fig, theme := v.Shown, v.s.Theme
	err := v.s.Write(file, func(w io.Writer) error { return Write(w, &fig, ext, image.Pt(100, 30), theme) })
	if err != nil {
		return v.s.Post(views.Flash{Text: err.Error(), Bad: true})
	}
	return v.s.Post(views.Flash{Text: "the figure is in " + loaders.Clean(file)})
}
