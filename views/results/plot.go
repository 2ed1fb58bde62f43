package results

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/wcharczuk/go-chart/v2"
	"github.com/wcharczuk/go-chart/v2/drawing"

	"faithscope/loaders"
	"faithscope/scoring/figure"
)

// WriteSVG writes a figure as an SVG of size pixels; letter is the height of its
// text. A figure without a title goes without a legend too.
func WriteSVG(w io.Writer, f *figure.Figure, size image.Point, letter float64, ink Ink) error {
	return write(w, f, chart.SVG, true, size, letter, ink)
}

// WritePNG writes it as a PNG.
func WritePNG(w io.Writer, f *figure.Figure, size image.Point, letter float64, ink Ink) error {
	return write(w, f, chart.PNG, false, size, letter, ink)
}

// plotter draws on one sheet.
type plotter struct {
	chart.Renderer
	f      *figure.Figure
	markup bool // text is part of a document
	size   image.Point
	letter float64
	ink    Ink
}

func write(w io.Writer, f *figure.Figure, on chart.RendererProvider, markup bool, size image.Point, letter float64, ink Ink) error {
	r, err := on(size.X, size.Y)
	if err != nil {
		return err
	}
	font, err := chart.GetDefaultFont()
	if err != nil {
		return err
	}
	r.SetDPI(72) // so that points are pixels
	p := &plotter{sheet{r, image.Point{}, markup}, f, markup, size, letter, ink}
	p.fill(image.Rectangle{Max: size})
	p.SetFont(font)
	area := image.Rectangle{Max: size}
	if f.Title != "" {
		p.title()
		area = image.Rect(0, int(2.2*letter), size.X, size.Y-p.legend())
	}
	for i, at := range cut(area, len(f.Panels), 1) {
		if err := p.panel(i, at.Inset(int(letter/2))); err != nil {
			return err
		}
	}
	return r.Save(w)
}

// cut divides area among n panels, in the columns that leave each the shape nearest to
// that of a figure in a paper. Its units are tall times as high as they are wide.
func cut(area image.Rectangle, n int, tall float64) (parts []image.Rectangle) {
	const shape = 1.5
	columns, best := 1, math.Inf(1)
	for c := 1; c <= n; c++ {
		rows := (n + c - 1) / c
		off := math.Abs(math.Log(float64(area.Dx()) / float64(c) / (tall * float64(area.Dy()) / float64(rows)) / shape))
		if off < best {
			columns, best = c, off
		}
	}
	rows := (n + columns - 1) / max(1, columns)
	for i := range n {
		x, y := i%columns, i/columns
		part := image.Rect(x*area.Dx()/columns, y*area.Dy()/rows, (x+1)*area.Dx()/columns, (y+1)*area.Dy()/rows)
		parts = append(parts, part.Add(area.Min))
	}
	return parts
}

func (p *plotter) fill(area image.Rectangle) {
	p.SetFillColor(inked(p.ink.Back))
	p.SetStrokeColor(inked(p.ink.Back))
	p.MoveTo(area.Min.X, area.Min.Y)
	p.LineTo(area.Max.X, area.Min.Y)
	p.LineTo(area.Max.X, area.Max.Y)
	p.LineTo(area.Min.X, area.Max.Y)
	p.Close()
	p.Fill()
}

func (p *plotter) write(text string, x, y int, c color.RGBA) {
	p.SetFontSize(p.letter)
	p.SetFontColor(inked(c))
	p.Text(text, x, y)
}

func (p *plotter) title() {
	p.SetFontSize(1.2 * p.letter)
	p.SetFontColor(inked(p.ink.Text))
	p.Text(p.f.Title, int(p.letter), int(1.7*p.letter))
}

