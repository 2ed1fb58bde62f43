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
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/tui/picture"
	"faithscope/views/widget"
)

// Ground is the background colour, and the colour of text that has none of its
// own.
type Ground struct{ Back, Text color.RGBA }

// GroundOf returns the ground of a theme made for a dark or a light background.
func GroundOf(dark bool) Ground {
	if dark {
		return Ground{color.RGBA{0x1a, 0x1b, 0x26, 255}, color.RGBA{0xe6, 0xe6, 0xea, 255}}
	}
	return Ground{color.RGBA{0xff, 0xff, 0xff, 255}, color.RGBA{0x1a, 0x1b, 0x26, 255}}
}

// Still is a saved screen: its cells and the pictures over them. Its methods
// are safe for concurrent use, except ANSI, which changes the frame.
type Still struct {
	frame  *widget.Frame
	ground Ground
	rows   int // number of rows shown, 0 for all
}

// Of returns a still of a frame. The caller must not change the frame
// afterwards.
func Of(f *widget.Frame, g Ground) *Still { return &Still{frame: f, ground: g} }

// cell is the appearance of a cell.
type cell struct {
	text         string
	text0, back  color.RGBA
	bold, italic bool
	line         bool // underlined
}

// at returns cell (x, y). Its text is "" behind a wide character and " " if it
// is blank.
func (s *Still) at(x, y int) cell {
	text, style := s.frame.At(x, y)
	c := cell{
		text: text, text0: s.ground.Text, back: s.ground.Back,
		bold: style.Attrs&uv.AttrBold != 0, italic: style.Attrs&uv.AttrItalic != 0, line: style.Underline != 0,
	}
	if style.Fg != nil {
		c.text0 = opaque(style.Fg)
	}
	if style.Bg != nil {
		c.back = opaque(style.Bg)
	}
	if style.Attrs&uv.AttrFaint != 0 {
		c.text0 = picture.Mix(c.text0, c.back, 50)
	}
	if style.Attrs&uv.AttrReverse != 0 {
		c.text0, c.back = c.back, c.text0
	}
	return c
}

func opaque(c color.Color) color.RGBA {
	r, g, b, _ := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}
}

// options returns the options for pictures on this ground, with as many colours
// as a palette allows.
func (s *Still) options() picture.Options {
	opt := picture.DefaultOptions().On(s.ground.Back)
	opt.Colors = 200
	return opt
}

// photo opens the photo of a picture. It returns nil if there is none or it
// cannot be read.
func (s *Still) photo(p *widget.Picture) *image.RGBA {
	if p.Files == nil {
		return nil
	}
	photo, err := picture.Open(p.Files, p.Key.Path, s.ground.Back)
	if err != nil {
		return nil // its marks are drawn on a blank picture
	}
	return photo
}

// pixels returns a picture with its marks, on an area of cells, each cell
// pixels large.
func (s *Still) pixels(p *widget.Picture, cells, cell image.Point) *image.Paletted {
	return picture.NewBase(s.photo(p), p.Crop, cells, cell, s.options()).Mark(p.Marks).Pixels()
}

// Trim returns the still without the blank rows at its end.
func (s *Still) Trim() *Still {
	size := s.frame.Bounds().Size()
	rows := 1
	for _, p := range s.frame.Pictures {
		rows = max(rows, p.Area.Max.Y)
	}
	for y := size.Y - 1; y >= rows; y-- {
		for x := range size.X {
			if c := s.at(x, y); c.text != " " && c.text != "" || c.back != s.ground.Back {
				rows = y + 1
			}
		}
	}
	short := *s
	short.rows = rows
	return &short
}

// size returns the number of columns and rows of the still.
func (s *Still) size() image.Point {
	size := s.frame.Bounds().Size()
	if s.rows > 0 {
		size.Y = s.rows
	}
	return size
}

// ANSI writes the screen as lines of text with a terminal's escape sequences
// for colours. It draws pictures into the frame with half blocks.
func (s *Still) ANSI(w io.Writer) error {
	for i := range s.frame.Pictures {
		p := &s.frame.Pictures[i]
		blocks := picture.NewBlocks(s.photo(&p.Picture), p.Picture.Crop, p.Area.Size(), image.Pt(cellWidth, cellHeight), s.options())
		for y, row := range blocks.Mark(p.Picture.Marks) {
			for x, b := range row {
				at := p.Area.Min.Add(image.Pt(x, y))
				if slices.ContainsFunc(p.Holes, at.In) {
					continue
				}
				text := "▀"
				if b.Letter > 0 {
					text = string(b.Letter)
				}
				s.frame.Cell(at.X, at.Y, widget.Style{Fg: b.Top, Bg: b.Bottom}, text)
			}
		}
	}
	return s.Text(w)
}

