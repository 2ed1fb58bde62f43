package picture

import (
	"bytes"
	"image"
	"image/color"
	"slices"
	"sync"

	"github.com/mattn/go-sixel"

	"faithscope/tui/screen"
	"faithscope/views/widget"
)

// Raster is a finished picture for a sixel terminal. It implements
// [screen.Raster].
type Raster struct {
	pix  *image.Paletted
	cell image.Point
	slow bool                                         // bytes count more than time
	as   func(r *Raster, rect image.Rectangle) []byte // encodes the cells of rect, nil for sixel
	rgb  [256]uint32                                  // of the palette, to compare with other pictures

	mu    sync.Mutex
	full  []byte  // the whole picture encoded, nil before it was
	draft *Raster // nil before it was asked for
}

var _ screen.Drafted = (*Raster)(nil)

func newRaster(pix *image.Paletted, cell image.Point) *Raster {
	r := &Raster{pix: pix, cell: cell}
	for i, c := range bytesOf(pix.Palette) {
		r.rgb[i] = uint32(c[0])<<16 | uint32(c[1])<<8 | uint32(c[2])
	}
	return r
}

// As has the picture travel as encode makes it of the cells of rect, in place of
// sixel's form.
func (r *Raster) As(encode func(r *Raster, rect image.Rectangle) []byte) *Raster {
	r.as = encode
	return r
}

// Pixels is the picture itself. Callers must not change it.
func (r *Raster) Pixels() *image.Paletted { return r.pix }

// Size is roughly how many bytes of memory r takes.
func (r *Raster) Size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.pix.Pix) + len(r.full)
	if r.draft != nil {
		n += len(r.draft.pix.Pix)
	}
	return n
}

// Cells is the number of columns and rows.
func (r *Raster) Cells() image.Point {
	return image.Pt(r.pix.Rect.Dx()/r.cell.X, r.pix.Rect.Dy()/r.cell.Y)
}

// Same reports whether cell at of r shows the same pixels as cell there of
// other.
func (r *Raster) Same(at image.Point, other screen.Raster, there image.Point) bool {
	o, ok := other.(*Raster)
	if !ok || o.cell != r.cell {
		return false
	}
	for y := range r.cell.Y {
		a := r.pix.Pix[r.pix.PixOffset(at.X*r.cell.X, at.Y*r.cell.Y+y):][:r.cell.X]
		b := o.pix.Pix[o.pix.PixOffset(there.X*o.cell.X, there.Y*o.cell.Y+y):][:r.cell.X]
		for x := range a {
			if r.rgb[a[x]] != o.rgb[b[x]] {
				return false
			}
		}
	}
	return true
}

