package still

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"slices"

	"github.com/go-fonts/dejavu/dejavusansmono"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"faithscope/views/widget"
)

// newFace returns the font of a PNG, embedded in the program. It is not safe for concurrent use.
func newFace() font.Face {
	f, _ := opentype.Parse(dejavusansmono.TTF) // embedded, as a test of pictures shows
	face, _ := opentype.NewFace(f, &opentype.FaceOptions{Size: letterSize, DPI: 72, Hinting: font.HintingFull})
	return face
}

// Image returns the screen drawn in pixels, with cells of 10×20 and its pictures outside their
// holes.
func (s *Still) Image() *image.RGBA {
	face, size := newFace(), s.sizeInCells()
	out := image.NewRGBA(image.Rect(0, 0, size.X*cellWidth, size.Y*cellHeight))
	for x, y := range widget.CellsOf(image.Rectangle{Max: size}) {
		s.drawCell(out, x, y, face)
	}
	for i := range s.frame.Pictures {
		p := &s.frame.Pictures[i]
		pixels := s.drawPicture(p)
		for x, y := range widget.CellsOf(p.Area) {
			if !slices.ContainsFunc(p.Holes, image.Pt(x, y).In) {
				draw.Draw(out, cellRect(x, y), pixels, cellRect(x-p.Area.Min.X, y-p.Area.Min.Y).Min, draw.Src)
			}
		}
	}
	return out
}

// drawCell draws the background, the letter and the underline of cell (x, y); bold is the letter
// drawn twice, a pixel apart. A wide letter also covers the next cell, whose text is "", and for
// that cell it draws nothing. Braille, blocks and lines are drawn by drawBlock, without an
// underline.
func (s *Still) drawCell(out *image.RGBA, x, y int, face font.Face) {
	c := s.cellAt(x, y)
	if c.text == "" {
		return // the cell to the left has drawn it
	}
	width := 1
	if next, _ := s.frame.At(x+1, y); next == "" && x+1 < s.frame.Bounds().Dx() {
		width = 2
	}
	r := cellRect(x, y)
	r.Max.X += (width - 1) * cellWidth
	draw.Draw(out, r, image.NewUniform(c.back), image.Point{}, draw.Src)
	if drawBlock(out, r, c.text, c.text0) {
		return
	}
	pen := font.Drawer{Dst: out.SubImage(r).(*image.RGBA), Src: image.NewUniform(c.text0), Face: face, Dot: fixed.P(r.Min.X, r.Min.Y+baseline)}
	pen.DrawString(c.text)
	if c.bold { // a font of its own would be a hundredth of the program
		pen.Dot = fixed.P(r.Min.X+1, r.Min.Y+baseline)
		pen.DrawString(c.text)
	}
	if c.line {
		draw.Draw(out, image.Rect(r.Min.X, r.Max.Y-2, r.Max.X, r.Max.Y-1), image.NewUniform(c.text0), image.Point{}, draw.Src)
	}
}

// drawBlock draws one letter over the cell r in colour c and reports whether it could: braille as
// dots, full, half and eighth blocks, and plain horizontal and vertical lines, up to the edges,
// where a font would leave seams. For any other text it draws nothing.
func drawBlock(out *image.RGBA, r image.Rectangle, text string, c color.RGBA) bool {
	letters := []rune(text)
	if len(letters) != 1 {
		return false
	}
	w, h := r.Dx(), r.Dy()
	fill := r
	switch l := letters[0]; {
	case l >= brailleFirst && l <= brailleLast:
		for dot := range dotsOf(r, l) {
			draw.Draw(out, dot, image.NewUniform(c), image.Point{}, draw.Src)
		}
		return true
	case l == '█':
	case l == '▀':
		fill.Max.Y = r.Min.Y + h/2
	case l >= '▁' && l <= '▇': // eighths from below
		fill.Min.Y = r.Max.Y - (int(l-'▁')+1)*h/8
	case l >= '▉' && l <= '▏': // seven eighths from the left, down to one
		fill.Max.X = r.Min.X + (7-int(l-'▉'))*w/8
		fill.Max.X = max(fill.Max.X, r.Min.X+1)
	case l == '▐':
		fill.Min.X = r.Min.X + w/2
	case l == '─':
		fill = image.Rect(r.Min.X, r.Min.Y+h/2, r.Max.X, r.Min.Y+h/2+1)
	case l == '│':
		fill = image.Rect(r.Min.X+w/2, r.Min.Y, r.Min.X+w/2+1, r.Max.Y)
	default:
		return false
	}
	draw.Draw(out, fill, image.NewUniform(c), image.Point{}, draw.Src)
	return true
}

// PNG writes the screen as a PNG.
func (s *Still) PNG(w io.Writer) error {
	return png.Encode(w, s.Image())
}
