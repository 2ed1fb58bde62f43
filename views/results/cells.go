package results

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/figure"
	"faithscope/views/widget"
)

// figureCursor holds what stands out in a figure drawn in characters.
type figureCursor struct {
	X      float64         // where a line is drawn, NaN for none
	Series int             // drawn bold and heavy over the others, -1 for none
	Move   func(x float64) // runs on a click, nil for none
}

func drawFigure(f *widget.Frame, area image.Rectangle, fig *figure.Figure, look widget.Look, plotCursor figureCursor) {
	panels := fig.PanelsBeside(plotCursor.Series)
	parts := divideArea(area, len(panels), 2)
	for i := range panels {
		parts[i].Max.X--
		textCanvas{f, parts[i], &panels[i], look, hasLetters(fig)}.drawPanel(plotCursor)
	}
}

func (c textCanvas) drawPanel(plotCursor figureCursor) {
	const label = 5 // columns left of the axis
	f, area, p, look := c.f, c.area, c.panel, c.look
	if area.Dx() < label+6 || area.Dy() < 4 {
		return
	}
	faint := look.Theme.Faint
	head, plot := widget.SplitTop(area, 1)
	plot.Min.X += label
	plot.Max.Y -= 2 + min(1, len(p.Names))
	c.area = plot
	var places map[int]complex128
	if c.isLettered {
		places = placeLetters(p, float64(plot.Dx())/3, float64(plot.Dy())/1.5)
	}
	plot.Max.X -= c.drawEnds(places)
	c.area = plot
	head.Min.X = plot.Min.X
	pen := widget.NewPen(f, head)
	pen.Put(widget.Bold(faint), widget.MetricName(p.Y.Label))
	if p.Title != "" {
		pen.Put(faint, " · ")
		pen.Put(widget.Bold(faint), widget.Shorten(loaders.Clean(p.Title), head.Max.X-pen.X()))
	}
	number := func(y int, x float64) {
		widget.RightText(f, widget.LineAt(area.Min.X, y, label-1), faint, shortNumber(x))
	}
	number(plot.Min.Y, p.Y.Max())
	number(plot.Max.Y-1, p.Y.Min())
	if plot.Dy() > 6 {
		number(plot.Min.Y+plot.Dy()/2, (p.Y.Min()+p.Y.Max())/2)
	}
	drawUpright(f, plot.Sub(image.Pt(1, 0)), faint)
	if plotCursor.X == plotCursor.X {
		drawUpright(f, plot.Add(image.Pt(toWhole(p.X.At(plotCursor.X), plot.Dx()-1), 0)), look.Theme.Accent)
	}
	f.Text(plot.Min.X-1, plot.Max.Y, plot.Dx()+1, faint, "└"+strings.Repeat("─", plot.Dx()))
	drawFoot(f, image.Rect(plot.Min.X, plot.Max.Y+1, plot.Max.X, area.Max.Y), p, faint)
	c.drawSeries(plotCursor.Series)
	for i, at := range places {
		x, y := plot.Min.X+toWhole(real(at), plot.Dx()-1), plot.Max.Y-1-toWhole(imag(at), plot.Dy()-1)
		f.Text(x, y, 1, seriesStyle(look, p.Series[i].Look).Style, seriesSign(i))
	}
	for x := range plot.Dx() {
		if plotCursor.Move != nil {
			at := p.X.Min() + (p.X.Max()-p.X.Min())*float64(x)/float64(max(1, plot.Dx()-1))
			f.Click(image.Rect(plot.Min.X+x, plot.Min.Y, plot.Min.X+x+1, plot.Max.Y), widget.Do(func() { plotCursor.Move(at) }))
		}
	}
}

func drawUpright(f *widget.Frame, area image.Rectangle, st widget.Style) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		f.Cell(area.Min.X, y, st, "│")
	}
}

