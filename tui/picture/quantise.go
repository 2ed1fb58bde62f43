package picture

import (
	"bytes"
	"image"
	"image/color"
)

// Quantise returns img with at most n colours, 2 ≤ n ≤ 256, on sixel's grid of whole percentages.
// If img has more, a pixel outside flat areas takes its left or upper neighbour's colour if that
// adds at most snapTolerance to its squared error, for longer runs: 60 saves a sixth of the bytes and
// costs 0.4 dB, 0 turns it off.
func Quantise(img *image.RGBA, n, snapTolerance int) *image.Paletted {
	return quantiseColors(img, n, func(out *image.Paletted, tags []uint8) {
		if snapTolerance > 0 {
			assignSnapped(out, img, tags, snapTolerance)
		} else {
			assignTags(out, img, tags)
		}
	})
}

// quantiseColors keeps the colours of a picture that has at most n, so that drawings stay exact.
// Otherwise the palette is the means of n boxes; tags holds the box of each bin.
func quantiseColors(img *image.RGBA, n int, assignColors func(out *image.Paletted, tags []uint8)) *image.Paletted {
	out := image.NewPaletted(img.Rect, nil)
	if set, ok := coloursIn(img, img.Rect, n); ok {
		assignExact(out, img, set)
		return out
	}
	c := newCube(img)
	c.sumBins()
	tags := make([]uint8, side*side*side)
	for i, b := range c.partitionBoxes(n) {
		out.Palette = append(out.Palette, onGrid(c.momentOf(b).mean()))
		b.setTags(tags, uint8(i))
	}
	assignColors(out, tags)
	return out
}

func onGrid(r, g, b float64) color.RGBA64 {
	return color.RGBA64{R: toPercent(r), G: toPercent(g), B: toPercent(b), A: 0xffff}
}

func gridOf(c color.RGBA) color.RGBA64 {
	return onGrid(float64(c.R), float64(c.G), float64(c.B))
}

func toPercent(v float64) uint16 {
	pct := int(v*100/255 + 0.5)
	return uint16((pct*0xffff + 99) / 100)
}

// coloursIn stops at n colours, because a photo has thousands. They are 0xRRGGBB, numbered in order of
// appearance.
func coloursIn(img *image.RGBA, imagePart image.Rectangle, n int) (set map[uint32]uint8, ok bool) {
	set = map[uint32]uint8{}
	last := uint32(1 << 24) // not a colour
	for y := imagePart.Min.Y; y < imagePart.Max.Y; y++ {
		row := img.Pix[img.PixOffset(imagePart.Min.X, y):][:imagePart.Dx()*4]
		for i := 0; i+3 < len(row); i += 4 {
			c := rgbOf(row[i:])
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

func rgbOf(p []uint8) uint32 {
	_ = p[2]
	return uint32(p[0])<<16 | uint32(p[1])<<8 | uint32(p[2])
}

func assignExact(palettedOut *image.Paletted, img *image.RGBA, indexByColour map[uint32]uint8) {
	palettedOut.Palette = make(color.Palette, len(indexByColour))
	for c, i := range indexByColour {
		palettedOut.Palette[i] = onGrid(float64(c>>16), float64(c>>8&0xff), float64(c&0xff))
	}
	last, index := uint32(1<<24), uint8(0)
	pairRows(palettedOut, img, func(src, dst []uint8) {
		for x := range dst {
			if c := rgbOf(src[x*4:]); c != last {
				last, index = c, indexByColour[c]
			}
			dst[x] = index
		}
	})
}

func pairRows(palettedOut *image.Paletted, img *image.RGBA, assignRow func(src, dst []uint8)) {
	w := palettedOut.Rect.Dx()
	for y := range palettedOut.Rect.Dy() {
		assignRow(img.Pix[y*img.Stride:][:4*w], palettedOut.Pix[y*palettedOut.Stride:][:w])
	}
}

func tagOf(indexByBin []uint8, p []uint8) uint8 {
	return indexByBin[binOf(p)]
}

func assignTags(palettedOut *image.Paletted, img *image.RGBA, indexByBin []uint8) {
	pairRows(palettedOut, img, func(src, dst []uint8) {
		for x := range dst {
			dst[x] = tagOf(indexByBin, src[x*4:x*4+4])
		}
	})
}

// level is how many pixels to the right must share a pixel's colour for the area to count as flat.
const level = 3

func isEven(pixelRow []uint8, x int) bool {
	return 4*(x+level) < len(pixelRow) && bytes.Equal(pixelRow[x*4:][:level*4], pixelRow[x*4+4:][:level*4])
}

// assignSnapped prefers a neighbour's entry that adds at most snapTolerance to the squared error,
// because equal neighbours make shorter data. Flat areas keep their own colour.
func assignSnapped(palettedOut *image.Paletted, img *image.RGBA, indexByBin []uint8, snapTolerance int) {
	pal := bytesOf(palettedOut.Palette)
	var up []uint8 // nil for the first row
	pairRows(palettedOut, img, func(src, dst []uint8) {
		for x := range dst {
			p := src[x*4 : x*4+4]
			own := tagOf(indexByBin, p)
			most := colorDistance(pal[own], p) + snapTolerance
			switch {
			case isEven(src, x):
				// A neighbour's colour would run on over the flat area and tint it.
			case x > 0 && (dst[x-1] == own || colorDistance(pal[dst[x-1]], p) <= most):
				own = dst[x-1]
			case up != nil && colorDistance(pal[up[x]], p) <= most:
				own = up[x]
			}
			dst[x] = own
		}
		up = dst
	})
}

func colorDistance(c [3]int, p []uint8) int {
	r, g, b := c[0]-int(p[0]), c[1]-int(p[1]), c[2]-int(p[2])
	return r*r + g*g + b*b
}

func bytesOf(p color.Palette) [256][3]int {
	var out [256][3]int
	for i, c := range p {
		r, g, b, _ := c.RGBA()
		out[i] = [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}
	}
	return out
}

// The quantiser is Wu's ("Color quantization by greedy orthogonal bipartition", Graphics Gems II,
// 1991) with 5 bits a channel.
