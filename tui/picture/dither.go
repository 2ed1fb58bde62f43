package picture

import (
	"image"
	"image/color"
	"math"
	"slices"

	"faithscope/loaders"
)

// The levels of a channel in a terminal's 256 colours: of the colour cube, and of the greys.
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

var bayer = [4][4]int{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}

const mixSize = 16

// A colour this near, per channel, is used alone: on greys, every second of which is between two levels,
// a pattern is more visible than the error.
const flatWithin = 5

// contrast weighs the distance of a mixture's colours from the target against the error of their
// mean, because patterns of large pixels are visible.
const contrast = 0.03

// dither reduces pix, in place, to 256 colours. It is ordered, so that flat areas stay flat and
// unchanged photos have unchanged cells: the second algorithm in "Joel Yliluoma's arbitrary-palette
// positional dithering algorithm" (2011).
func dither(pix *image.RGBA) {
	w := pix.Rect.Dx()
	known := map[[3]uint8][mixSize][3]uint8{}
	for i := 0; i < len(pix.Pix); i += 4 {
		px := [3]uint8(pix.Pix[i : i+3])
		mix, ok := known[px]
		if !ok {
			mix = mixtureOf(px)
			known[px] = mix
		}
		c := mix[bayer[i/4/w%4][i/4%w%4]]
		copy(pix.Pix[i:], c[:])
	}
}

// mixtureOf returns sixteen terminal colours, with repetitions, that mix to c, from dark to light, the
// order that the Bayer matrix indexes.
func mixtureOf(c [3]uint8) (mix [mixSize][3]uint8) {
	near := cubeNeighbours(c)
	for _, other := range near {
		if maxDistance(c, other) <= flatWithin {
			return [mixSize][3]uint8(slices.Repeat([][3]uint8{other}, mixSize))
		}
	}
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
	loaders.SortBy(mix[:], lightness)
	return mix
}

func maxDistance(a, b [3]uint8) (most int) {
	for ch := range a {
		most = max(most, int(a[ch])-int(b[ch]), int(b[ch])-int(a[ch]))
	}
	return most
}

func lightness(c [3]uint8) int { return lumaOf(color.RGBA{c[0], c[1], c[2], 255}) }

// cubeNeighbours returns the corners of c's cell in the colour cube, and the greys just below and
// above its lightness.
func cubeNeighbours(c [3]uint8) [][3]uint8 {
	var sides [3][2]uint8
	for k, v := range c {
		sides[k] = levelsAround(cubeLevels, v)
	}
	near := loaders.Fill(8, func(i int) [3]uint8 { return [3]uint8{sides[0][i&1], sides[1][i>>1&1], sides[2][i>>2]} })
	for _, v := range levelsAround(greyLevels, uint8(lightness(c))) {
		near = append(near, [3]uint8{v, v, v})
	}
	return near
}

func levelsAround(sortedLevels []uint8, v uint8) [2]uint8 {
	i, exact := slices.BinarySearch(sortedLevels, v)
	if exact {
		return [2]uint8{v, v}
	}
	return [2]uint8{sortedLevels[i-1], sortedLevels[i]}
}