// Text writes the screen as lines of text with colours and leaves the places of
// pictures blank.
func (s *Still) Text(w io.Writer) error {
	_, err := io.WriteString(w, s.frame.Content()+"\n")
	return err
}

// kinds maps the endings of file names to the functions that write such files.
var kinds = map[string]func(s *Still, w io.Writer) error{
	".png":  (*Still).PNG,
	".svg":  (*Still).SVG,
	".ansi": (*Still).ANSI,
	".txt":  (*Still).ANSI,
}

// WriterOf returns the function that writes a screen to a file with the given
// name.
func WriterOf(name string) (func(s *Still, w io.Writer) error, error) {
	if write := kinds[path.Ext(name)]; write != nil {
		return write, nil
	}
	return nil, fmt.Errorf("%s: a screen is written to .png, .svg or .ansi", name)
}

// SVG writes the screen as an SVG with its pictures embedded.
func (s *Still) SVG(w io.Writer) error {
	var b bytes.Buffer
	size := s.size()
	width, height := size.X*cellWidth, size.Y*cellHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" `+
		`font-family="'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="%[3]g" xml:space="preserve">`+
		"<style>text{white-space:pre}</style>\n", width, height, letterSize)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="%s"/>`+"\n", width, height, hex(s.ground.Back))
	for y := range size.Y {
		s.backsOf(&b, y)
	}
	for y := range size.Y {
		s.lettersOf(&b, y)
	}
	for i := range s.frame.Pictures {
		if err := s.placed(&b, &s.frame.Pictures[i], i); err != nil {
			return err
		}
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// backsOf writes the backgrounds of a row, with one rectangle for neighbouring
// cells of the same colour.
func (s *Still) backsOf(b *bytes.Buffer, y int) {
	for x := 0; x < s.frame.Bounds().Dx(); {
		back, from := s.at(x, y).back, x
		for x++; x < s.frame.Bounds().Dx() && s.at(x, y).back == back; x++ {
		}
		if back != s.ground.Back {
			writeRect(b, image.Rect(from*cellWidth, y*cellHeight, x*cellWidth, (y+1)*cellHeight), back)
		}
	}
}

func writeRect(b *bytes.Buffer, r image.Rectangle, c color.RGBA) {
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), hex(c))
}

// lettersOf writes the text of a row in pieces of the same style. Each piece
// has a fixed width, so that columns line up in any font. Its spaces count: browsers keep
// them for the sake of a style alone, other programs for that of SVG's attribute. Braille is dots.
func (s *Still) lettersOf(b *bytes.Buffer, y int) {
	width := s.frame.Bounds().Dx()
	for x := 0; x < width; {
		first, from := s.at(x, y), x
		var text strings.Builder
		for ; x < width; x++ {
			c := s.at(x, y)
			if c.text0 != first.text0 || c.bold != first.bold || c.italic != first.italic || c.line != first.line {
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
			hex(first.text0), (x-from)*cellWidth, style)
		xml.EscapeText(b, []byte(text.String())) //nolint:errcheck // a buffer does not fail
		b.WriteString("</text>\n")
	}
}

// placed writes a picture at its place, without the cells that are covered.
func (s *Still) placed(b *bytes.Buffer, p *widget.Placement, number int) error {
	pixels := s.pixels(&p.Picture, p.Area.Size(), image.Pt(cellWidth, cellHeight))
	var data bytes.Buffer
	if err := png.Encode(&data, pixels); err != nil {
		return err
	}
	clip := ""
	if len(p.Holes) > 0 {
		clip = fmt.Sprintf(` clip-path="url(#holes%d)"`, number)
		fmt.Fprintf(b, `<clipPath id="holes%d"><path clip-rule="evenodd" d="%s`, number, outline(p.Area))
		for _, h := range p.Holes {
			b.WriteString(outline(h.Intersect(p.Area)))
		}
		b.WriteString(`"/></clipPath>` + "\n")
	}
	fmt.Fprintf(b, `<image x="%d" y="%d" width="%d" height="%d" href="data:image/png;base64,%s"%s/>`+"\n", p.Area.Min.X*cellWidth,
		p.Area.Min.Y*cellHeight, p.Area.Dx()*cellWidth, p.Area.Dy()*cellHeight, base64.StdEncoding.EncodeToString(data.Bytes()), clip)
	return nil
}

// outline returns the SVG path of a rectangle of cells.
func outline(r image.Rectangle) string {
	return fmt.Sprintf("M%d %dH%dV%dH%dZ", r.Min.X*cellWidth, r.Min.Y*cellHeight, r.Max.X*cellWidth, r.Max.Y*cellHeight, r.Min.X*cellWidth)
}
