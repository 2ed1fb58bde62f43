package results

import (
	"image"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/figure"
	"faithscope/views/widget"
)

// figureCursor holds what stands out in a figure drawn in characters.
type figureCursor struct {
	X      float64         // where a line is drawn, NaN for none
	Series int             // drawn bold and solid over the others, -1 for none
	Move   func(x float64) // runs on a click, nil for none
}

func drawFigure(f *widget.Frame, area image.Rectangle, fig *figure.Figure, look widget.Look, cursor figureCursor) {
	panels := fig.PanelsBeside(cursor.Series)
	for i, at := range divideArea(area, len(panels), 2) {
		at.Max = at.Max.Sub(image.Pt(1, 0))
		canvas{f, at, &panels[i], look}.drawPanel(cursor)
	}
}

// drawPanel draws a pair of axes with title, ticks, line names, cursor and series; nothing if there
// is too little room. Clicking a column calls cursor.Move.
func (c canvas) drawPanel(cursor figureCursor) {
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
	plot.Max.X -= c.drawEnds()
	c.area = plot
	pen := widget.NewPen(f, image.Rect(plot.Min.X, head.Min.Y, plot.Max.X, head.Max.Y))
	pen.Put(widget.Bold(faint), widget.MetricName(p.Y.Label))
	if p.Title != "" {
		pen.Put(faint, " · ")
		pen.Put(widget.Bold(faint), p.Title)
	}
	number := func(y int, x float64) {
		widget.RightText(f, widget.LineAt(area.Min.X, y, label-1), faint, shortNumber(x))
	}
	number(plot.Min.Y, p.Y.Max())
	number(plot.Max.Y-1, p.Y.Min())
	if plot.Dy() > 6 {
		number(plot.Min.Y+plot.Dy()/2, (p.Y.Min()+p.Y.Max())/2)
	}
	f.DrawUpright(plot.Sub(image.Pt(1, 0)), faint)
	if cursor.X == cursor.X {
		f.DrawUpright(plot.Add(image.Pt(toWhole(p.X.At(cursor.X), plot.Dx()-1), 0)), look.Theme.Border)
	}
	f.Text(plot.Min.X-1, plot.Max.Y, plot.Dx()+1, faint, "└"+strings.Repeat("─", plot.Dx()))
	drawFoot(f, image.Rect(plot.Min.X, plot.Max.Y+1, plot.Max.X, area.Max.Y), p, faint)
	c.drawSeries(cursor.Series)
	for x := range plot.Dx() {
		if cursor.Move != nil {
			at := p.X.Min() + (p.X.Max()-p.X.Min())*float64(x)/float64(max(1, plot.Dx()-1))
			f.Click(image.Rect(plot.Min.X+x, plot.Min.Y, plot.Min.X+x+1, plot.Max.Y), widget.Do(func() { cursor.Move(at) }))
		}
	}
}

func drawFoot(f *widget.Frame, line image.Rectangle, p *figure.Panel, faint widget.Style) {
	for i, name := range p.Names {
		from, to := line.Min.X+i*line.Dx()/len(p.Names), line.Min.X+(i+1)*line.Dx()/len(p.Names)
		for y, part := range widget.Wrap(loaders.Clean(name), to-from-1) {
			if y < line.Dy() {
				f.Text(from, line.Min.Y+y, to-from-1, faint, part)
			}
		}
	}
	if p.Names != nil {
		return
	}
	low, high := shortNumber(p.X.Min()), shortNumber(p.X.Max())
	f.TextOver(line, faint, low)
	widget.RightText(f, line, faint, high)
	if room := line.Dx() - len(low) - len(high) - 4; room > 3 {
		name := widget.MetricName(loaders.Clean(p.X.Label))
		w := min(len([]rune(name)), room)
		f.Text(line.Min.X+len(low)+2+(room-w)/2, line.Min.Y, w, faint, name)
	}
}

