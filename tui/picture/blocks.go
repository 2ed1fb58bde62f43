package picture

import (
	"image"
	"image/color"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Blocks is a photo made ready for an area of cells of which each shows two
// pixels, one above the other. It does not change.
type Blocks struct {
	pix  *image.RGBA
	at   image.Rectangle // the photo, in pixels
	crop loaders.Box     // the part shown, in fractions; never empty
}

// NewBlocks fits the part crop of photo to cells, where a cell is cell pixels
// large on the screen; (0, 0) stands for twice as high as wide. A nil photo is
// a blank one that fills all cells. Cells is positive.
func NewBlocks(photo *image.RGBA, crop loaders.Box, cells, cell image.Point, opt Options) *Blocks {
	size := image.Pt(cells.X, 2*cells.Y)
	if photo == nil {
		return &Blocks{flat(size, opt.Blank), image.Rectangle{Max: size}, whole}
	}
	aspect := 1.0
	if cell.X > 0 && cell.Y > 0 {
		aspect = 2 * float64(cell.X) / float64(cell.Y)
	}
	part := cut(photo.Rect, crop)
	pix, at := Scale(photo, part, size, aspect, opt.Ground)
	return &Blocks{pix, at, fractions(part, photo.Rect)}
}

// Size is roughly how many bytes of memory b takes.
func (b *Blocks) Size() int { return len(b.pix.Pix) }

// Block is one cell: two pixels, or a letter of a label.
type Block struct {
	Top, Bottom color.RGBA
	Letter      rune // 0 for none; it stands in Top on Bottom
}

// Mark returns the cells, row by row, with marks drawn over the picture. A
// line is one pixel wide; labels are text.
func (b *Blocks) Mark(marks []widget.Mark) [][]Block {
	pix := &image.RGBA{Pix: append([]uint8(nil), b.pix.Pix...), Stride: b.pix.Stride, Rect: b.pix.Rect}
	for _, m := range marks {
		if r := place(m.Box, b.crop, b.at); !r.Empty() {
			outline(pix, r, m)
		}
	}
	rows := make([][]Block, pix.Rect.Dy()/2)
	for y := range rows {
		rows[y] = make([]Block, pix.Rect.Dx())
		for x := range rows[y] {
			rows[y][x] = Block{Top: pix.RGBAAt(x, 2*y), Bottom: pix.RGBAAt(x, 2*y+1)}
		}
	}
	for _, m := range marks {
		if r := place(m.Box, b.crop, b.at); !r.Empty() {
			caption(rows, r, m)
		}
	}
	return rows
}

// outline draws the edge of r, one pixel wide: solid, with gaps, with dots, or
// double where r has room for two lines.
func outline(pix *image.RGBA, r image.Rectangle, m widget.Mark) {
	on, period := 1, 1
	switch m.Dash {
	case widget.Dashed:
		on, period = 3, 5
	case widget.Dotted:
		on, period = 1, 3
	}
	edge(r, func(x, y, i int) {
		if i%period < on {
			pix.SetRGBA(x, y, m.Color)
		}
	})
	const room = 6
	if in := r.Inset(1); m.Dash == widget.Double && min(in.Dx(), in.Dy()) >= room {
		edge(in, func(x, y, _ int) { pix.SetRGBA(x, y, black) })
	}
}

// edge visits the pixels of r's edge; i counts along each side from the top
// left corner.
func edge(r image.Rectangle, visit func(x, y, i int)) {
	for x := r.Min.X; x < r.Max.X; x++ {
		visit(x, r.Min.Y, x-r.Min.X)
		visit(x, r.Max.Y-1, x-r.Min.X)
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		visit(r.Min.X, y, y-r.Min.Y)
		visit(r.Max.X-1, y, y-r.Min.Y)
	}
}

// caption writes a mark's label over the cells at the top left corner of its
// box, where it fits on the row and covers no other label.
func caption(rows [][]Block, r image.Rectangle, m widget.Mark) {
	letters := []rune(m.Label)
	row := rows[min(r.Min.Y/2, len(rows)-1)]
	x := max(min(r.Min.X, len(row)-len(letters)), 0)
	if len(letters) == 0 || len(letters) > len(row) {
		return
	}
	for _, b := range row[x : x+len(letters)] {
		if b.Letter != 0 {
			return
		}
	}
	for i, l := range letters {
		row[x+i] = Block{Top: ink(m.Color), Bottom: m.Color, Letter: l}
	}
}
