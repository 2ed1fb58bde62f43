package results

import (
	"image"
	"image/color"
	"iter"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/figure"
	"faithscope/views/drawing"
	"faithscope/views/widget"
	"github.com/charmbracelet/x/ansi"
)

// plotter draws a figure as a picture.
type plotter struct {
	*drawing.Drawing
	f *figure.Figure
	chartStyle
}

func (p *plotter) strokeDashes(c color.RGBA, lineWidth float64, dashPattern []float64, pathPoints ...image.Point) {
	for _, piece := range cutDashes(pathPoints, dashPattern) {
		p.Stroke(c, lineWidth, piece...)
	}
}

func (p *plotter) drawText(text string, textPosition image.Point, alignmentShare, fontScale float64, c color.RGBA) {
	p.Text(loaders.Clean(text), textPosition, drawing.Style{Color: c, Size: fontScale * p.letter, Share: alignmentShare})
}

func (p *plotter) textWidth(text string, fontScale float64) int {
	return drawing.TextWidth(loaders.Clean(text), fontScale*p.letter)
}

func (p *plotter) fitText(text string, availableWidth int, fontScale float64) string {
	if w := p.textWidth(text, fontScale); w > availableWidth {
		return widget.Shorten(text, ansi.StringWidth(text)*availableWidth/w-1)
	}
	return text
}

// drawLegend draws samples and names at the bottom of area and returns their height.
func (p *plotter) drawLegend(area image.Rectangle) int {
	series := legendNames(p.f)
	shown := loaders.Filter(loaders.Indices(len(series)), func(i int) bool { return series[i].Points != nil })
	if len(shown) == 0 {
		return 0
	}
	sample, wide := int(3.5*p.letter), 0
	texts := make([]string, len(series))
	for i, s := range series {
		texts[i] = widget.If(hasLetters(p.f), seriesSign(i)+" ") + s.Name + " (" + countedWords(s) + ")"
		wide = max(wide, p.textWidth(texts[i], 1))
	}
	column := sample + wide + int(2.5*p.letter)
	columns := max(1, min(len(shown), (area.Dx()-int(2*p.letter))/column))
	rows := (len(shown) + columns - 1) / columns
	line := int(1.5 * p.letter)
	for place, i := range shown {
		s, at := series[i], image.Pt(area.Min.X+int(p.letter)+place%columns*column, area.Max.Y-(rows-place/columns)*line+int(p.letter/2))
		behind := at.Add(image.Pt(sample, 0))
		switch up := image.Pt(0, int(p.letter/3)); p.f.Panels[0].Form {
		case figure.Points:
			p.drawText(seriesSign(i), behind, 1, 1, p.colorOf(&s))
		case figure.Bars:
			p.Rect(p.colorOf(&s), image.Rectangle{image.Pt(at.X+4*up.Y, at.Y-2*up.Y), behind})
			p.drawText(widget.If(p.f.Panels[0].Names != nil, seriesSign(i)), at, 0, 1, p.colorOf(&s))
		case figure.Lines:
			p.strokeDashes(p.colorOf(&s), p.widthOf(i), p.dashesOf(s.Look.Mark), at.Sub(up), behind.Sub(up))
		}
		p.drawText(texts[i], behind.Add(image.Pt(int(p.letter/2), 0)), 0, 1, p.ink.Text)
	}
	return rows*line + int(p.letter/2)
}

func (p *plotter) colorOf(s *figure.Series) color.RGBA {
	return p.ink.Series[s.Look.Color%len(p.ink.Series)]
}

func (p *plotter) widthOf(seriesIndex int) float64 {
	return loaders.IfElse(seriesIndex == p.chosen, 4.0, 2)
}

// axes is a panel on a picture.
type axes struct {
	*plotter
	*figure.Panel
	area   image.Rectangle // between the axes
	room   int             // for line names
	places map[int]complex128
	taken  []image.Point // by points and text
}

// small is the relative size of letters at axes and lines.
const small = .85

