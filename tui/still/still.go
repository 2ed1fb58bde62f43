package still

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"path"
	"slices"

	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/tui/picture"
	"faithscope/views/widget"
)

// Ground is what is behind the text, and the colour of text without one.
type Ground struct{ Back, Text color.RGBA }

// GroundOf returns the ground of a theme made for a dark or a light background.
func GroundOf(dark bool) Ground {
	if dark {
		return Ground{color.RGBA{0x1a, 0x1b, 0x26, 255}, color.RGBA{0xe6, 0xe6, 0xea, 255}}
	}
	return Ground{color.RGBA{0xff, 0xff, 0xff, 255}, color.RGBA{0x1a, 0x1b, 0x26, 255}}
}

// Still is a screen: its cells and the pictures over them. It is safe for
// concurrent use once it is made.
type Still struct {
	frame  *widget.Frame
	ground Ground
	rows   int // how many are shown, 0 for all
}

// Of returns the still of a frame, which does not change any more.
func Of(f *widget.Frame, g Ground) *Still { return &Still{frame: f, ground: g} }

// cell is a cell as it looks.
type cell struct {
	text         string
	text0, back  color.RGBA
	bold, italic bool
	line         bool // underlined
}

// at returns cell (x, y); text is "" behind a wide one and " " for a blank.
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
		c.text0 = between(c.text0, c.back)
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

// between is the colour half way.
func between(a, b color.RGBA) color.RGBA {
	half := func(x, y uint8) uint8 { return uint8((int(x) + int(y)) / 2) }
	return color.RGBA{half(a.R, b.R), half(a.G, b.G), half(a.B, b.B), 255}
}

// options are those of pictures on this ground, with as many colours as a
// palette has.
func (s *Still) options() picture.Options {
	opt := picture.DefaultOptions().On(s.ground.Back)
	opt.Colors = 200
	return opt
}

// photo opens the photo of a picture, nil where there is none to show.
func (s *Still) photo(p *widget.Picture) *image.RGBA {
	if p.Files == nil {
		return nil
	}
	photo, err := picture.Open(p.Files, p.Key.Path, s.ground.Back)
	if err != nil {
		return nil // its marks are drawn on a blank one
	}
	return photo
}

// pixels is a picture with its marks on cells of that size.
func (s *Still) pixels(p *widget.Picture, cells, cell image.Point) *image.Paletted {
	return picture.NewBase(s.photo(p), p.Crop, cells, cell, s.options()).Mark(p.Marks).Pixels()
}

// Trim returns the still without the rows at its end in which nothing is.
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

// size is how many cells the still has.
func (s *Still) size() image.Point {
	size := s.frame.Bounds().Size()
	if s.rows > 0 {
		size.Y = s.rows
	}
	return size
}

// ANSI writes the screen as lines of text with colours as a terminal has them;
// pictures are of half blocks. The frame that the still is of changes.
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

// Text writes the screen as lines of text with colours, without pictures: what
// stands in their place is blank.
func (s *Still) Text(w io.Writer) error {
	_, err := io.WriteString(w, s.frame.Content()+"\n")
	return err
}

// kinds are the kinds of files that a screen is written to, by the ends of their
// names, and what writes them.
var kinds = map[string]func(s *Still, w io.Writer) error{".png": (*Still).PNG, ".svg": (*Still).SVG, ".ansi": (*Still).ANSI, ".txt": (*Still).ANSI}

// WriterOf is what writes a screen to a file of that name.
func WriterOf(name string) (func(s *Still, w io.Writer) error, error) {
	if write := kinds[path.Ext(name)]; write != nil {
		return write, nil
	}
	return nil, fmt.Errorf("%s: a screen is written to .png, .svg or .ansi", name)
}