// Encode appends the cells of rect as a sixel picture, or as [Raster.As] said.
func (r *Raster) Encode(dst []byte, rect image.Rectangle) []byte {
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

func (r *Raster) encode(rect image.Rectangle) []byte {
	if r.as != nil {
		return r.as(r, rect)
	}
	if r.slow {
		return tight(nil, r.Tile(rect))
	}
	var out bytes.Buffer
	e := sixel.NewEncoder(&out)
	// The last band of six rows may reach below the tile: what is not painted
	// there leaves the next row of text alone.
	e.Transparent = true
	if err := e.Encode(r.Tile(rect)); err != nil {
		return nil // a buffer takes all writes, and the palette is at most 256
	}
	return out.Bytes()
}

// Tile copies the cells of rect with a palette of only the colours in them:
// for a small tile the full palette would be most of the bytes.
func (r *Raster) Tile(rect image.Rectangle) *image.Paletted {
	px := image.Rect(rect.Min.X*r.cell.X, rect.Min.Y*r.cell.Y, rect.Max.X*r.cell.X, rect.Max.Y*r.cell.Y).Intersect(r.pix.Rect)
	out := image.NewPaletted(image.Rectangle{Max: px.Size()}, make(color.Palette, 0, len(r.pix.Palette)))
	var index [256]int // 1 + the entry in the tile's palette
	for y := range px.Dy() {
		src := r.pix.Pix[r.pix.PixOffset(px.Min.X, px.Min.Y+y):][:px.Dx()]
		dst := out.Pix[y*out.Stride:]
		for x, c := range src {
			if index[c] == 0 {
				out.Palette = append(out.Palette, r.pix.Palette[c])
				index[c] = len(out.Palette)
			}
			dst[x] = uint8(index[c] - 1)
		}
	}
	return out
}

const (
	// draftBlocks is how many blocks a draft has across and down, at most.
	draftBlocks = 100
	// draftColors is how many colours: with 16 a draft has a fifth more bytes.
	draftColors = 12
	// draftWidth is the least width of a block. One of six pixels takes as many
	// bytes as one of nine.
	draftWidth = 8
)

// Draft is the picture in coarse blocks of few colours: a tenth of its bytes.
func (r *Raster) Draft() screen.Raster {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.draft == nil {
		r.draft = newRaster(r.blocks(), r.cell).As(r.as)
		r.draft.slow = true
	}
	return r.draft
}

// thumbnailColors is how many colours a thumbnail has.
const thumbnailColors = 64

// Thumbnail is the photo without marks, one pixel for each block of a draft: for
// terminals that enlarge it.
func (b *Base) Thumbnail() *image.Paletted {
	small, _ := newRaster(b.pix, b.cell).means()
	return Quantise(small, thumbnailColors, 0)
}

// blocks is the picture with every block in one colour.
func (r *Raster) blocks() *image.Paletted {
	small, block := r.means()
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

// means returns the mean colour of each block, and the size of blocks in pixels:
// whole bands high.
func (r *Raster) means() (small *image.RGBA, block image.Point) {
	up := func(a, b int) int { return (a + b - 1) / b }
	size := r.pix.Rect.Size()
	block.X = max(up(size.X, draftBlocks), draftWidth)
	block.Y = bandHeight * up(size.Y, draftBlocks*bandHeight)
	small = image.NewRGBA(image.Rect(0, 0, up(size.X, block.X), up(size.Y, block.Y)))
	sums := make([]moment, len(small.Pix)/4)
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

// A terminal that lays pictures over one another gets a photo once, and its
// marks as a picture of their own: moving a threshold then sends lines only.

// Clear is the entry of a palette through which what lies below is seen.
var Clear color.Color = color.RGBA64{}

// Photo returns the cells of rect without marks.
func (b *Base) Photo(rect image.Rectangle) *image.Paletted {
	return newRaster(b.pix, b.cell).Tile(rect)
}

// Overlay returns the marks alone, on a transparent ground.
func (b *Base) Overlay(marks []widget.Mark) *Overlay {
	pix := image.NewPaletted(b.pix.Rect, color.Palette{Clear})
	b.draw(pix, marks, 256)
	return &Overlay{pix, b.cell}
}

// Overlay is marks without the photo below them: entry 0 of the palette is
// transparent.
type Overlay struct {
	pix  *image.Paletted
	cell image.Point
}

// On reports whether something is drawn in the cell.
func (o *Overlay) On(x, y int) bool {
	for row := range o.cell.Y {
		line := o.pix.Pix[o.pix.PixOffset(x*o.cell.X, y*o.cell.Y+row):][:o.cell.X]
		if slices.ContainsFunc(line, func(i uint8) bool { return i != 0 }) {
			return true
		}
	}
	return false
}

// Part returns the cells of rect.
func (o *Overlay) Part(rect image.Rectangle) *image.Paletted {
	return newRaster(o.pix, o.cell).Tile(rect)
}

// Patch returns the cells of rect in which something of o is drawn, together
// with the photo below; the others are transparent. It serves where a cell
// can show one picture only.
func (b *Base) Patch(o *Overlay, marks []widget.Mark, rect image.Rectangle) *image.Paletted {
	pix := image.NewPaletted(b.pix.Rect, slices.Clone(b.pix.Palette))
	copy(pix.Pix, b.pix.Pix)
	b.draw(pix, marks, 255)
	clear := uint8(len(pix.Palette))
	pix.Palette = append(pix.Palette, Clear)
	for y := rect.Min.Y; y < rect.Max.Y; y++ {
		for x := rect.Min.X; x < rect.Max.X; x++ {
			if !o.On(x, y) {
				fill(pix, image.Rect(x*b.cell.X, y*b.cell.Y, (x+1)*b.cell.X, (y+1)*b.cell.Y), clear)
			}
		}
	}
	return newRaster(pix, b.cell).Tile(rect)
}

func fill(pix *image.Paletted, r image.Rectangle, index uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			pix.Pix[pix.PixOffset(x, y)] = index
		}
	}
}