func drawFoot(f *widget.Frame, lineArea image.Rectangle, p *figure.Panel, faintStyle widget.Style) {
	for i, name := range p.Names {
		from, to := lineArea.Min.X+i*lineArea.Dx()/len(p.Names), lineArea.Min.X+(i+1)*lineArea.Dx()/len(p.Names)
		for y, part := range widget.Wrap(loaders.Clean(name), to-from-1) {
			if y < lineArea.Dy() {
				f.Text(from, lineArea.Min.Y+y, to-from-1, faintStyle, part)
			}
		}
	}
	if p.Names != nil {
		return
	}
	low, high := shortNumber(p.X.Min()), shortNumber(p.X.Max())
	f.TextOver(lineArea, faintStyle, low)
	widget.RightText(f, lineArea, faintStyle, high)
	if room := lineArea.Dx() - len(low) - len(high) - 4; room > 3 {
		name := widget.Shorten(widget.MetricName(loaders.Clean(p.X.Label)), room)
		w := len([]rune(name))
		f.Text(lineArea.Min.X+len(low)+2+(room-w)/2, lineArea.Min.Y, w, faintStyle, name)
	}
}

// drawEnds writes line names beside their ends, so that nobody has to match colours; none for other
// forms, lines with a place of their own, a single line, or a plot that would be too narrow. It returns the
// columns they take.
func (c textCanvas) drawEnds(places map[int]complex128) int {
	plot, p := c.area, c.panel
	const least = 26 // columns of a plot with names
	w := min(1+widget.Widest(0, len(p.Series), func(i int) string { return p.Series[i].Name }), 1+plot.Dx()/3)
	if c.isLettered {
		w = 2
	}
	if p.Form != figure.Lines || plot.Dx()-w < least || len(p.Series) < 2 {
		return 0
	}
	taken := map[image.Point]bool{}
	for i, s := range p.Series {
		last, ok := s.Last()
		end, _ := c.placeOf(last)
		for _, by := range namePlaces {
			at := image.Pt(plot.Max.X-w+1, end.Y).Add(by)
			if ok && places[i] == 0 && !taken[at] && at.In(plot) {
				name := loaders.IfElse(c.isLettered, seriesSign(i), widget.Shorten(s.Name, w-1))
				c.f.Text(at.X, at.Y, w-1, seriesStyle(c.look, s.Look).Style, name)
				taken[at] = true
				break
			}
		}
	}
	return w
}

func shortNumber(x float64) string {
	return strings.Replace(strconv.FormatFloat(x, 'g', 3, 64), "0.", ".", 1)
}

// drawSeries draws the chosen series last, so that no other covers it.
func (c textCanvas) drawSeries(chosenSeries int) {
	p := c.panel
	if p.Form == figure.Bars {
		for i := range p.Series {
			c.drawBars(i)
		}
		return
	}
	c.drawCurves(chosenSeries)
	order := drawOrder(len(p.Series), chosenSeries)
	styleOf := func(i int) widget.Style {
		st := seriesStyle(c.look, p.Series[i].Look).Style
		return loaders.IfElse(i == chosenSeries, widget.Bold(st), st)
	}
	for _, i := range order {
		s := p.Series[i]
		st, mark := styleOf(i), "•"
		if p.Form == figure.Points {
			mark = seriesSign(i)
		}
		for _, at := range s.Points {
			if p.Form == figure.Points || len(s.Points) <= c.area.Dx()/2 {
				c.putMark(at, st, mark)
			}
		}
		showsPeak := p.Peak && (i == chosenSeries || chosenSeries < 0)
		if at, ok := s.Peak(); ok && showsPeak {
			c.putMark(at, st, "◆")
		}
	}
	if p.Form == figure.Points {
		c.drawNames(order, styleOf)
	}
}

// drawNames names points after all marks are drawn, so that no name hides one.
func (c textCanvas) drawNames(order []int, styleOf func(i int) widget.Style) {
	for _, i := range slices.Backward(order) {
		s := c.panel.Series[i]
		for _, at := range slices.Backward(s.Points) {
			if name := cmp.Or(at.Name, widget.If(len(s.Points) == 1, s.Name)); name != "" {
				c.putName(at, styleOf(i), seriesSign(i), name)
			}
		}
	}
}