// drawPanel draws a pair of axes over area: titles, ticks, series and names; nothing if no room is
// left inside. Names come last, because they avoid the points.
func (p *plotter) drawPanel(panel *figure.Panel, area image.Rectangle) {
	em, a := int(p.letter), axes{plotter: p, Panel: panel}
	if panel.Form == figure.Lines && len(panel.Series) > 1 && float64(area.Dx()) >= 25*p.letter {
		for _, s := range panel.Series {
			a.room = min(max(a.room, p.textWidth(s.Name, small)), area.Dx()/3)
		}
	}
	if hasLetters(p.f) {
		a.places = placeLetters(panel, float64(area.Dx())/p.letter, float64(area.Dy())/p.letter-5)
		a.room = em
	}
	if a.area = image.Rect(area.Min.X+7*em/2, area.Min.Y+2*em, area.Max.X-em-a.room, area.Max.Y-3*em); a.area.Empty() {
		return
	}
	title := p.titleOf(panel, area.Max.X-a.area.Min.X)
	p.drawText(title, image.Pt(a.area.Min.X, area.Min.Y+em), 0, 1, p.ink.Text)
	if p.textWidth(title, 1) > a.area.Dx() { // where names begin
		a.taken = append(a.taken, image.Pt(a.area.Max.X+em/3, area.Min.Y+em))
	}
	p.drawText(p.axisName(panel.X.Label, area.Dx()-a.room-3*em), image.Pt((a.area.Min.X+a.area.Max.X)/2, area.Max.Y-em/2),
		.5, small, p.ink.Text)
	for x, label := range ticksOn(panel.X, a.area.Dx(), small*p.letter) {
		at, middle := a.placeOf(x, panel.Y.Min()), 0
		p.Stroke(p.ink.Faint, 1, at, image.Pt(at.X, a.area.Min.Y))
		if panel.Names != nil {
			middle = a.area.Dx() / len(panel.Names)
			label = p.fitText(panel.Name(x), middle, small)
		}
		p.drawText(label, at.Add(image.Pt(middle/2, 5*em/4)), .5, small, p.ink.Text)
	}
	for y, label := range ticksOn(panel.Y, 4*a.area.Dy(), small*p.letter) {
		at := a.placeOf(panel.X.Min(), y)
		p.Stroke(p.ink.Faint, 1, at, image.Pt(a.area.Max.X, at.Y))
		p.drawText(label, at.Add(image.Pt(-em/2, em/3)), 1, small, p.ink.Text)
	}
	if p.cursor == p.cursor {
		at := a.placeOf(p.cursor, panel.Y.Min())
		p.strokeDashes(p.ink.Text, 2, []float64{p.letter / 4, p.letter / 4}, at, image.Pt(at.X, a.area.Min.Y))
	}
	p.Stroke(p.ink.Text, 1, a.area.Min, image.Pt(a.area.Min.X, a.area.Max.Y), a.area.Max)
	order := drawOrder(len(panel.Series), p.chosen)
	for _, i := range order {
		a.drawSeries(i)
	}
	for _, i := range slices.Backward(order) {
		a.drawNames(i)
	}
}

// titleOf leaves a data set out that all panels share, if both don't fit.
func (p *plotter) titleOf(panel *figure.Panel, availableWidth int) string {
	label := widget.MetricName(panel.Y.Label)
	title := strings.TrimSuffix(label+" · "+panel.Title, " · ")
	isOther := func(other figure.Panel) bool { return other.Title != p.f.Panels[0].Title }
	if p.textWidth(title, 1) > availableWidth && p.chosen >= 0 && !slices.ContainsFunc(p.f.Panels, isOther) {
		title = label
	}
	return p.fitText(title, availableWidth, 1)
}

// axisName is "p >" where "probability of a predicted box, p >" doesn't fit.
func (p *plotter) axisName(label string, availableWidth int) string {
	if p.textWidth(label, small) > availableWidth {
		label = strings.TrimSpace(label[strings.LastIndex(label, ", ")+1:])
	}
	return p.fitText(label, availableWidth, small)
}

func (a *axes) placeOf(x, y float64) image.Point {
	return image.Pt(a.area.Min.X+toWhole(a.X.At(x), a.area.Dx()), a.area.Max.Y-toWhole(a.Y.At(y), a.area.Dy()))
}

// ticksOn yields an axis's ticks with labels, "" for those left out because labels, each as wide as
// four letters are high, wouldn't fit into availableLength pixels.
func ticksOn(a figure.Axis, availableLength int, letterSize float64) iter.Seq2[float64, string] {
	every := 1
	for float64(len(a.Ticks)/every)*4*letterSize > float64(availableLength) {
		every++
	}
	return func(yield func(float64, string) bool) {
		for i, x := range a.Ticks {
			if !yield(x, widget.If(i%every == 0, strconv.FormatFloat(x, 'g', 4, 64))) {
				return
			}
		}
	}
}

