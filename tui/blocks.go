package tui

import (
	"image"
	"image/color"

	"github.com/charmbracelet/colorprofile"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views/widget"
)

func blockPainter(c Capabilities, pictureOptions picture.Options, _ *screen.Writer) photoPainter {
	pictureOptions.Grid, pictureOptions.Cube = grids[c.fineness()], c.Colors == colorprofile.ANSI256
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) preparedPhoto {
		return textPicture{picture.NewBlocks(photo, p.Crop, cells, c.Cell, pictureOptions)}
	}
}

var grids = map[string]picture.PixelGrid{"quadrant": {X: 2, Y: 2}, "sextant": {X: 2, Y: 3}, "octant": {X: 2, Y: 4}}

type textPicture struct{ *picture.BlockPhoto }

func (b textPicture) prepareMarks([]widget.BoxMark) {}

// paintMarks implements [preparedPhoto] by drawing blocks around p's holes. It returns nil because the
// writer has nothing to paint.
func (b textPicture) paintMarks(f *widget.Frame, p widget.PlacedPicture, boxMarks []widget.BoxMark) []screen.Picture {
	rows := b.Mark(boxMarks)
	eachCell(p.Area, p.Holes, func(x, y int) {
		paintBlock(f, x, y, rows[y-p.Area.Min.Y][x-p.Area.Min.X])
	})
	return nil
}

func paintBlock(f *widget.Frame, x, y int, b picture.CellBlock) {
	st := widget.Style{Fg: ownColor(b.Top), Bg: ownColor(b.Bottom)}
	switch {
	case b.Letter == picture.Behind:
	case b.Letter != 0:
		f.Text(x, y, 2, st, string(b.Letter))
	case b.Top == b.Bottom:
		f.Cell(x, y, widget.Style{Bg: st.Bg}, " ")
	default:
		f.Cell(x, y, st, "▀")
	}
}

func ownColor(c color.RGBA) color.Color {
	if c.A == 0 {
		return nil
	}
	return c
}