// drawEnds writes line names right of the plot, near their last points, and returns the columns
// they take; 0 for other forms, a single line, or a narrow plot.
func (c canvas) drawEnds() int {
	plot, p := c.area, c.panel
	const least = 28 // columns of a plot with names
	w := 1 + widget.Widest(0, len(p.Series), func(i int) string { return p.Series[i].Name })
	w = min(w, 1+plot.Dx()/4)
	if p.Form != figure.Lines || plot.Dx()-w < least || len(p.Series) < 2 {
		return 0
	}
	taken := map[int]bool{}
	for _, s := range p.Series {
		last, ok := s.Last()
		y, _ := last.Y.Float()
		row := plot.Max.Y - 1 - toWhole(p.Y.At(y), plot.Dy()-1)
		for _, by := range []int{0, -1, 1, -2, 2} {
			at := row + by
			if isFree := !taken[at] && at >= plot.Min.Y && at < plot.Max.Y; ok && isFree {
				c.f.Text(plot.Max.X-w+1, at, w-1, seriesStyle(c.look, s.Look).Style, s.Name)
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

// drawSeries draws bars, curves or letters, and a diamond at the peak of the chosen series, or of
// each if chosen is below 0.
func (c canvas) drawSeries(chosen int) {
	p := c.panel
	if p.Form == figure.Bars {
		for i := range p.Series {
			c.drawBars(i)
		}
		return
	}
	c.drawCurves(chosen)
	for _, i := range drawOrder(len(p.Series), chosen) {
		s := p.Series[i]
		st, mark := seriesStyle(c.look, s.Look).Style, "•"
		if i == chosen {
			st = widget.Bold(st)
		}
		if p.Form == figure.Points {
			mark = seriesSign(i)
		}
		for _, at := range s.Points {
			if p.Form == figure.Points || len(s.Points) <= c.area.Dx()/2 {
				c.putPoint(at, st, mark, widget.If(p.Form == figure.Points && len(s.Points) == 1, s.Name))
			}
		}
		showsPeak := p.Peak && (i == chosen || chosen < 0)
		if at, ok := s.Peak(); ok && showsPeak {
			c.putPoint(at, st, "◆", "")
		}
	}
}

// drawCurves draws lines, the chosen series last, so that it is over the others.
func (c canvas) drawCurves(chosen int) {
	widget.Chart(c.f, c.area, loaders.Map(drawOrder(len(c.panel.Series), chosen), func(i int) widget.Curve {
		p, s := c.panel, &c.panel.Series[i]
		curve := seriesStyle(c.look, s.Look)
		switch { // the chosen one alone is solid
		case i == chosen:
			curve.Style, curve.Pattern = widget.Bold(curve.Style), 0
		case chosen >= 0:
			curve.Pattern = 1 + s.Look.Mark
		}
		curve.At = func(share float64) (float64, bool) {
			y, ok := s.At(p.X.Min() + (p.X.Max()-p.X.Min())*share)
			return p.Y.At(y), ok && p.Form == figure.Lines
		}
		return curve
	})...)
}

// putPoint draws a mark and its name in the nearest of five lines with blank cells; without one
// only the mark.
func (c canvas) putPoint(point figure.Point, st widget.Style, mark, name string) {
	plot, p := c.area, c.panel
	height, ok := point.Y.Float()
	if !ok {
		return
	}
	x, y := plot.Min.X+toWhole(p.X.At(point.X), plot.Dx()-1), plot.Max.Y-1-toWhole(p.Y.At(height), plot.Dy()-1)
	for _, by := range []int{0, -1, 1, -2, 2} {
		if name != "" && isBlank(c.f, image.Rect(x, y+by, x+len(name)+3, y+by+1), plot) {
			mark, y = mark+" "+name, y+by
			break
		}
	}
	c.f.Text(x, y, plot.Max.X-x, st, mark)
}

func isBlank(f *widget.Frame, line, area image.Rectangle) bool {
	for x := line.Min.X; x < line.Max.X; x++ {
		if text, _ := f.At(x, line.Min.Y); strings.TrimSpace(text) != "" {
			return false
		}
	}
	return line.In(area)
}

// drawBars draws series k in eighths of a cell, the first of several behind the others, and over
// names with its letter.
func (c canvas) drawBars(k int) {
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
