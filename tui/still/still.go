package still

import (
	"image"
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/tui/picture"
	"faithscope/views/widget"
)

// ScreenColours is the background colour, and the colour of text that has none of its own.
type ScreenColours struct{ Back, Text color.RGBA }

// GroundOf returns the colours for themes made for a dark or a light background.
func GroundOf(dark bool) ScreenColours {
	if dark {
		return ScreenColours{color.RGBA{0x1a, 0x1b, 0x26, 255}, color.RGBA{0xe6, 0xe6, 0xea, 255}}
	}
	return ScreenColours{color.RGBA{0xff, 0xff, 0xff, 255}, color.RGBA{0x1a, 0x1b, 0x26, 255}}
}

// SavedScreen is a saved screen. Its methods are safe for concurrent use, except ANSI, which changes the
// frame.
type SavedScreen struct {
	frame  *widget.Frame
	ground ScreenColours
	size   image.Point // the cells shown
}

// Of returns a still of a frame. The caller must not change the frame afterwards.
func Of(f *widget.Frame, g ScreenColours) *SavedScreen { return &SavedScreen{f, g, f.Bounds().Size()} }

func inPixels(r image.Rectangle) image.Rectangle { return picture.PixelsUnder(r, Cell()) }

func (s *SavedScreen) pictureOptions() picture.Options {
	opt := picture.DefaultOptions().On(s.ground.Back)
	opt.Colors = 200
	return opt
}

func (s *SavedScreen) openPhoto(p *widget.Picture) *image.RGBA {
	if p.Files == nil {
		return nil
	}
	photo, _ := picture.Open(p.Files, p.Key.Path, s.ground.Back) // without one its marks are drawn on a blank picture
	return photo
}

func (s *SavedScreen) drawPicture(p *widget.PlacedPicture) *image.Paletted {
	of := &p.Picture
	return picture.NewBase(s.openPhoto(of), of.Crop, p.Area.Size(), Cell(), s.pictureOptions()).Mark(of.Marks).Pixels()
}

// Trim returns the still without the blank rows at its end, at least one row. s doesn't change.
func (s *SavedScreen) Trim() *SavedScreen {
	short := *s
	rows := 1
	for _, p := range s.frame.Pictures {
		rows = max(rows, p.Area.Max.Y)
	}
	for y := s.size.Y - 1; y >= rows; y-- {
		for x := range s.size.X {
			if c := s.cellAt(x, y); c.text != " " && c.text != "" || c.back != s.ground.Back {
				rows = y + 1
			}
		}
	}
	short.size.Y = rows
	return &short
}

type textCell struct {
	text         string
	text0, back  color.RGBA
	bold, italic bool
	line         bool // underlined
}

// cellAt gives a cell behind a wide character the text "", because the character to its left covers
// it.
func (s *SavedScreen) cellAt(x, y int) textCell {
	text, style := s.frame.At(x, y)
	c := textCell{
		text: text, text0: s.ground.Text, back: s.ground.Back,
		bold: style.Attrs&uv.AttrBold != 0, italic: style.Attrs&uv.AttrItalic != 0, line: style.Underline != 0,
	}
	if style.Fg != nil {
		c.text0 = toOpaque(style.Fg)
	}
	if style.Bg != nil {
		c.back = toOpaque(style.Bg)
	}
	if style.Attrs&uv.AttrFaint != 0 {
		c.text0 = picture.Mix(c.text0, c.back, 50)
	}
	if style.Attrs&uv.AttrReverse != 0 {
		c.text0, c.back = c.back, c.text0
	}
	return c
}

func toOpaque(c color.Color) color.RGBA {
	r, g, b, _ := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}
}