// drawCurves draws lines, the chosen series last, so that it is over the others.
func (c textCanvas) drawCurves(chosenSeries int) {
	widget.Chart(c.f, c.area, loaders.Map(drawOrder(len(c.panel.Series), chosenSeries), func(i int) widget.Curve {
		p, s := c.panel, &c.panel.Series[i]
		curve := seriesStyle(c.look, s.Look)
		if curve.Heavy = i == chosenSeries; curve.Heavy {
			curve.Style = widget.Bold(curve.Style)
		}
		curve.At = func(share float64) (float64, bool) {
			y, ok := s.At(p.X.Min() + (p.X.Max()-p.X.Min())*share)
			return p.Y.At(y), ok && p.Form == figure.Lines
		}
		return curve
	})...)
}

func (c textCanvas) placeOf(point figure.Point) (at image.Point, ok bool) {
	height, ok := point.Y.Float()
	return image.Pt(c.area.Min.X+toWhole(c.panel.X.At(point.X), c.area.Dx()-1),
		c.area.Max.Y-1-toWhole(c.panel.Y.At(height), c.area.Dy()-1)), ok
}

func (c textCanvas) putMark(point figure.Point, st widget.Style, mark string) {
	if at, ok := c.placeOf(point); ok {
		c.f.Text(at.X, at.Y, c.area.Max.X-at.X, st, mark)
	}
}

// putName puts the name of a visible mark beside it, or a line away if no other mark is there.
func (c textCanvas) putName(point figure.Point, st widget.Style, mark, name string) {
	at, ok := c.placeOf(point)
	shown, _ := c.f.At(at.X, at.Y)
	w := ansi.StringWidth(name)
	for _, by := range []int{0, -1, 1} {
		for _, x := range []int{at.X + 2, at.X - 1 - w} {
			if ok && shown == mark && isBlank(c.f, widget.LineAt(x-1-by*by, at.Y+by, w+2+2*by*by), c.area) {
				c.f.Text(x, at.Y+by, w, st, name)
				return
			}
		}
	}
}

func isBlank(f *widget.Frame, lineArea, figureArea image.Rectangle) bool {
	for x, y := range widget.CellsOf(lineArea) {
		if text, _ := f.At(x, y); strings.TrimSpace(text) != "" {
			return false
		}
	}
	return lineArea.In(figureArea)
}

// drawBars draws eighths of a cell, because whole cells hide small differences. The first of several
// stands behind the others; named ones have their letter, for readers who can't tell colours.
func (c textCanvas) drawBars(k int) {
	f, plot, p, s := c.f, c.area, c.panel, c.panel.Series[k]
	st := seriesStyle(c.look, s.Look).Style
	behind := k == 0 && len(p.Series) > 1 && p.Names == nil
	for i, at := range s.Points {
		height, ok := at.Y.Float()
		if !ok || height <= 0 {
			continue
		}
		low, high := p.Bar(k, i)
		from, to := int(p.X.At(low)*float64(plot.Dx())+1e-9), int(p.X.At(high)*float64(plot.Dx())+1e-9)
		if to-from > 1 {
			to-- // a gap between bars
		}
		eighths := max(1, toWhole(p.Y.At(height), 8*plot.Dy()))
		if top := plot.Max.Y - 1 - (eighths+7)/8; p.Names != nil && len(p.Series) > 1 {
			f.Text(plot.Min.X+(from+to)/2, max(plot.Min.Y, top), 1, st, seriesSign(k))
		}
		for y := plot.Max.Y - 1; eighths > 0; y, eighths = y-1, eighths-8 {
			for x := from; x < to; x++ {
				f.Cell(plot.Min.X+x, y, st, loaders.IfElse(behind, "░", widget.Levels[min(eighths, 8)-1]))
			}
		}
	}
}
