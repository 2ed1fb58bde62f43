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

	"faithscope/views/widget"
)

// pen draws marks on a paletted picture.
type pen struct {
	pix    *image.Paletted
	within image.Rectangle // nothing is drawn outside
	line   int             // width of a line, in pixels
	letter int             // how many pixels a pixel of the font is
	colors int             // how large the palette may become
	labels []image.Rectangle
	washes []*wash
}

// wash is a colour laid over entries of a palette.
type wash struct {
	color color.RGBA
	share int         // of the colour, in percent
	mixed [256]uint16 // by entry, 1 + the place of the mixture in the palette, 0 where nobody asked
}

var (
	black = color.RGBA{0, 0, 0, 255}
	white = color.RGBA{255, 255, 255, 255}
)

// newPen returns a pen whose lines and letters suit cells of that height.
func newPen(pix *image.Paletted, within image.Rectangle, cellHeight, colors int) *pen {
	return &pen{pix: pix, within: within, colors: colors,
		line:   min(max(cellHeight/8, 1), 2),
		letter: max(1, cellHeight/24),
	}
}

// index is c's place in the palette. It is added where there is room, else
// the nearest entry serves.
func (p *pen) index(c color.RGBA) uint8 { return p.entry(gridOf(c)) }

func (p *pen) entry(c color.RGBA64) uint8 {
	if i := slices.Index(p.pix.Palette, color.Color(c)); i >= 0 {
		return uint8(i)
	}
	if len(p.pix.Palette) < p.colors {
		p.pix.Palette = append(p.pix.Palette, c)
		return uint8(len(p.pix.Palette) - 1)
	}
	return uint8(p.pix.Palette.Index(c))
}

// wash returns a share of c, in percent, to be laid over the picture.
func (p *pen) wash(c color.RGBA, share int) *wash {
	for _, w := range p.washes {
		if w.color == c && w.share == share {
			return w
		}
	}
	w := &wash{color: c, share: share}
	if share == fullShare { // whatever is under it
		place := 1 + uint16(p.index(c))
		for under := range w.mixed {
			w.mixed[under] = place
		}
	}
	p.washes = append(p.washes, w)
	return w
}

// over lays w over a pixel, by its place in the picture's Pix, whose entry may be
// transparent.
func (p *pen) over(i int, w *wash) {
	under := p.pix.Pix[i]
	if w.mixed[under] == 0 {
		w.mixed[under] = 1 + uint16(p.mixed(w, under))
	}
	p.pix.Pix[i] = uint8(w.mixed[under] - 1)
}

// mixed is the place of w over an entry of the palette.
func (p *pen) mixed(w *wash, under uint8) uint8 {
	r, g, b, a := p.pix.Palette[under].RGBA()
	lay := func(over uint8, under uint32) uint32 {
		return (uint32(over)*0x101*uint32(w.share) + under*uint32(100-w.share)) / 100
	}
	r, g, b, a = lay(w.color.R, r), lay(w.color.G, g), lay(w.color.B, b), lay(255, a)
	if a == 0xffff {
		return p.entry(onGrid(float64(r)/0x101, float64(g)/0x101, float64(b)/0x101))
	}
	return p.entry(color.RGBA64{uint16(r), uint16(g), uint16(b), uint16(a)})
}

// How much of its colour a mark lays over the picture, in percent.
const (
	fullShare = 100
	tintShare = 15 // inside the selected box
	// shareStep is the least difference between the lines of two marks: each
	// share takes colours of the palette.
	shareStep = 10
)

// shareOf is how much of its colour a mark's line lays over the picture.
func shareOf(m widget.Mark) int {
	return int(math.Round((1-max(0, min(m.Fade, 1)))*fullShare/shareStep)) * shareStep
}

// stroke is a band of one width around a box: on pixels in one colour, off
// pixels in another, counted along each side from the top left corner.
type stroke struct {
	width   int
	on, off int // pixels; an off of 0 is a solid line
	color   color.RGBA
	between color.RGBA // of the off pixels
	share   int        // in percent
}

// frame draws the four sides of r. A hit is solid, a miss dashed, gold found a
// light and a dark line. Missed gold is the strongest line: dashes of its
// colour and white between two dark lines, which hold on any ground. The
// selected one has a light and a dark halo and a tint, whatever its line.
func (p *pen) frame(r image.Rectangle, m widget.Mark) {
	w, share := p.line, shareOf(m)
	if m.Thick {
		w = max(w+1, 3)
		p.tint(r, m.Color)
		p.ring(r.Inset(-2), stroke{1, 1, 0, black, black, fullShare})
		p.ring(r.Inset(-1), stroke{1, 1, 0, white, white, fullShare})
		p.ring(r.Inset(w), stroke{1, 1, 0, black, black, fullShare})
	}
	line := stroke{w, 1, 0, m.Color, black, share}
	switch m.Dash {
	case widget.Dashed:
		line.on, line.off = 6*p.line, 4*p.line
	case widget.Dotted:
		line.width, line.on, line.off, line.between = w+1, 4*p.line, 4*p.line, white
		if !m.Thick {
			p.ring(r.Inset(-1), stroke{1, 1, 0, black, black, share})
			p.ring(r.Inset(w+1), stroke{1, 1, 0, black, black, share})
		}
	case widget.Double:
		p.ring(r.Inset(w), stroke{1, 1, 0, black, black, share})
		p.ring(r.Inset(w+1), stroke{w, 1, 0, m.Color, black, share})
	}
	p.ring(r, line)
}

