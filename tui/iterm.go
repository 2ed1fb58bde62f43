package tui

import (
	"encoding/base64"
	"image"
	"image/png"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/iterm2"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
)

// inlinePainter paints pixels as iTerm2's inline images, which other terminals
// show too. They lie in the cells as sixel's do.
func inlinePainter(c Capabilities, opt picture.Options, _ *screen.Writer) painter {
	opt.Colors, opt.Snap = keptColors, 0
	return pixelPainter(c, opt, inline)
}

// inline is the cells of rect as an inline image.
func inline(r *picture.Raster, rect image.Rectangle) []byte {
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
