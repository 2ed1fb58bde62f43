package picture

import (
	"image"
	"image/color"
	"slices"

	"golang.org/x/image/font/basicfont"

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
func (p *pen) index(c color.RGBA) uint8 {
	g := gridOf(c)
	if i := slices.Index(p.pix.Palette, color.Color(g)); i >= 0 {
		return uint8(i)
	}
	if len(p.pix.Palette) < p.colors {
		p.pix.Palette = append(p.pix.Palette, g)
		return uint8(len(p.pix.Palette) - 1)
	}
	return uint8(p.pix.Palette.Index(g))
}

// frame draws the four sides of r: solid, dashed, dotted, or a double line of
// which the inner one is dark. A thick line is one pixel wider.
func (p *pen) frame(r image.Rectangle, m widget.Mark) {
	w := p.line
	if m.Thick {
		w++
	}
	main, dark := p.index(m.Color), p.index(black)
	switch m.Dash {
	case widget.Dashed:
		p.ring(r, w, 6*p.line, 4*p.line, main, dark)
	case widget.Dotted:
		p.ring(r, w, 2*p.line, 3*p.line, main, dark)
	case widget.Double:
		p.ring(r, w, 1, 0, main, dark)
		p.ring(r.Inset(w), 1, 1, 0, dark, dark)
		p.ring(r.Inset(w+1), w, 1, 0, main, dark)
	default:
		p.ring(r, w, 1, 0, main, dark)
	}
}

// ring draws a band of width w inside the edge of r: on pixels in one colour,
// off pixels dark, and so on, counted along each side from the top left
// corner.
func (p *pen) ring(r image.Rectangle, w, on, off int, main, dark uint8) {
	if r.Empty() {
		return
	}
	w = min(w, (min(r.Dx(), r.Dy())+1)/2)
	at := func(i int) uint8 {
		if off > 0 && i%(on+off) >= on {
			return dark
		}
		return main
	}
	for x := r.Min.X; x < r.Max.X; x++ {
		for k := range w {
			p.dot(x, r.Min.Y+k, at(x-r.Min.X))
			p.dot(x, r.Max.Y-1-k, at(x-r.Min.X))
		}
	}
	for y := r.Min.Y + w; y < r.Max.Y-w; y++ {
		for k := range w {
			p.dot(r.Min.X+k, y, at(y-r.Min.Y))
			p.dot(r.Max.X-1-k, y, at(y-r.Min.Y))
		}
	}
}

func (p *pen) dot(x, y int, index uint8) {
	if image.Pt(x, y).In(p.within) {
		p.pix.Pix[p.pix.PixOffset(x, y)] = index
	}
}

// label writes a mark's label on a plate of its colour at the top left corner
// of its box r: above the box where there is room, else inside it, else below.
// Where other labels leave no room it is left out.
func (p *pen) label(r image.Rectangle, m widget.Mark) {
	face := basicfont.Face7x13
	pad := p.letter
	w := len([]rune(m.Label))*face.Advance*p.letter + 2*pad
	h := (face.Ascent+face.Descent)*p.letter + pad
	x := max(min(r.Min.X, p.within.Max.X-w), p.within.Min.X)
	for _, y := range [3]int{r.Min.Y - h, r.Min.Y, r.Max.Y} {
		plate := image.Rect(x, y, x+w, y+h)
		if !plate.In(p.within) || slices.ContainsFunc(p.labels, plate.Overlaps) {
			continue
		}
		p.labels = append(p.labels, plate)
		p.plate(plate, p.index(m.Color))
		p.write(plate.Min.Add(image.Pt(pad, 0)), m.Label, p.index(ink(m.Color)))
		return
	}
}

func (p *pen) plate(r image.Rectangle, index uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p.dot(x, y, index)
		}
	}
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
	for _, r := range s {
		glyph, row := glyphOf(face, r)
		for y := range face.Ascent + face.Descent {
			for x := range face.Width {
				if _, _, _, a := glyph.At(x, row+y).RGBA(); a == 0 {
					continue
				}
				for k := range p.letter * p.letter {
					p.dot(at.X+x*p.letter+k%p.letter, at.Y+y*p.letter+k/p.letter, index)
				}
			}
		}
		at.X += face.Advance * p.letter
	}
}

// glyphOf returns the face's mask and the row in it where r's glyph begins.
func glyphOf(face *basicfont.Face, r rune) (image.Image, int) {
	for _, want := range [2]rune{r, '\ufffd'} {
		for _, rr := range face.Ranges {
			if want >= rr.Low && want < rr.High {
				return face.Mask, (int(want-rr.Low) + rr.Offset) * (face.Ascent + face.Descent)
			}
		}
	}
	return face.Mask, 0
}
