package tui

import (
	"encoding/base64"
	"image"
	"image/png"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/iterm2"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views/widget"
)

// sixelPainter uses at most 256 registers, and at least two for the photo.
func sixelPainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	if c.Registers > 0 {
		// Marks, ground and letters take up to eight colours.
		opt.Registers = min(c.Registers, 256)
		opt.Colors = max(min(opt.Colors, c.Registers-8), 2)
	}
	return pixelPainter(c, opt, nil)
}

func pixelPainter(c Capabilities, opt picture.Options, encode func(*picture.Raster, image.Rectangle) []byte) painter {
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) ready {
		return &pixelPicture{base: picture.NewBase(photo, p.Crop, cells, c.Cell, opt), encode: encode, slow: opt.Slow}
	}
}

type pixelPicture struct {
	base    *picture.Base
	encode  func(*picture.Raster, image.Rectangle) []byte
	slow    bool // it is shown in pieces, a draft first
	rasters byMarks[*picture.Raster]
}

func (s *pixelPicture) rasterOf(marks []widget.Mark) *picture.Raster {
	return s.rasters.madeFor(marks, func() *picture.Raster { return s.base.Mark(marks).As(s.encode) })
}

func (s *pixelPicture) Size() int { return 5 * s.base.Size() }

// prepareMarks implements [ready] by encoding what is painted first: the draft on a slow line, else
// the whole picture.
func (s *pixelPicture) prepareMarks(marks []widget.Mark) {
	var r screen.Raster = s.rasterOf(marks)
	if s.slow {
		r = s.rasterOf(marks).Draft()
	}
	r.Encode(nil, image.Rectangle{Max: r.Cells()})
}

func (s *pixelPicture) paintMarks(f *widget.Frame, p widget.Placement, marks []widget.Mark) []screen.Picture {
	drawUnderlay(f, p.Area, p.Holes)
	return []screen.Picture{{
		At: p.Area.Min, Raster: s.rasterOf(marks), Holes: p.Holes, Focus: s.base.Focus(marks).Add(p.Area.Min),
	}}
}

func drawUnderlay(f *widget.Frame, area image.Rectangle, holes []image.Rectangle) {
	area.Max.Y = min(area.Max.Y, f.Bounds().Max.Y-1)
	eachCell(area, holes, func(x, y int) {
		f.Cell(x, y, widget.Style{}, screen.Filler(x, y))
	})
}

func inlinePainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	opt.Colors, opt.Snap = keptColors, 0
	return pixelPainter(c, opt, encodeInline)
}

func encodeInline(r *picture.Raster, rect image.Rectangle) []byte {
	data := pngOf(r.Tile(rect), png.BestSpeed)
	return []byte(ansi.ITerm2(iterm2.File{
		Size: int64(len(data)), Width: iterm2.Cells(rect.Dx()), Height: iterm2.Cells(rect.Dy()), IgnoreAspectRatio: true, Inline: true,
		DoNotMoveCursor: true, Content: base64.StdEncoding.AppendEncode(nil, data),
	}))
}

// keptColors holds what marks, ground and transparency leave for the photo in a PNG's palette.
const keptColors = 246
