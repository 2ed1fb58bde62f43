package picture

import (
	"image"
	"image/color"
	"math"
	"slices"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// edgeInset keeps lines off the picture's edge, where they would be lost.
const edgeInset = 2

type markPen struct {
	labelRoom
	pix    *image.Paletted
	line   int // width of a line, in pixels
	letter int // side of a pixel of the font, in pixels
	colors int // most colours in the palette
	washes []*colourWash
}

type colourWash struct {
	color color.RGBA
	share int         // of the colour, in percent
	mixed [256]uint16 // by entry, 1 + the index of the mixture in the palette; 0 if not yet mixed
}

var (
	black = color.RGBA{0, 0, 0, 255}
	white = color.RGBA{255, 255, 255, 255}
)

func newPen(pix *image.Paletted, clipArea image.Rectangle, cellHeight, colorCount int) *markPen {
	return &markPen{pix: pix, labelRoom: labelRoom{within: clipArea}, colors: colorCount,
		line:   min(max(cellHeight/8, 1), 2),
		letter: max(1, cellHeight/24),
	}
}

func (p *markPen) indexOf(c color.RGBA) uint8 { return p.entryOf(gridOf(c)) }

// entryOf adds c if there is room, and otherwise returns the nearest entry.
func (p *markPen) entryOf(c color.RGBA64) uint8 {
	if i := slices.Index(p.pix.Palette, color.Color(c)); i >= 0 {
		return uint8(i)
	}
	if len(p.pix.Palette) < p.colors {
		p.pix.Palette = append(p.pix.Palette, c)
		return uint8(len(p.pix.Palette) - 1)
	}
	return uint8(p.pix.Palette.Index(c))
}

func (p *markPen) newWash(c color.RGBA, washShare int) *colourWash {
	if w, ok := widget.First(p.washes, func(w *colourWash) bool { return w.color == c && w.share == washShare }); ok {
		return w
	}
	w := &colourWash{color: c, share: washShare}
	if washShare == fullShare { // whatever is under it
		place := 1 + uint16(p.indexOf(c))
		for under := range w.mixed {
			w.mixed[under] = place
		}
	}
	p.washes = append(p.washes, w)
	return w
}

func (p *markPen) washPixel(i int, w *colourWash) {
	under := p.pix.Pix[i]
	if w.mixed[under] == 0 {
		w.mixed[under] = 1 + uint16(p.mixedIndex(w, under))
	}
	p.pix.Pix[i] = uint8(w.mixed[under] - 1)
}

// mixedIndex adds w's mixture with an entry if there is room, and otherwise returns the nearest.
func (p *markPen) mixedIndex(w *colourWash, backgroundIndex uint8) uint8 {
	r, g, b, a := p.pix.Palette[backgroundIndex].RGBA()
	lay := func(over uint8, under uint32) uint32 {
		return (uint32(over)*0x101*uint32(w.share) + under*uint32(100-w.share)) / 100
	}
	r, g, b, a = lay(w.color.R, r), lay(w.color.G, g), lay(w.color.B, b), lay(255, a)
	if a == 0xffff {
		return p.entryOf(onGrid(float64(r)/0x101, float64(g)/0x101, float64(b)/0x101))
	}
	return p.entryOf(color.RGBA64{uint16(r), uint16(g), uint16(b), uint16(a)})
}

// How much of its colour a mark lays over the picture, in percent.
const (
	fullShare = 100
	tintShare = 15 // inside the selected box
	// shareStep is the smallest difference between two shares: each share uses up palette entries.
	shareStep = 10
)

func shareOf(m widget.BoxMark) int {
	return int(math.Round((1-max(0, min(m.Fade, 1)))*fullShare/shareStep)) * shareStep
}

// lineStroke alternates on pixels in one colour with off pixels in another, counted along each side
// from the top left corner.
type lineStroke struct {
	width   int
	on, off int // pixels; an off of 0 is a solid line
	color   color.RGBA
	between color.RGBA // of the off pixels
	share   int        // in percent
}

// drawFrame tells kinds by form too, because colours fade and people may not tell them apart: hits
// solid, misses dashed, found gold as a light and a dark line. Missed gold must be visible on any
// ground: dashes in its colour and white between two dark lines.
func (p *markPen) drawFrame(r image.Rectangle, m widget.BoxMark) {
	w, share := p.line, shareOf(m)
	thin := func(inset int, c color.RGBA, share int) { p.drawRing(r.Inset(inset), lineStroke{1, 1, 0, c, c, share}) }
	switch {
	case m.Thin:
		w = 1
	case m.Thick:
		w = max(w+1, 3)
		tint := p.newWash(m.Color, tintShare)
		for x, y := range widget.CellsOf(r.Intersect(p.within)) {
			p.washPixel(p.pix.PixOffset(x, y), tint)
		}
		thin(-2, black, fullShare)
		thin(-1, white, fullShare)
		thin(w, black, fullShare)
	}
	if !m.Thick { // a casing, because thin lines in colour are lost on grey
		thin(-1, black, share)
	}
	line := lineStroke{w, 1, 0, m.Color, black, share}
	switch m.Dash {
	case widget.Dashed:
		line.on, line.off = 6*p.line, 4*p.line
	case widget.Dotted:
		line.width, line.on, line.off, line.between = w+1, 4*p.line, 4*p.line, white
		if !m.Thick {
			thin(w+1, black, share)
		}
	case widget.Double:
		line.width = max(1, w-1)
		thin(line.width, black, share)
		p.drawRing(r.Inset(line.width+1), line)
	}
	p.drawRing(r, line)
}

func (p *markPen) drawRing(r image.Rectangle, s lineStroke) {
	if r.Empty() {
		return
	}
	w := min(s.width, (min(r.Dx(), r.Dy())+1)/2)
	on := p.newWash(s.color, s.share)
	between := on
	if s.off > 0 {
		between = p.newWash(s.between, s.share)
	}
	at := func(x, y, i int) {
		l := on
		if s.off > 0 && i%(s.on+s.off) >= s.on {
			l = between
		}
		if image.Pt(x, y).In(p.within) {
			p.washPixel(p.pix.PixOffset(x, y), l)
		}
	}
	for x := r.Min.X; x < r.Max.X; x++ {
		for k := range w {
			at(x, r.Min.Y+k, x-r.Min.X)
			at(x, r.Max.Y-1-k, x-r.Min.X)
		}
	}
	for y := r.Min.Y + w; y < r.Max.Y-w; y++ {
		for k := range w {
			at(r.Min.X+k, y, y-r.Min.Y)
			at(r.Max.X-1-k, y, y-r.Min.Y)
		}
	}
}

// drawLabel cuts off wide labels, and writes none on a picture lower than a letter.
func (p *markPen) drawLabel(r image.Rectangle, m widget.BoxMark) {
	face, pad := basicfont.Face7x13, p.letter
	text, plate := p.placeLabel(r, m, func(text string) image.Point {
		n := min(utf8.RuneCountInString(text), (p.within.Dx()-2*pad)/(face.Advance*p.letter))
		return image.Pt(n*face.Advance*p.letter+2*pad, (face.Ascent+face.Descent)*p.letter+pad)
	})
	if plate.Empty() {
		return
	}
	from, to := nearestPoints(plate, r)
	p.drawLeader(from, to, p.indexOf(m.Color))
	fillRect(p.pix, plate, p.indexOf(m.Color))
	p.writeText(plate.Min.Add(image.Pt(pad, 0)), text, plate, p.indexOf(inkOn(m.Color)))
}

func (p *markPen) drawLeader(from, to image.Point, colorIndex uint8) {
	way := to.Sub(from)
	steps := max(way.X, -way.X, way.Y, -way.Y)
	for i := 1; i < steps; i++ {
		at := from.Add(way.Mul(i).Div(steps))
		fillRect(p.pix, image.Rect(at.X, at.Y, at.X+p.line, at.Y+p.line).Intersect(p.within), colorIndex)
	}
}

// Mix returns a mixture of two opaque colours with washShare percent of the first.
func Mix(a, b color.RGBA, washShare int) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8((washShare*int(a) + (100-washShare)*int(b)) / 100) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), mix(a.A, b.A)}
}

func lumaOf(c color.RGBA) int {
	return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000
}

func inkOn(c color.RGBA) color.RGBA {
	return loaders.IfElse(lumaOf(c) > 109, black, white)
}

func (p *markPen) writeText(textCorner image.Point, s string, clipArea image.Rectangle, colorIndex uint8) {
	face := basicfont.Face7x13
	mask := image.NewAlpha(image.Rect(0, 0, utf8.RuneCountInString(s)*face.Advance, face.Ascent+face.Descent))
	letters := font.Drawer{Dst: mask, Src: image.Opaque, Face: face, Dot: fixed.P(0, face.Ascent)}
	letters.DrawString(s)
	for x, y := range widget.CellsOf(mask.Rect) {
		if mask.AlphaAt(x, y).A != 0 {
			dot := image.Rect(0, 0, p.letter, p.letter).Add(textCorner).Add(image.Pt(x, y).Mul(p.letter))
			fillRect(p.pix, dot.Intersect(clipArea), colorIndex)
		}
	}
}

func fillRect(pix *image.Paletted, r image.Rectangle, colorIndex uint8) {
	for x, y := range widget.CellsOf(r) {
		pix.Pix[pix.PixOffset(x, y)] = colorIndex
	}
}
