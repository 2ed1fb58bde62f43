package picture

import (
	"bytes"
	"image"
	"image/color"
	"sync"

	"github.com/mattn/go-sixel"

	"faithscope/tui/screen"
)

// Raster is a finished picture for a sixel terminal. It implements [screen.Raster].
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

var _ screen.DraftRaster = (*Raster)(nil)

func newRaster(pix *image.Paletted, cellSize image.Point) *Raster {
	r := &Raster{pix: pix, cell: cellSize}
	for i, c := range bytesOf(pix.Palette) {
		r.rgb[i] = uint32(c[0])<<16 | uint32(c[1])<<8 | uint32(c[2])
	}
	return r
}

// As makes r encode its cells with encodeRaster instead of sixel, and returns r.
func (r *Raster) As(encodeRaster func(r *Raster, rect image.Rectangle) []byte) *Raster {
	r.as = encodeRaster
	return r
}

// Pixels returns the picture itself. Callers must not change it.
func (r *Raster) Pixels() *image.Paletted { return r.pix }

// Cells returns the number of columns and rows.
func (r *Raster) Cells() image.Point { return cellsOf(r.pix.Rect, r.cell) }

func cellsOf(r image.Rectangle, cellSize image.Point) image.Point {
	return image.Pt(r.Dx()/cellSize.X, r.Dy()/cellSize.Y)
}

// Same implements [screen.Raster]. It is false for another type of raster or another size of cells.
func (r *Raster) Same(ownCorner image.Point, otherRaster screen.Raster, otherCorner image.Point) bool {
	o, ok := otherRaster.(*Raster)
	if !ok || o.cell != r.cell {
		return false
	}
	for y := range r.cell.Y {
		a := r.pix.Pix[r.pix.PixOffset(ownCorner.X*r.cell.X, ownCorner.Y*r.cell.Y+y):][:r.cell.X]
		b := o.pix.Pix[o.pix.PixOffset(otherCorner.X*o.cell.X, otherCorner.Y*o.cell.Y+y):][:r.cell.X]
		for x := range a {
			if r.rgb[a[x]] != o.rgb[b[x]] {
				return false
			}
		}
	}
	return true
}

// Encode implements [screen.Raster] as sixel, or in the form set by [Raster.As]. The whole picture
// is encoded once.
func (r *Raster) Encode(dst []byte, tileArea image.Rectangle) []byte {
	if tileArea != (image.Rectangle{Max: r.Cells()}) {
		return append(dst, r.encodeSixel(tileArea)...)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.full == nil {
		r.full = r.encodeSixel(tileArea)
	}
	return append(dst, r.full...)
}

// encodeSixel saves bytes if r is slow, and time otherwise. Pixels below tileArea stay, because the next
// row of text may be there.
func (r *Raster) encodeSixel(tileArea image.Rectangle) []byte {
	if r.as != nil {
		return r.as(r, tileArea)
	}
	if r.slow {
		return encodeTight(r.Tile(tileArea))
	}
	var out bytes.Buffer
	e := sixel.NewEncoder(&out)
	// The last band of six rows may reach below the tile, where the next row of text must stay.
	e.Transparent = true
	_ = e.Encode(r.Tile(tileArea)) // a buffer accepts all writes, and the palette has at most 256 colours
	return out.Bytes()
}

// Tile copies the cells of tileArea and only their colours: a full palette would take most of a small
// tile's bytes.
func (r *Raster) Tile(tileArea image.Rectangle) *image.Paletted {
	px := PixelsUnder(tileArea, r.cell).Intersect(r.pix.Rect)
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
