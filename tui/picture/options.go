package picture

import (
	"image"
	"image/color"
)

// Options control how a picture is made.
type Options struct {
	Ground color.RGBA // around and behind a photo
	Blank  color.RGBA // shown where there is no photo
	Colors int        // in a photo's palette, at most 200: marks need some too
	Snap   int        // see [Quantise]
	// Grid is the number of pixels in a cell of blocks; zero means half blocks.
	Grid PixelGrid
	// Cube dithers half blocks to 256 colours.
	Cube bool
	// Registers is the number of colours for a picture and its marks together; 0 means 256.
	Registers int
	// Slow is set if sending a picture's bytes costs more than encoding them.
	Slow bool
}

// DefaultOptions returns options with a dark ground, 128 colours and a snap of 60: six photos of
// 640×480 took 277 KB at 35.8 dB, and 412 KB at 35.4 dB with go-sixel's 256 colours.
func DefaultOptions() Options {
	return Options{Colors: 128, Snap: 60}.On(color.RGBA{24, 24, 24, 255})
}

// On returns a copy for a screen's background: the ground takes its colour, and a blank picture is
// a quarter of the way to a middle grey.
func (o Options) On(backgroundColor color.RGBA) Options {
	o.Ground, o.Blank = backgroundColor, Mix(backgroundColor, color.RGBA{128, 128, 128, 255}, 75)
	return o
}

// At returns a copy for bytesPerSecond, 0 for unknown: below 3 MiB Slow with 96 colours, below
// 1.5 MiB with 64; otherwise 128. 64 colours save a third of the bytes and cost 2 dB.
func (o Options) At(bytesPerSecond float64) Options {
	o.Colors, o.Slow = DefaultOptions().Colors, bytesPerSecond > 0 && bytesPerSecond < 3*(1<<20)
	switch {
	case !o.Slow:
	case bytesPerSecond < 1.5*(1<<20):
		o.Colors = 64
	default:
		o.Colors = 96
	}
	return o
}

func (o Options) quantiseImage(img *image.RGBA) *image.Paletted {
	if o.Slow {
		return quantiseTight(img, o.Colors, 2*o.Snap)
	}
	return Quantise(img, o.Colors, o.Snap)
}
