package picture

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"slices"
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

// The quantiser is Wu's ("Color quantization by greedy orthogonal
// bipartition", Graphics Gems II, 1991): a histogram of 5 bits a channel, its
// moments summed up along all three axes, and the box of largest variance cut
// where the cut takes away most of it, until there are enough boxes.

// side is the bins of an axis and a zero plane before them.
const side = 33

// moment sums a set of pixels: how many, their channels, their squares.
type moment struct {
	n, r, g, b, sq int64
}

func (m moment) add(o moment) moment {
	return moment{m.n + o.n, m.r + o.r, m.g + o.g, m.b + o.b, m.sq + o.sq}
}

func (m moment) sub(o moment) moment {
	return moment{m.n - o.n, m.r - o.r, m.g - o.g, m.b - o.b, m.sq - o.sq}
}

// spread is the sum's squared length by its count: what a box's mean explains
// of its squares. m.n is above 0.
func (m moment) spread() float64 {
	r, g, b := float64(m.r), float64(m.g), float64(m.b)
	return (float64(r*r) + float64(g*g) + float64(b*b)) / float64(m.n)
}

// variance is the squared error of showing all pixels as their mean.
func (m moment) variance() float64 {
	if m.n == 0 {
		return 0
	}
	return float64(m.sq) - m.spread()
}

// mean is the mean colour, black for no pixels.
func (m moment) mean() (r, g, b float64) {
	if m.n == 0 {
		return 0, 0, 0
	}
	n := float64(m.n)
	return float64(m.r) / n, float64(m.g) / n, float64(m.b) / n
}

// cube is a histogram of a picture's colours, summed up.
type cube []moment

// slot is where bin r, g, b is kept.
func slot(r, g, b int) int { return (r*side+g)*side + b }

// newCube counts the pixels of img.
func newCube(img *image.RGBA) cube {
	c := make(cube, side*side*side)
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:img.Rect.Dx()*4]
		for i := 0; i+3 < len(row); i += 4 {
			r, g, b := int64(row[i]), int64(row[i+1]), int64(row[i+2])
			m := &c[slot(int(r>>3)+1, int(g>>3)+1, int(b>>3)+1)]
			m.n++
			m.r += r
			m.g += g
			m.b += b
			m.sq += r*r + g*g + b*b
		}
	}
	return c
}

// sum makes every bin the moment of all bins up to it on all axes.
func (c cube) sum() {
	for _, step := range [3]int{1, side, side * side} {
		for i := step; i < len(c); i++ {
			if i/step%side != 0 {
				c[i] = c[i].add(c[i-step])
			}
		}
	}
}

// box is a box of bins: above lo, up to and with hi, by axis.
type box struct{ lo, hi [3]int }

// upTo is the moment of the part of b that lies at or below position p of an
// axis.
func (c cube) upTo(b box, axis, p int) moment {
	b.hi[axis] = p
	return c.of(b)
}

// of is the moment of b, from its eight corners.
func (c cube) of(b box) moment {
	face := func(r int) moment {
		return c[slot(r, b.hi[1], b.hi[2])].add(c[slot(r, b.lo[1], b.lo[2])]).
			sub(c[slot(r, b.lo[1], b.hi[2])]).sub(c[slot(r, b.hi[1], b.lo[2])])
	}
	return face(b.hi[0]).sub(face(b.lo[0]))
}

// cut splits b where that lowers the squared error most; ok is false for a
// box of one bin or one colour.
func (c cube) cut(b box) (low, high box, ok bool) {
	all := c.of(b)
	best, bestAxis, bestAt := 0.0, 0, 0
	for axis := range 3 {
		for p := b.lo[axis] + 1; p < b.hi[axis]; p++ {
			half := c.upTo(b, axis, p)
			rest := all.sub(half)
			if half.n == 0 || rest.n == 0 {
				continue
			}
			if s := half.spread() + rest.spread(); s > best {
				best, bestAxis, bestAt = s, axis, p
			}
		}
	}
	if bestAt == 0 {
		return b, b, false
	}
	low, high = b, b
	low.hi[bestAxis], high.lo[bestAxis] = bestAt, bestAt
	return low, high, true
}

// partition cuts the whole cube into at most n boxes that hold pixels.
func (c cube) partition(n int) []box {
	type candidate struct {
		box
		variance float64
	}
	all := box{hi: [3]int{side - 1, side - 1, side - 1}}
	open := []candidate{{all, c.of(all).variance()}}
	var done []box
	for len(open) > 0 && len(open)+len(done) < n {
		i := slices.Index(open, slices.MaxFunc(open, func(a, b candidate) int { return cmp.Compare(a.variance, b.variance) }))
		low, high, ok := c.cut(open[i].box)
		if !ok {
			done = append(done, open[i].box)
			open = slices.Delete(open, i, i+1)
			continue
		}
		open[i] = candidate{low, c.of(low).variance()}
		open = append(open, candidate{high, c.of(high).variance()})
	}
	for _, o := range open {
		done = append(done, o.box)
	}
	return done
}
