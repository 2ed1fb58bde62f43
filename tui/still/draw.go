package still

import (
	"image"
	"io"
	"iter"
	"strings"

	"faithscope/loaders"
	"faithscope/views/drawing"
	"faithscope/views/widget"
)

// PNG writes the screen as a PNG.
func (s *SavedScreen) PNG(w io.Writer) error { return s.draw(false).Write(w) }

// SVG writes the screen as an SVG with its pictures embedded.
func (s *SavedScreen) SVG(w io.Writer) error { return s.draw(true).Write(w) }

// draw draws all backgrounds first, because letters may reach beyond their cell.
func (s *SavedScreen) draw(asSVG bool) *drawing.Drawing {
	whole := inPixels(image.Rectangle{Max: s.size})
	d := drawing.New(whole.Max, asSVG)
	d.Family = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
	d.Rect(s.ground.Back, whole)
	for y := range s.size.Y {
		for run, first := range s.runsOf(y, func(a, b textCell) bool { return a.back == b.back }) {
			if first.back != s.ground.Back {
				d.Rect(first.back, run)
			}
		}
		s.drawLetters(d, y)
	}
	for i := range s.frame.Pictures {
		p := &s.frame.Pictures[i]
		d.Image(s.drawPicture(p), inPixels(p.Area), loaders.Map(p.Holes, inPixels))
	}
	return d
}

func (s *SavedScreen) runsOf(y int, isSameStyle func(a, b textCell) bool) iter.Seq2[image.Rectangle, textCell] {
	return func(yield func(image.Rectangle, textCell) bool) {
		for x, width := 0, s.size.X; x < width; {
			from, first := x, s.cellAt(x, y)
			last := first
			for x++; x < width && isSameStyle(last, s.cellAt(x, y)); x++ {
				last = s.cellAt(x, y)
			}
			if !yield(inPixels(widget.LineAt(from, y, x-from)), first) {
				return
			}
		}
	}
}

// drawLetters writes runs of a fixed width, so that columns line up in any font. Braille, blocks
// and lines are rectangles: fonts lack them or leave seams.
func (s *SavedScreen) drawLetters(d *drawing.Drawing, y int) {
	for run, first := range s.runsOf(y, func(a, b textCell) bool {
		isBehind := a.text == "" // a wide letter, which a font may lack
		return !isBehind && a.text0 == b.text0 && a.bold == b.bold && a.italic == b.italic && a.line == b.line
	}) {
		var text strings.Builder
		for x := run.Min.X; x < run.Max.X; x += cellWidth {
			c := s.cellAt(x/cellWidth, y)
			shapes, drawn := shapesOf(image.Rect(x, run.Min.Y, x+cellWidth, run.Max.Y), c.text)
			for _, shape := range shapes {
				d.Rect(c.text0, shape)
			}
			text.WriteString(loaders.IfElse(drawn, " ", c.text))
		}
		if strings.TrimSpace(text.String()) != "" {
			d.Text(text.String(), run.Min.Add(image.Pt(0, baseline)), drawing.Style{Color: first.text0, Size: letterSize, Width: run.Dx(),
				Bold: first.bold, Italic: first.italic, Underline: first.line})
		}
	}
}

const brailleFirst, brailleLast = '\u2800', '\u28ff'

// dots holds the column and row of each dot of a braille character, in the order of its bits.
var dots = [8]image.Point{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

func dotsOf(r image.Rectangle, brailleBits rune) (shapes []image.Rectangle) {
	w, h := r.Dx()/2, r.Dy()/4
	for bit, at := range dots {
		if brailleBits&(1<<bit) != 0 {
			shapes = append(shapes, image.Rect(0, 0, w, h).Inset(1).Add(r.Min).Add(image.Pt(at.X*w, at.Y*h)))
		}
	}
	return shapes
}

// shapesOf returns rectangles for the characters that fonts lack or draw with seams: braille, blocks
// and plain lines. ok is false for any other text.
func shapesOf(r image.Rectangle, cellText string) (shapes []image.Rectangle, ok bool) {
	letters, w, h := []rune(cellText), r.Dx(), r.Dy()
	if len(letters) != 1 {
		return nil, false
	}
	switch l := letters[0]; {
	case l >= brailleFirst && l <= brailleLast:
		return dotsOf(r, l-brailleFirst), true
	case l == '█':
	case l == '▀':
		r.Max.Y = r.Min.Y + h/2
	case l >= '▁' && l <= '▇': // eighths from below
		r.Min.Y = r.Max.Y - (int(l-'▁')+1)*h/8
	case l >= '▉' && l <= '▏': // seven eighths from the left, down to one
		r.Max.X = r.Min.X + max(1, (7-int(l-'▉'))*w/8)
	case l == '▐':
		r.Min.X += w / 2
	case l == '─':
		r = image.Rect(r.Min.X, r.Min.Y+h/2, r.Max.X, r.Min.Y+h/2+1)
	case l == '│':
		r = image.Rect(r.Min.X+w/2, r.Min.Y, r.Min.X+w/2+1, r.Max.Y)
	default:
		return nil, false
	}
	return []image.Rectangle{r}, true
}