// drawSeries interrupts a line at an undefined value, which has no height. Up to 20 points have marks,
// because more can't be told apart.
func (a *axes) drawSeries(k int) {
	s, line := &a.Series[k], []image.Point(nil)
	c := a.colorOf(s)
	for i, at := range s.Points {
		y, ok := at.Y.Float()
		here := a.placeOf(at.X, y)
		if ok {
			line = append(line, here)
		}
		switch {
		case !ok:
		case a.Form == figure.Bars:
			from, to := a.Bar(k, i)
			a.Rect(c, image.Rect(a.placeOf(from, y).X+1, here.Y, a.placeOf(to, y).X, a.placeOf(0, 0).Y))
			if a.Names != nil && len(a.Series) > 1 {
				a.drawText(seriesSign(k), image.Pt((a.placeOf(from, y).X+a.placeOf(to, y).X)/2, here.Y-int(a.letter/4)), .5, small, c)
			}
		case a.Form == figure.Points || len(s.Points) <= 20: // each can be seen
			corners := loaders.Map(shapes[s.Look.Mark%len(shapes)], func(by image.Point) image.Point {
				return here.Add(by.Mul(int(a.widthOf(k)) / 2))
			})
			a.Fill(c, append(corners, corners[0])...)
		}
		if a.Form == figure.Lines && (!ok || i == len(s.Points)-1) {
			a.strokeDashes(c, a.widthOf(k), a.dashesOf(s.Look.Mark), line...)
			line = nil
		}
	}
	beside := image.Pt(-int(a.letter/4), int(a.letter/3))
	a.taken = append(a.taken, loaders.Map(line, beside.Add)...)
}

// drawNames names a series, and its points that have names, where a place is free: the legend and the
// cursor have the others.
func (a *axes) drawNames(i int) {
	s, far := &a.Series[i], int(a.letter)
	if at := a.places[i]; at != 0 {
		x, y := a.area.Min.X+toWhole(real(at), a.area.Dx()), a.area.Max.Y-toWhole(imag(at), a.area.Dy())
		a.drawText(seriesSign(i), image.Pt(x, y+far/3), .5, 1, a.colorOf(s))
		return
	}
	last, ok := s.Last()
	if !ok || a.Form == figure.Bars || a.Form == figure.Lines && a.room == 0 {
		return
	}
	if y, _ := last.Y.Float(); a.Form == figure.Lines {
		end := image.Pt(a.area.Max.X+far*2/3, a.placeOf(last.X, y).Y)
		name := loaders.IfElse(a.places != nil, seriesSign(i), a.fitText(s.Name, a.room, small))
		a.drawName(s, name, small, end, loaders.Map(namePlaces, func(by image.Point) image.Point {
			return image.Pt(0, far/3).Add(by.Mul(far))
		}))
		return
	}
	sign, around := seriesSign(i), []image.Point{
		{far / 2, far / 3}, {-far, far / 3}, {-far / 4, -far / 2}, {-far / 4, far * 5 / 4},
		{far / 2, -far / 3}, {-far, -far / 3}, {far / 2, far}, {-far, far},
	}
	for _, point := range slices.Backward(s.Points) {
		name := strings.TrimSpace(sign + " " + point.Name)
		if y, ok := point.Y.Float(); ok && name != "" {
			a.drawName(s, name, loaders.IfElse(point.Name == "", 1, small), a.placeOf(point.X, y), around)
			sign = ""
		}
	}
}

func (a *axes) drawName(s *figure.Series, name string, relativeSize float64, mark image.Point, around []image.Point) {
	near, more := int(a.letter), 0
	if a.Form == figure.Points {
		near = near * 2 / 3
		more = max(0, a.textWidth(name, relativeSize)-int(a.letter))
	}
	for _, by := range around {
		q := mark.Add(by)
		room := image.Rect(q.X-near+1, q.Y-near+1, q.X+near+1+more, q.Y+near+1)
		isTaken := slices.ContainsFunc(a.taken, func(o image.Point) bool { return o.In(room) })
		if !isTaken && (more == 0 || q.Add(image.Pt(2*near+more, 0)).In(a.area)) {
			a.drawText(name, q, 0, relativeSize, a.colorOf(s))
			for x := 0; x <= more; x += near {
				a.taken = append(a.taken, q.Add(image.Pt(x, 0)))
			}
			return
		}
	}
}

// shapes are the marks of points: a square, a diamond, triangles, bars.
var shapes = [][]image.Point{
	{{-3, -3}, {3, -3}, {3, 3}, {-3, 3}},
	{{0, -5}, {5, 0}, {0, 5}, {-5, 0}},
	{{0, -5}, {4, 3}, {-4, 3}},
	{{0, 5}, {4, -3}, {-4, -3}},
	{{-5, -2}, {5, -2}, {5, 2}, {-5, 2}},
	{{-2, -5}, {2, -5}, {2, 5}, {-2, 5}},
}
