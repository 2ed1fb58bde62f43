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
	slow bool                                         // sending bytes costs more than encoding them
	as   func(r *Raster, rect image.Rectangle) []byte // encodes the cells of rect; nil for sixel
	rgb  [256]uint32                                  // the palette, for comparing with other pictures

	mu    sync.Mutex
	full  []byte  // the whole picture encoded, nil until needed
	draft *Raster // nil until requested
}

var _ screen.Drafted = (*Raster)(nil)

func newRaster(pix *image.Paletted, cell image.Point) *Raster {
	r := &Raster{pix: pix, cell: cell}
	for i, c := range bytesOf(pix.Palette) {
		r.rgb[i] = uint32(c[0])<<16 | uint32(c[1])<<8 | uint32(c[2])
	}
	return r
}

// As makes r encode its cells with encode in place of sixel, and returns r.
func (r *Raster) As(encode func(r *Raster, rect image.Rectangle) []byte) *Raster {
	r.as = encode
	return r
}

// Pixels returns the picture itself. Callers must not change it.
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

// Cells returns the number of columns and rows.
func (r *Raster) Cells() image.Point {
	return image.Pt(r.pix.Rect.Dx()/r.cell.X, r.pix.Rect.Dy()/r.cell.Y)
}

// Same reports whether the cell at in r shows the same pixels as the cell there
// in other.
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

// Encode appends the cells of rect as a sixel picture, or in the form set by
// [Raster.As].
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
		return appendTight(nil, r.Tile(rect))
	}
	var out bytes.Buffer
	e := sixel.NewEncoder(&out)
	// The last band of six rows may reach below the tile. Its unpainted pixels
	// must leave the next row of text alone.
	e.Transparent = true
	if err := e.Encode(r.Tile(rect)); err != nil {
		return nil // impossible: a buffer accepts all writes, and the palette has at most 256 colours
	}
	return out.Bytes()
}

// Tile copies the cells of rect, with a palette of only the colours in them: in
// a small tile the full palette would make up most of the bytes.
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
	// draftBlocks is the largest number of blocks across and down a draft.
	draftBlocks = 100
	// draftColors is the number of colours in a draft: 16 would take a fifth more
	// bytes.
	draftColors = 12
	// draftWidth is the least width of a block in pixels: blocks six pixels wide
	// take as many bytes as blocks nine pixels wide.
	draftWidth = 8
)

// Draft returns the picture in coarse blocks of few colours, which take a tenth
// of its bytes.
func (r *Raster) Draft() screen.Raster {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.draft == nil {
		r.draft = newRaster(r.blocks(), r.cell).As(r.as)
		r.draft.slow = true
	}
	return r.draft
}

// thumbnailColors is the number of colours in a thumbnail.
const thumbnailColors = 64

// Thumbnail returns the photo without marks, one pixel for each block of a
// draft, for terminals that can enlarge it.
func (b *Base) Thumbnail() *image.Paletted {
	small, _ := newRaster(b.pix, b.cell).means()
	return Quantise(small, thumbnailColors, 0)
}

// blocks returns the picture with each block in one colour.
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

// means returns the mean colour of each block and the size of a block in
// pixels, whose height is a whole number of sixel bands.
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

// A terminal that lays pictures over one another receives a photo once and its
// marks as a separate picture: after a threshold moves, only the lines are
// sent.

// Clear is the transparent palette entry.
var Clear color.Color = color.RGBA64{}

// Photo returns the cells of rect, without marks.
func (b *Base) Photo(rect image.Rectangle) *image.Paletted {
	return newRaster(b.pix, b.cell).Tile(rect)
}

// Overlay draws the marks alone, on a transparent ground, which is entry 0 of the
// palette.
func (b *Base) Overlay(marks []widget.Mark) *Raster {
	pix := image.NewPaletted(b.pix.Rect, color.Palette{Clear})
	b.draw(pix, marks, 256)
	return newRaster(pix, b.cell)
}

// On reports whether any part of a mark of an overlay is drawn in cell (x, y).
func (r *Raster) On(x, y int) bool {
	for row := range r.cell.Y {
		line := r.pix.Pix[r.pix.PixOffset(x*r.cell.X, y*r.cell.Y+row):][:r.cell.X]
		if slices.ContainsFunc(line, func(i uint8) bool { return i != 0 }) {
			return true
		}
	}
	return false
}

// Patch returns the cells of rect, where those that an overlay draws in show marks and
// photo together and all others are transparent. It serves terminals on which a
// cell can show only one picture.
func (b *Base) Patch(over *Raster, marks []widget.Mark, rect image.Rectangle) *image.Paletted {
	pix := b.marked(marks, 255)
	clear := uint8(len(pix.Palette))
	pix.Palette = append(pix.Palette, Clear)
	for y := rect.Min.Y; y < rect.Max.Y; y++ {
		for x := rect.Min.X; x < rect.Max.X; x++ {
			if !over.On(x, y) {
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
