package tui

import (
	"encoding/base64"
	"image"
	"image/png"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/iterm2"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
)

// inlinePainter paints pixels as iTerm2's inline images, which other terminals
// show too. They lie in the cells as sixel's do.
func inlinePainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	opt.Colors, opt.Snap = keptColors, 0
	return pixelPainter(c, opt, func(r *picture.Raster) screen.Raster { return &inlineRaster{Raster: r} })
}

// inlineRaster is a raster that travels as PNG.
type inlineRaster struct {
	*picture.Raster

	mu   sync.Mutex
	full []byte // the whole picture encoded, nil before it was
}

// Same is as that of the raster.
func (r *inlineRaster) Same(at image.Point, other screen.Raster, there image.Point) bool {
	o, ok := other.(*inlineRaster)
	return ok && r.Raster.Same(at, o.Raster, there)
}

// Draft is that of the raster.
func (r *inlineRaster) Draft() screen.Raster {
	return &inlineRaster{Raster: r.Raster.Draft().(*picture.Raster)}
}

// Encode appends the cells of rect as an inline image.
func (r *inlineRaster) Encode(dst []byte, rect image.Rectangle) []byte {
	if rect != (image.Rectangle{Max: r.Cells()}) {
		return append(dst, r.encode(rect)...)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.full == nil {
		r.full = r.encode(rect)
	}
	return append(dst, r.full...)
}

func (r *inlineRaster) encode(rect image.Rectangle) []byte {
	data := pngOf(r.Tile(rect), png.BestSpeed)
	file := iterm2.File{
		Size:              int64(len(data)),
		Width:             iterm2.Cells(rect.Dx()),
		Height:            iterm2.Cells(rect.Dy()),
		IgnoreAspectRatio: true,
		Inline:            true,
		DoNotMoveCursor:   true,
		Content:           base64.StdEncoding.AppendEncode(nil, data),
	}
	return []byte(ansi.ITerm2(file))
}
