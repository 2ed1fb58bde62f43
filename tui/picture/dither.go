package picture

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
)

// The levels of a channel among the 256 colours of a terminal: those of the
// cube of six, and of the greys.
var (
	cubeLevels = []uint8{0, 95, 135, 175, 215, 255}
	greyLevels = func() []uint8 {
		levels := []uint8{0}
		for v := 8; v <= 238; v += 10 {
			levels = append(levels, uint8(v))
		}
		return append(levels, 255)
	}()
)

// bayer is the order in which the pixels of a square of four by four take the
// colours of a mixture.
var bayer = [4][4]int{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}

// mixSize is how many pixels of a square a colour is mixed of.
const mixSize = 16

// contrast weighs how far the colours of a mixture may be from what they are
// mixed to, against how well they meet it: the pixels of blocks are large, and a
// pattern of dark and light ones is seen before the colour that it stands for.
const contrast = 0.03

// dither brings pix to the 256 colours of a terminal in ordered steps, so that
// flat areas stay flat and an unchanged photo gives unchanged cells. It is
// Yliluoma's ordered dithering ("Joel Yliluoma's arbitrary-palette positional
// dithering algorithm", 2011, the second one): each pixel takes its turn among the
// colours, from dark to light, that together make up its own.
func dither(pix *image.RGBA) {
	w := pix.Rect.Dx()
	known := map[[3]uint8][mixSize][3]uint8{}
	for i := 0; i < len(pix.Pix); i += 4 {
		px := [3]uint8(pix.Pix[i : i+3])
		mix, ok := known[px]
		if !ok {
			mix = mixture(px)
			known[px] = mix
		}
		c := mix[bayer[i/4/w%4][i/4%w%4]]
		copy(pix.Pix[i:], c[:])
	}
}

// mixture returns the colours that a colour is mixed of, from dark to light.
func mixture(c [3]uint8) (mix [mixSize][3]uint8) {
	near := neighbours(c)
	var sum [3]int
	for n := range mix {
		best, least := 0, math.Inf(1)
		for k, other := range near {
			far := 0.0
			for ch := range c {
				missed := float64(sum[ch]+int(other[ch]))/float64(n+1) - float64(c[ch])
				apart := float64(other[ch]) - float64(c[ch])
				far += missed*missed + contrast*apart*apart
			}
			if far < least {
				best, least = k, far
			}
		}
		mix[n] = near[best]
		for ch := range sum {
			sum[ch] += int(near[best][ch])
		}
	}
	slices.SortStableFunc(mix[:], func(a, b [3]uint8) int { return cmp.Compare(lightness(a), lightness(b)) })
	return mix
}

func lightness(c [3]uint8) int { return int(luma(color.RGBA{c[0], c[1], c[2], 255})) }

// neighbours are the colours of the cube around c, and the greys on either side
// of how light it is.
func neighbours(c [3]uint8) [][3]uint8 {
	var sides [3][2]uint8
	for k, v := range c {
		sides[k] = around(cubeLevels, v)
	}
	var near [][3]uint8
	for i := range 8 {
		near = append(near, [3]uint8{sides[0][i&1], sides[1][i>>1&1], sides[2][i>>2]})
	}
	for _, v := range around(greyLevels, uint8(lightness(c))) {
		near = append(near, [3]uint8{v, v, v})
	}
	return near
}

// around are the levels next to v, both v where it is one.
func around(levels []uint8, v uint8) [2]uint8 {
	i, exact := slices.BinarySearch(levels, v)
	if exact {
		return [2]uint8{v, v}
	}
	return [2]uint8{levels[i-1], levels[i]}
}
