package picture

import (
	"image"
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

// bayer is the order in which the pixels of a square of four by four turn to
// the lighter of two levels.
var bayer = [4][4]int{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}

// greyish is how far the channels of a colour may be apart that is dithered
// among the greys, of which there are more.
const greyish = 12

// dither brings pix to the 256 colours of a terminal in ordered steps, so that
// flat areas stay flat and an unchanged photo gives unchanged cells.
func dither(pix *image.RGBA) {
	w := pix.Rect.Dx()
	for i := 0; i < len(pix.Pix); i += 4 {
		px := pix.Pix[i : i+3]
		at := bayer[i/4/w%4][i/4%w%4]
		if slices.Max(px)-slices.Min(px) <= greyish {
			v := stepOf(greyLevels, uint8((int(px[0])+int(px[1])+int(px[2]))/3), at)
			px[0], px[1], px[2] = v, v, v
			continue
		}
		for k, v := range px {
			px[k] = stepOf(cubeLevels, v, at)
		}
	}
}

// stepOf is the step below or above v, whichever its place in the order takes.
func stepOf(levels []uint8, v uint8, at int) uint8 {
	i, exact := slices.BinarySearch(levels, v)
	if exact {
		return v
	}
	low, high := int(levels[i-1]), int(levels[i])
	if 16*(int(v)-low) > (high-low)*at+(high-low)/2 {
		return levels[i]
	}
	return levels[i-1]
}