// legend writes the names of the series at the foot, and returns its height.
func (p *plotter) legend() int {
	series := names(p.f)
	if len(series) == 0 {
		return 0
	}
	p.SetFontSize(p.letter)
	sample, wide := int(2.5*p.letter), 0
	texts := make([]string, len(series))
	for i, s := range series {
		texts[i] = s.Name + " (" + counted(s) + ")"
		wide = max(wide, p.MeasureText(texts[i]).Width())
	}
	column := sample + wide + int(2.5*p.letter)
	columns := max(1, min(len(series), (p.size.X-int(2*p.letter))/column))
	rows := (len(series) + columns - 1) / columns
	line := int(1.5 * p.letter)
	for i := range series {
		x, y := int(p.letter)+i%columns*column, p.size.Y-(rows-i/columns)*line+int(p.letter/2)
		p.sample(i, x, y, sample)
		p.write(texts[i], x+sample+int(p.letter/2), y, p.ink.Text)
	}
	return rows*line + int(p.letter/2)
}

// sample draws what a series looks like, with its foot at (x, y).
func (p *plotter) sample(i, x, y, width int) {
	s := &p.f.Panels[0].Series[i]
	c := p.colorOf(s)
	if p.f.Panels[0].Form == figure.Points {
		p.write(sign(i), x+width-int(p.letter), y, c)
		return
	}
	p.SetStrokeColor(inked(c))
	p.SetStrokeWidth(2)
	p.SetStrokeDashArray(dashes[s.Look.Mark%len(dashes)])
	p.MoveTo(x, y-int(p.letter/3))
	p.LineTo(x+width, y-int(p.letter/3))
	p.Stroke()
	p.SetStrokeDashArray(nil)
}

func (p *plotter) colorOf(s *figure.Series) color.RGBA {
	return p.ink.Series[s.Look.Color%len(p.ink.Series)]
}

// counted says how many examples the points of a series rest on.
func counted(s figure.Series) string {
	low, high := math.MaxInt, 0
	for _, at := range s.Points {
		low, high = min(low, at.N), max(high, at.N)
	}
	if low >= high {
		return "n " + strconv.Itoa(high)
	}
	return fmt.Sprintf("n %d–%d", low, high)
}

// panel draws panel i into area.
func (p *plotter) panel(i int, area image.Rectangle) error {
	panel := &p.f.Panels[i]
	font := p.letter * .85
	text := chart.Style{FontSize: font, FontColor: inked(p.ink.Text), StrokeColor: inked(p.ink.Text)}
	upward := text
	upward.TextRotationDegrees = 270
	grid := chart.Style{StrokeColor: inked(p.ink.Faint), StrokeWidth: 1}
	room := p.names(panel, area.Dx())
	c := chart.Chart{
		Title: panel.Title, TitleStyle: chart.Style{FontSize: p.letter, FontColor: inked(p.ink.Text), Padding: chart.Box{Top: 2, IsSet: true}},
		Width: area.Dx(), Height: area.Dy(), DPI: 72, ColorPalette: palette{chart.DefaultColorPalette, p.ink},
		Background: chart.Style{Padding: chart.Box{
			Top: int(1.8 * p.letter), Left: int(1.6 * p.letter), Right: int(p.letter) + room, Bottom: int(p.letter / 2), IsSet: true,
		}},
		XAxis: chart.XAxis{
			Name: panel.X.Label, NameStyle: text, Style: text,
			Ticks: ticks(panel.X, area.Dx(), font), GridMajorStyle: grid, GridMinorStyle: grid,
		},
		// The library takes the ends of the axis on the left from the ticks of the
		// one on the right.
		YAxis: chart.YAxis{Style: chart.Hidden(), Ticks: ticks(panel.Y, 4*area.Dy(), font)},
		YAxisSecondary: chart.YAxis{
			Name: panel.Y.Label, NameStyle: upward, Style: text,
			Ticks: ticks(panel.Y, 4*area.Dy(), font), GridMajorStyle: grid, GridMinorStyle: grid,
		},
	}
	if float64(area.Dy()) < 11*p.letter { // the ticks say enough
		c.XAxis.Name, c.YAxisSecondary.Name = "", ""
	}
	for _, s := range panel.Series {
		c.Series = append(c.Series, p.series(panel.Form, &s)...)
	}
	if panel.Form != figure.Bars {
		c.Series = append(c.Series, &signs{chart.ContinuousSeries{YAxis: chart.YAxisSecondary}, p, panel, room})
	}
	return c.Render(func(int, int) (chart.Renderer, error) { return sheet{p.Renderer, area.Min, false}, nil }, io.Discard)
}