// tint lays a little of c over all of r.
func (p *pen) tint(r image.Rectangle, c color.RGBA) {
	r = r.Intersect(p.within)
	l := p.wash(c, tintShare)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := p.pix.PixOffset(r.Min.X, y)
		for i := from; i < from+r.Dx(); i++ {
			p.over(i, l)
		}
	}
}

// ring draws a stroke inside the edge of r.
func (p *pen) ring(r image.Rectangle, s stroke) {
	if r.Empty() {
		return
	}
	w := min(s.width, (min(r.Dx(), r.Dy())+1)/2)
	on := p.wash(s.color, s.share)
	between := on
	if s.off > 0 {
		between = p.wash(s.between, s.share)
	}
	at := func(x, y, i int) {
		l := on
		if s.off > 0 && i%(s.on+s.off) >= s.on {
			l = between
		}
		if image.Pt(x, y).In(p.within) {
			p.over(p.pix.PixOffset(x, y), l)
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

func (p *pen) dot(x, y int, index uint8) {
	if image.Pt(x, y).In(p.within) {
		p.pix.Pix[p.pix.PixOffset(x, y)] = index
	}
}

// label writes a mark's label on a plate of its colour near the top left
// corner of its box r: above the box, inside it, below it, or as near as other
// labels leave room. Where they leave none anywhere it lies over them. A label
// that is wider than the picture is cut.
func (p *pen) label(r image.Rectangle, m widget.Mark) {
	face := basicfont.Face7x13
	pad := p.letter
	letters := []rune(m.Label)
	letters = letters[:max(0, min(len(letters), (p.within.Dx()-2*pad)/(face.Advance*p.letter)))]
	size := image.Pt(len(letters)*face.Advance*p.letter+2*pad, (face.Ascent+face.Descent)*p.letter+pad)
	if len(letters) == 0 || size.Y > p.within.Dy() {
		return
	}
	plate := p.free(r, size)
	p.labels = append(p.labels, plate)
	fill(p.pix, plate.Intersect(p.within), p.index(m.Color))
	p.write(plate.Min.Add(image.Pt(pad, 0)), string(letters), p.index(ink(m.Color)))
}

// free returns where a plate of that size lies: the first of the places around
// r, then of a grid over the picture by distance, that no label covers.
func (p *pen) free(r image.Rectangle, size image.Point) image.Rectangle {
	clamp := func(x, y int) image.Rectangle {
		x = max(min(x, p.within.Max.X-size.X), p.within.Min.X)
		y = max(min(y, p.within.Max.Y-size.Y), p.within.Min.Y)
		return image.Rectangle{image.Pt(x, y), image.Pt(x, y).Add(size)}
	}
	open := func(plate image.Rectangle) bool { return !slices.ContainsFunc(p.labels, plate.Overlaps) }
	for _, at := range [3]image.Point{{r.Min.X, r.Min.Y - size.Y}, r.Min, {r.Min.X, r.Max.Y}} {
		plate := clamp(at.X, at.Y)
		if plate.Min.Y == at.Y && open(plate) {
			return plate
		}
	}
	best, nearest := clamp(r.Min.X, r.Min.Y-size.Y), -1
	for y := p.within.Min.Y; y <= p.within.Max.Y-size.Y; y += max(1, size.Y/2) {
		for x := p.within.Min.X; x <= p.within.Max.X-size.X; x += max(1, size.X/4) {
			d := (x-r.Min.X)*(x-r.Min.X) + (y-r.Min.Y)*(y-r.Min.Y)
			if plate := clamp(x, y); (nearest < 0 || d < nearest) && open(plate) {
				best, nearest = plate, d
			}
		}
	}
	return best
}

// luma is how light a colour is, 0..255.
func luma(c color.RGBA) int {
	return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000
}

// ink is black or white, whichever is easier to read on c.
func ink(c color.RGBA) color.RGBA {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 110_000 {
		return black
	}
	return white
}

// write draws s with its top left corner at at. Letters that the font does
// not have come out as its replacement.
func (p *pen) write(at image.Point, s string, index uint8) {
	face := basicfont.Face7x13
	mask := image.NewAlpha(image.Rect(0, 0, utf8.RuneCountInString(s)*face.Advance, face.Ascent+face.Descent))
	letters := font.Drawer{Dst: mask, Src: image.Opaque, Face: face, Dot: fixed.P(0, face.Ascent)}
	letters.DrawString(s)
	for y := range mask.Rect.Dy() {
		for x := range mask.Rect.Dx() {
			if mask.AlphaAt(x, y).A == 0 {
				continue
			}
			for k := range p.letter * p.letter {
				p.dot(at.X+x*p.letter+k%p.letter, at.Y+y*p.letter+k/p.letter, index)
			}
		}
	}
}
