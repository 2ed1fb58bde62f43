package still

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"unicode/utf8"

	"faithscope/views/widget"
)

// SVG writes the screen as an SVG with its pictures embedded, in one piece: the grounds of all
// cells first, then letters, then pictures. The error is w's.
func (s *Still) SVG(w io.Writer) error {
	var b bytes.Buffer
	size := s.sizeInCells()
	width, height := size.X*cellWidth, size.Y*cellHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" `+
		`font-family="'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="%[3]g" xml:space="preserve">`+
		"<style>text{white-space:pre}</style>\n", width, height, letterSize)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="%s"/>`+"\n", width, height, toHex(s.ground.Back))
	for y := range size.Y {
		s.writeBackgrounds(&b, y)
	}
	for y := range size.Y {
		s.writeLetters(&b, y)
	}
	for i := range s.frame.Pictures {
		s.writePlaced(&b, &s.frame.Pictures[i], i)
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// toHex returns a colour as #rrggbb.
func toHex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// writeBackgrounds writes a rectangle for each run of neighbouring cells in row y that have the same
// background; none where it is the ground.
func (s *Still) writeBackgrounds(b *bytes.Buffer, y int) {
	for x := 0; x < s.frame.Bounds().Dx(); {
		back, from := s.cellAt(x, y).back, x
		for x++; x < s.frame.Bounds().Dx() && s.cellAt(x, y).back == back; x++ {
		}
		if back != s.ground.Back {
			writeRect(b, cellRect(from, y).Union(cellRect(x-1, y)), back)
		}
	}
}

// writeRect writes a rectangle of pixels in one colour as SVG.
func writeRect(b *bytes.Buffer, r image.Rectangle, c color.RGBA) {
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), toHex(c))
}

// writeLetters writes the text of row y, a text element for each run of cells with the same colour and
// attributes; a run of blanks is left out. Each has a fixed width, so that columns line up in any
// font. A braille letter is drawn as dots, and is a space in the text.
func (s *Still) writeLetters(b *bytes.Buffer, y int) {
	width := s.frame.Bounds().Dx()
	for x := 0; x < width; {
		first, from := s.cellAt(x, y), x
		var text strings.Builder
		for ; x < width; x++ {
			c := s.cellAt(x, y)
			looksDifferent := c.text0 != first.text0 || c.bold != first.bold || c.italic != first.italic || c.line != first.line
			if looksDifferent {
				break
			}
			letter, _ := utf8.DecodeRuneInString(c.text)
			dotted := false
			for dot := range dotsOf(cellRect(x, y), letter) {
				writeRect(b, dot, c.text0)
				dotted = true
			}
			text.WriteString(cmp.Or(widget.If(dotted, " "), c.text))
		}
		if strings.TrimSpace(text.String()) == "" {
			continue
		}
		style := widget.If(first.bold, ` font-weight="bold"`) + widget.If(first.italic, ` font-style="italic"`) +
			widget.If(first.line, ` text-decoration="underline"`)
		fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s" textLength="%d" lengthAdjust="spacingAndGlyphs"%s>`, from*cellWidth, y*cellHeight+baseline,
			toHex(first.text0), (x-from)*cellWidth, style)
		xml.EscapeText(b, []byte(text.String())) //nolint:errcheck // a buffer does not fail
		b.WriteString("</text>\n")
	}
}

// writePlaced writes a picture, with its marks, at its place as a PNG in the SVG. If it has holes,
// a clip path named after number, which must differ between pictures, cuts them out.
func (s *Still) writePlaced(b *bytes.Buffer, p *widget.Placement, number int) {
	var data bytes.Buffer
	_ = png.Encode(&data, s.drawPicture(p)) // a buffer accepts all writes, and no area is empty
	clip := ""
	if len(p.Holes) > 0 {
		clip = fmt.Sprintf(` clip-path="url(#holes%d)"`, number)
		fmt.Fprintf(b, `<clipPath id="holes%d"><path clip-rule="evenodd" d="%s`, number, outlinePath(p.Area))
		for _, h := range p.Holes {
			b.WriteString(outlinePath(h.Intersect(p.Area)))
		}
		b.WriteString(`"/></clipPath>` + "\n")
	}
	fmt.Fprintf(b, `<image x="%d" y="%d" width="%d" height="%d" href="data:image/png;base64,%s"%s/>`+"\n", p.Area.Min.X*cellWidth,
		p.Area.Min.Y*cellHeight, p.Area.Dx()*cellWidth, p.Area.Dy()*cellHeight, base64.StdEncoding.EncodeToString(data.Bytes()), clip)
}

// outlinePath returns the closed SVG path around a rectangle of cells, in pixels.
func outlinePath(r image.Rectangle) string {
	return fmt.Sprintf("M%d %dH%dV%dH%dZ", r.Min.X*cellWidth, r.Min.Y*cellHeight, r.Max.X*cellWidth, r.Max.Y*cellHeight, r.Min.X*cellWidth)
}