// series returns the parts of a series that are drawn in one go: a gap divides a
// line.
func (p *plotter) series(form figure.Form, s *figure.Series) []chart.Series {
	look := chart.Style{StrokeColor: inked(p.colorOf(s)), StrokeWidth: 2, StrokeDashArray: dashes[s.Look.Mark%len(dashes)]}
	switch {
	case form == figure.Points:
		look.StrokeWidth, look.StrokeDashArray, look.DotWidth, look.DotColor = chart.Disabled, nil, p.letter/3.5, look.StrokeColor
	case form == figure.Bars:
		look.StrokeDashArray, look.StrokeWidth, look.FillColor = nil, 1, inked(p.colorOf(s)).WithAlpha(170)
	case len(s.Points) <= 20: // each can be seen
		look.DotWidth, look.DotColor = 3, look.StrokeColor
	}
	var parts []chart.Series
	var line chart.ContinuousSeries
	end := func() {
		if len(line.XValues) > 0 && form == figure.Bars {
			parts = append(parts, chart.HistogramSeries{Style: look, YAxis: chart.YAxisSecondary, InnerSeries: line})
		} else if len(line.XValues) > 0 {
			parts = append(parts, line)
		}
		line = chart.ContinuousSeries{Style: look, YAxis: chart.YAxisSecondary}
	}
	end()
	for _, at := range s.Points {
		if y, ok := at.Y.Float(); ok {
			line.XValues, line.YValues = append(line.XValues, at.X), append(line.YValues, y)
		} else {
			end()
		}
	}
	end()
	return parts
}

// ticks are those of an axis that have room on so many pixels.
func ticks(a figure.Axis, room int, letter float64) []chart.Tick {
	every := 1
	for float64(len(a.Ticks)/every)*4*letter > float64(room) {
		every++
	}
	var list []chart.Tick
	for i, x := range a.Ticks {
		label := ""
		if i%every == 0 {
			label = strconv.FormatFloat(x, 'g', 4, 64)
		}
		list = append(list, chart.Tick{Value: x, Label: label})
	}
	return list
}

// names is the room that the names of a panel's lines have behind their ends, 0 for none.
func (p *plotter) names(panel *figure.Panel, width int) (most int) {
	if panel.Form != figure.Lines || len(panel.Series) < 2 || float64(width) < 25*p.letter {
		return 0
	}
	p.SetFontSize(p.letter * .85)
	for _, s := range panel.Series {
		most = max(most, p.MeasureText(s.Name).Width())
	}
	return min(most, width/4)
}

// signs writes the letters of points beside them, where no other stands, and the names
// of lines behind their ends.
type signs struct {
	chart.ContinuousSeries
	*plotter
	panel *figure.Panel
	room  int // for names, 0 for none
}

// Validate implements [chart.Series].
func (s *signs) Validate() error { return nil }

// Len is none: the axes have ticks of their own.
func (s *signs) Len() int { return 0 }

// Render draws the letters and the names.
func (s *signs) Render(r chart.Renderer, area chart.Box, x, y chart.Range, _ chart.Style) {
	far := int(s.letter)
	if s.panel.Form == figure.Lines {
		s.ends(r, area, y)
		return
	}
	around := []image.Point{
		{far / 2, far / 3}, {-far, far / 3}, {-far / 4, -far / 2}, {-far / 4, far * 5 / 4},
		{far / 2, -far / 3}, {-far, -far / 3}, {far / 2, far}, {-far, far},
	}
	var taken []image.Point
	for _, one := range s.panel.Series {
		v, _ := one.Points[0].Y.Float()
		taken = append(taken, image.Pt(area.Left+x.Translate(one.Points[0].X)-far/4, area.Bottom-y.Translate(v)+far/3))
	}
	for i := range s.panel.Series {
		at := taken[i].Add(image.Pt(far/4, -far/3))
		place := at.Add(around[0])
		for _, by := range around {
			if q := at.Add(by); !crowded(q, taken, far*2/3) {
				place = q
				break
			}
		}
		taken = append(taken, place)
		r.SetFontSize(s.letter)
		r.SetFontColor(inked(s.colorOf(&s.panel.Series[i])))
		r.Text(sign(i), place.X, place.Y)
	}
}

