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
func sixelPainter(c Capabilities, pictureOptions picture.Options, _ *screen.Writer) photoPainter {
	if c.Registers > 0 {
		// Marks, ground and letters take up to eight colours.
		pictureOptions.Registers = min(c.Registers, 256)
		pictureOptions.Colors = max(min(pictureOptions.Colors, c.Registers-8), 2)
	}
	return pixelPainter(c, pictureOptions, nil)
}

func pixelPainter(c Capabilities, pictureOptions picture.Options, encodeRaster func(*picture.Raster, image.Rectangle) []byte) photoPainter {
	return func(photo *image.RGBA, p widget.Picture, cells image.Point) preparedPhoto {
		return &pixelPicture{base: picture.NewBase(photo, p.Crop, cells, c.Cell, pictureOptions), encode: encodeRaster, slow: pictureOptions.Slow}
	}
}

type pixelPicture struct {
	base    *picture.PreparedPhoto
	encode  func(*picture.Raster, image.Rectangle) []byte
	slow    bool // it is shown in pieces, a draft first
	rasters marksCache[*picture.Raster]
}

func (s *pixelPicture) rasterOf(boxMarks []widget.BoxMark) *picture.Raster {
	return s.rasters.madeFor(boxMarks, func() *picture.Raster { return s.base.Mark(boxMarks).As(s.encode) })
}

func (s *pixelPicture) Size() int { return 5 * s.base.Size() }

// prepareMarks implements [preparedPhoto] by encoding what is painted first: the draft on a slow line, else
// the whole picture.
func (s *pixelPicture) prepareMarks(boxMarks []widget.BoxMark) {
	var r screen.Raster = s.rasterOf(boxMarks)
	if s.slow {
		r = s.rasterOf(boxMarks).Draft()
	}
	r.Encode(nil, image.Rectangle{Max: r.Cells()})
}

func (s *pixelPicture) paintMarks(f *widget.Frame, p widget.PlacedPicture, boxMarks []widget.BoxMark) []screen.Picture {
	drawUnderlay(f, p.Area, p.Holes)
	return []screen.Picture{{
		At: p.Area.Min, Raster: s.rasterOf(boxMarks), Holes: p.Holes, Focus: s.base.Focus(boxMarks).Add(p.Area.Min),
	}}
}

func drawUnderlay(f *widget.Frame, area image.Rectangle, holeAreas []image.Rectangle) {
	area.Max.Y = min(area.Max.Y, f.Bounds().Max.Y-1)
	eachCell(area, holeAreas, func(x, y int) {
		f.Cell(x, y, widget.Style{}, screen.Filler(x, y))
	})
}

func inlinePainter(c Capabilities, pictureOptions picture.Options, _ *screen.Writer) photoPainter {
	pictureOptions.Colors, pictureOptions.Snap = keptColors, 0
	return pixelPainter(c, pictureOptions, encodeInline)
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
