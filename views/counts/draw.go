package counts

import (
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

const (
	// labelWidth is the room of a gold count left of its row, cellWidth that of
	// a cell, of which there are some 17 in a row.
	labelWidth = 6
	cellWidth  = 4
	totalWidth = 6
	// leastPlots is the width of curves beside the counts.
	leastPlots = 30
	gap        = 3
)

// layout is where the parts lie; an empty rectangle is not drawn.
type layout struct {
	head, grid, runs image.Rectangle
	plots            [len(strategies)]image.Rectangle
}

// gridSize is the room that the counts need, titles and totals included.
func (v *screen) gridSize() image.Point {
	return image.Pt(labelWidth+len(v.shown.grid.predicted)*cellWidth+totalWidth, len(v.shown.grid.gold)+3)
}

// both reports whether there is room for the counts and the curves side by side.
func (v *screen) both() bool { return v.area.Dx() >= v.gridSize().X+gap+leastPlots }

// drawsShiftAlone reports whether the curves are in place of the counts.
func (v *screen) drawsShiftAlone() bool { return v.shift && !v.both() }

func (v *screen) layout(area image.Rectangle) layout {
	var l layout
	l.head, area = widget.SplitTop(area, 1)
	rows := 2 + len(v.listed)
	body, below := area, max(3, min(rows, area.Dy()/3))
	if !v.both() && !v.shift { // what the counts leave
		below = max(0, min(rows, area.Dy()-v.gridSize().Y-1))
	}
	body.Max.Y -= below
	l.runs = area
	l.runs.Min.Y = body.Max.Y
	if below > 0 {
		body.Max.Y = max(body.Min.Y, body.Max.Y-1)
	}
	switch {
	case v.both():
		l.grid = body
		l.grid.Max.X = body.Min.X + v.gridSize().X
		beside := body
		beside.Min.X = l.grid.Max.X + gap
		l.plots[0], l.plots[1] = widget.SplitTop(beside, beside.Dy()/2)
	case v.shift:
		l.plots[0], l.plots[1] = body, body
		l.plots[0].Max.X = body.Min.X + (body.Dx()-2)/2
		l.plots[1].Min.X = l.plots[0].Max.X + 2
	default:
		l.grid = body
	}
	return l
}

// arrange keeps the selected cell on screen.
func (v *screen) arrange() {
	at := v.layout(v.area)
	size := v.shown.grid.size()
	v.at = image.Pt(max(0, min(v.at.X, size.X-1)), max(0, min(v.at.Y, size.Y-1)))
	rows := max(1, at.grid.Dy()-2)
	v.top = max(0, min(v.top, v.at.Y, size.Y-rows), v.at.Y-rows+1)
	v.runs.Columns = v.columns()
	v.runs.Resize(at.runs.Dy())
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at, t := v.layout(area), v.s.Theme
	g := &v.shown.grid
	pen := widget.NewPen(f, at.head)
	if v.run < len(v.s.Runs) {
		pen.Put(widget.Bold(widget.Ink(t.Accent)), "  "+ansi.Truncate(loaders.Clean(v.s.Run(v.run).Name), at.head.Dx()/2, "…"))
	}
	switch {
	case v.computing && (g.empty() || v.shown.of != v.run):
		pen.Put(widget.Ink(t.Faint), "  counting …")
	case g.empty():
		pen.Put(widget.Ink(t.Faint), "  the run has no answers to counting questions")
	default:
		pen.Put(widget.Ink(t.Text), "  "+widget.Percent(g.Right, g.Known)+" of "+loaders.Count(g.Known, "question")+" right")
	}
	if !at.grid.Empty() && !g.empty() {
		v.drawGrid(f, at.grid)
	}
	for k, room := range at.plots {
		v.plot(k).Draw(f, room, v.s.Look)
	}
	if !at.runs.Empty() {
		v.drawRuns(f, at.runs)
	}
}

// drawRuns draws the table of runs; a click on one shows its counts.
func (v *screen) drawRuns(f *widget.Frame, area image.Rectangle) {
	v.runs.Draw(f, area, v.s.Look, false)
	for i := range min(v.runs.Page(), len(v.listed)-v.runs.Top()) {
		y := area.Min.Y + v.runs.Header() + i
		f.Click(image.Rect(area.Min.X, y, area.Max.X, y+1), func() tea.Cmd { return v.show(v.listed[v.runs.Top()+i]) })
	}
}

// drawGrid draws the counts below their labels.
func (v *screen) drawGrid(f *widget.Frame, area image.Rectangle) {
	g, t := &v.shown.grid, v.s.Theme
	faint, head := widget.Ink(t.Faint), widget.Bold(widget.Ink(t.Faint))
	f.Text(area.Min.X+labelWidth+1, area.Min.Y, area.Dx()-labelWidth, faint, "predicted")
	f.Text(area.Min.X+2, area.Min.Y+1, labelWidth-2, faint, "gold")
	size := g.size()
	left := func(column int) (x, w int) {
		if column == len(g.predicted) {
			return area.Min.X + labelWidth + column*cellWidth, totalWidth
		}
		return area.Min.X + labelWidth + column*cellWidth, cellWidth
	}
	for column := range size.X {
		text := "n"
		if column < len(g.predicted) {
			text = labelText(g.predicted[column])
		}
		x, w := left(column)
		widget.RightText(f, x, area.Min.Y+1, w, head, text)
	}
	for row := v.top; row < size.Y && area.Min.Y+2+row-v.top < area.Max.Y; row++ {
		y, text := area.Min.Y+2+row-v.top, "n"
		if row < len(g.gold) {
			text = labelText(g.gold[row])
		}
		widget.RightText(f, area.Min.X, y, labelWidth-1, head, text)
		for column := range size.X {
			x, w := left(column)
			v.drawCell(f, image.Rect(x, y, x+w, y+1), image.Pt(column, row))
		}
	}
}

// drawCell draws how many questions a cell has, in the colour of their share of
// the row; right ones are bold, and where there are no colours have a sign.
func (v *screen) drawCell(f *widget.Frame, area image.Rectangle, at image.Point) {
	g, t := &v.shown.grid, v.s.Theme
	n, total := g.count(at), at.X == len(g.predicted) || at.Y == len(g.gold)
	text, style := strconv.Itoa(n), widget.Ink(t.Text)
	switch {
	case n == 0:
		text, style = "·", widget.Ink(t.Faint)
	case !total:
		style = v.s.Heat().Style(g.share(at))
	}
	if g.same(at) && n > 0 {
		style = widget.Bold(style)
		if len(text) < area.Dx()-1 {
			text = "✓" + text
		}
	}
	if at == v.at {
		style = widget.Bold(v.s.Selected())
		if len(text) < area.Dx() && !g.same(at) {
			text = "▸" + text
		}
	}
	f.Fill(area, style)
	widget.RightText(f, area.Min.X, area.Min.Y, area.Dx(), style, text)
	f.Click(area, func() tea.Cmd {
		if v.at == at && n > 0 {
			return v.open()
		}
		v.at = at
		return nil
	})
}

// plot is the accuracy of all runs over the share of questions that one strategy
// removes, the shown run's last.
func (v *screen) plot(k int) *widget.Plot {
	p := &widget.Plot{
		Title: strategies[k].String() + ": fewer " + parities[k] + " counts",
		Low:   "0 %", High: "100 %", At: v.percent, Of: places, Cursor: strconv.Itoa(v.percent) + " %", Move: v.toPercent,
	}
	var last []widget.Curve
	for run := range v.shown.runs {
		if !v.shown.runs[run].counts {
			continue
		}
		line := v.s.RunCurve(run, run == v.run)
		line.Values = v.shown.runs[run].accuracy[k]
		if run == v.run {
			last = []widget.Curve{line}
			continue
		}
		p.Curves = append(p.Curves, line)
	}
	p.Curves = append(p.Curves, last...)
	return p
}