// ends writes the names of lines, as far as they have room between others.
func (s *signs) ends(r chart.Renderer, area chart.Box, y chart.Range) {
	far := int(s.letter)
	var taken []image.Point
	r.SetFontSize(s.letter * .85)
	for i := range s.panel.Series {
		one := &s.panel.Series[i]
		last, ok := one.Last()
		if !ok || s.room == 0 {
			continue
		}
		v, _ := last.Y.Float()
		name := one.Name
		if w := r.MeasureText(name).Width(); w > s.room {
			name = ansi.Truncate(name, ansi.StringWidth(name)*s.room/w-1, "…")
		}
		for _, by := range []int{0, -far, far, -2 * far, 2 * far} {
			if at := image.Pt(area.Right+far/3, area.Bottom-y.Translate(v)+far/3+by); !crowded(at, taken, far) {
				r.SetFontColor(inked(s.colorOf(one)))
				r.Text(name, at.X, at.Y)
				taken = append(taken, at)
				break
			}
		}
	}
}

// crowded reports whether something stands nearer to p than near.
func crowded(p image.Point, taken []image.Point, near int) bool {
	for _, q := range taken {
		if d := p.Sub(q); max(d.X, -d.X) < near && max(d.Y, -d.Y) < near {
			return true
		}
	}
	return false
}

// sheet draws on part of a renderer, from a point on.
type sheet struct {
	chart.Renderer
	at     image.Point
	markup bool
}

// MoveTo and what follows are those of the renderer, moved.
func (s sheet) MoveTo(x, y int) { s.Renderer.MoveTo(x+s.at.X, y+s.at.Y) }

// LineTo draws a line.
func (s sheet) LineTo(x, y int) { s.Renderer.LineTo(x+s.at.X, y+s.at.Y) }

// QuadCurveTo draws a curve.
func (s sheet) QuadCurveTo(cx, cy, x, y int) {
	s.Renderer.QuadCurveTo(cx+s.at.X, cy+s.at.Y, x+s.at.X, y+s.at.Y)
}

// ArcTo draws an arc.
func (s sheet) ArcTo(cx, cy int, rx, ry, from, delta float64) {
	s.Renderer.ArcTo(cx+s.at.X, cy+s.at.Y, rx, ry, from, delta)
}

// Circle draws a circle.
func (s sheet) Circle(radius float64, x, y int) { s.Renderer.Circle(radius, x+s.at.X, y+s.at.Y) }

// Text cleans text, and escapes it in a document, which the library does not.
func (s sheet) Text(body string, x, y int) {
	body = loaders.Clean(body)
	if s.markup {
		var b strings.Builder
		_ = xml.EscapeText(&b, []byte(body)) // a Builder takes everything
		body = b.String()
	}
	s.Renderer.Text(body, x+s.at.X, y+s.at.Y)
}

// Save leaves saving to whoever has the whole.
func (s sheet) Save(io.Writer) error { return nil }

// palette hands the ink to the library.
type palette struct {
	chart.ColorPalette // for series that bring no colour: there are none
	ink                Ink
}

// BackgroundColor and what follows implement [chart.ColorPalette].
func (palette) BackgroundColor() drawing.Color { return drawing.ColorTransparent }

// BackgroundStrokeColor is that of the frame, which there is none of.
func (palette) BackgroundStrokeColor() drawing.Color { return drawing.ColorTransparent }

// CanvasColor is that behind the lines.
func (palette) CanvasColor() drawing.Color { return drawing.ColorTransparent }

// CanvasStrokeColor is that around them.
func (palette) CanvasStrokeColor() drawing.Color { return drawing.ColorTransparent }

// AxisStrokeColor is that of the axes.
func (p palette) AxisStrokeColor() drawing.Color { return inked(p.ink.Text) }

// TextColor is that of text.
func (p palette) TextColor() drawing.Color { return inked(p.ink.Text) }

func inked(c color.RGBA) drawing.Color { return drawing.Color{R: c.R, G: c.G, B: c.B, A: c.A} }
