package picture

import (
	"bytes"
	"image"
	"image/color"
)

// Quantise returns img with at most n colours, 2 ≤ n ≤ 256. A picture that
// has no more keeps them, but for sixel's grid: a palette entry is a whole
// percentage on each channel. Of a photo's pixels, one takes its left or upper
// neighbour's colour where that adds at most snap to its squared error, but
// not in a flat area: runs grow longer and the encoding shorter. 0 takes
// nobody's, 60 saves a sixth of the bytes for 0.4 dB.
func Quantise(img *image.RGBA, n, snap int) *image.Paletted {
	return quantise(img, n, func(out *image.Paletted, tags []uint8) {
		if snap > 0 {
			assignSnapped(out, img, tags, snap)
		} else {
			assign(out, img, tags)
		}
	})
}

// quantise returns img with at most n colours; give gives each pixel one of the
// palette, of which tags has the nearest by the bin of a colour.
func quantise(img *image.RGBA, n int, give func(out *image.Paletted, tags []uint8)) *image.Paletted {
	out := image.NewPaletted(img.Rect, nil)
	if set, ok := colours(img, img.Rect, n); ok {
		exact(out, img, set)
		return out
	}
	c := newCube(img)
	c.sum()
	tags := make([]uint8, side*side*side)
	for i, b := range c.partition(n) {
		out.Palette = append(out.Palette, onGrid(c.of(b).mean()))
		b.tag(tags, uint8(i))
	}
	give(out, tags)
	return out
}

// tag gives the bins of b a tag.
func (b box) tag(tags []uint8, tag uint8) {
	for r := b.lo[0] + 1; r <= b.hi[0]; r++ {
		for g := b.lo[1] + 1; g <= b.hi[1]; g++ {
			row := tags[slot(r, g, b.lo[2]+1) : slot(r, g, b.hi[2])+1]
			for i := range row {
				row[i] = tag
			}
		}
	}
}

// onGrid returns the colour of whole percentages nearest to channels 0..255.
// Its 16-bit values are the least that sixel encoders, which cut off, still
// write as these percentages.
func onGrid(r, g, b float64) color.RGBA64 {
	return color.RGBA64{R: percent(r), G: percent(g), B: percent(b), A: 0xffff}
}

// gridOf is c on sixel's grid.
func gridOf(c color.RGBA) color.RGBA64 {
	return onGrid(float64(c.R), float64(c.G), float64(c.B))
}

func percent(v float64) uint16 {
	pct := int(v*100/255 + 0.5)
	return uint16((pct*0xffff + 99) / 100)
}

// colours returns the colours of part of img, as 0xRRGGBB, numbered by first
// appearance; ok is false when there are more than n.
func colours(img *image.RGBA, part image.Rectangle, n int) (set map[uint32]uint8, ok bool) {
	set = map[uint32]uint8{}
	last := uint32(1 << 24) // no colour
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := img.Pix[img.PixOffset(part.Min.X, y):][:part.Dx()*4]
		for i := 0; i+3 < len(row); i += 4 {
			c := rgb(row[i:])
			if c == last {
				continue
			}
			last = c
			if _, have := set[c]; have {
				continue
			}
			if len(set) == n {
				return nil, false
			}
			set[c] = uint8(len(set))
		}
	}
	return set, true
}

func rgb(p []uint8) uint32 {
	_ = p[2]
	return uint32(p[0])<<16 | uint32(p[1])<<8 | uint32(p[2])
}

func exact(out *image.Paletted, img *image.RGBA, set map[uint32]uint8) {
	out.Palette = make(color.Palette, len(set))
	for c, i := range set {
		out.Palette[i] = onGrid(float64(c>>16), float64(c>>8&0xff), float64(c&0xff))
	}
	last, index := uint32(1<<24), uint8(0)
	for y := range out.Rect.Dy() {
		src := img.Pix[y*img.Stride:]
		dst := out.Pix[y*out.Stride:][:out.Rect.Dx()]
		for x := range dst {
			if c := rgb(src[x*4:]); c != last {
				last, index = c, set[c]
			}
			dst[x] = index
		}
	}
}

func tagOf(tags []uint8, p []uint8) uint8 {
	return tags[slot(int(p[0]>>3)+1, int(p[1]>>3)+1, int(p[2]>>3)+1)]
}

func assign(out *image.Paletted, img *image.RGBA, tags []uint8) {
	for y := range out.Rect.Dy() {
		src := img.Pix[y*img.Stride:]
		dst := out.Pix[y*out.Stride:][:out.Rect.Dx()]
		for x := range dst {
			dst[x] = tagOf(tags, src[x*4:x*4+4])
		}
	}
}

// level is how many pixels to the right of one have its colour in a flat area.
const level = 3

// even reports whether pixel x of a row has the colour of those to its right.
func even(row []uint8, x int) bool {
	return 4*(x+level) < len(row) && bytes.Equal(row[x*4:][:level*4], row[x*4+4:][:level*4])
}

// assignSnapped is assign with neighbours' colours where they are nearly as
// good.
func assignSnapped(out *image.Paletted, img *image.RGBA, tags []uint8, snap int) {
	pal := bytesOf(out.Palette)
	w := out.Rect.Dx()
	up := make([]uint8, w) // row -1: never taken, every pixel of row 0 has its own
	for y := range out.Rect.Dy() {
		src := img.Pix[y*img.Stride:][:4*w]
		dst := out.Pix[y*out.Stride:][:w]
		for x := range dst {
			p := src[x*4 : x*4+4]
			own := tagOf(tags, p)
			most := distance(pal[own], p) + snap
			switch {
			case even(src, x):
				// A neighbour's colour would run on over the flat area and
				// tint it.
			case x > 0 && (dst[x-1] == own || distance(pal[dst[x-1]], p) <= most):
				own = dst[x-1]
			case y > 0 && distance(pal[up[x]], p) <= most:
				own = up[x]
			}
			dst[x] = own
		}
		up = dst
	}
}

func distance(c [3]int, p []uint8) int {
	r, g, b := c[0]-int(p[0]), c[1]-int(p[1]), c[2]-int(p[2])
	return r*r + g*g + b*b
}

// bytesOf returns a palette's channels, 0..255, as a sixel terminal shows
// them.
func bytesOf(p color.Palette) [256][3]int {
	var out [256][3]int
	for i, c := range p {
		r, g, b, _ := c.RGBA()
		out[i] = [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}
	}
	return out
}
