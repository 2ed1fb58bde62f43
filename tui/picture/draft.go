package picture

import (
	"image"

	"faithscope/tui/screen"
)

const (
	// draftBlocks bounds a draft across and down.
	draftBlocks = 100
	// draftColors is 12 because 16 would take a fifth more bytes.
	draftColors = 12
	// draftWidth is the least width of a block in pixels: blocks six wide take as many bytes as
	// blocks nine wide.
	draftWidth = 8
)

// Draft implements [screen.DraftRaster]: its coarse blocks take a tenth of the bytes. It is made once.
func (r *Raster) Draft() screen.Raster {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.draft == nil {
		r.draft = newRaster(r.drawBlocks(), r.cell).As(r.as)
		r.draft.slow = true
	}
	return r.draft
}

func (r *Raster) drawBlocks() *image.Paletted {
	small, block := r.blockMeans()
	few := Quantise(small, draftColors, DefaultOptions().Snap)
	out := image.NewPaletted(r.pix.Rect, few.Palette)
	for y := range out.Rect.Dy() {
		row := out.Pix[y*out.Stride:]
		for x := range out.Rect.Dx() {
			row[x] = few.Pix[few.PixOffset(x/block.X, y/block.Y)]
		}
	}
	return out
}

// blockMeans returns each block's mean colour and a block's size in pixels: at least draftWidth
// wide, and whole sixel bands high.
func (r *Raster) blockMeans() (small *image.RGBA, block image.Point) {
	up := func(a, b int) int { return (a + b - 1) / b }
	size := r.pix.Rect.Size()
	block.X = max(up(size.X, draftBlocks), draftWidth)
	block.Y = bandHeight * up(size.Y, draftBlocks*bandHeight)
	small = image.NewRGBA(image.Rect(0, 0, up(size.X, block.X), up(size.Y, block.Y)))
	sums := make([]colourMoments, len(small.Pix)/4)
	colors := bytesOf(r.pix.Palette)
	for y := range size.Y {
		row := r.pix.Pix[y*r.pix.Stride:][:size.X]
		for x, c := range row {
			m := &sums[y/block.Y*small.Rect.Dx()+x/block.X]
			m.n++
			m.r += int64(colors[c][0])
			m.g += int64(colors[c][1])
			m.b += int64(colors[c][2])
		}
	}
	for i, m := range sums {
		r, g, b := m.mean()
		copy(small.Pix[4*i:], []uint8{uint8(r), uint8(g), uint8(b), 255})
	}
	return small, block
}
