package themes

import "image/color"

// steps is how many colours a heat ramp has: more than eyes tell apart side
// by side, few enough for a picture's palette.
const steps = 24

// Default returns the built-in theme for a dark or a light background. It
// rests on blue against orange, which eyes with any of the common colour
// deficiencies tell apart; ramps run from blue to yellow with even, monotone
// lightness.
func Default(dark bool) Theme {
	if dark {
		return darkTheme()
	}
	return lightTheme()
}

func darkTheme() Theme {
	return Theme{
		Name: "dark", Dark: true,
		Faint: rgb(0x96a0ad), Accent: rgb(0x7cc4f5),
		Selected: rgb(0x1f4a75), SelectedText: rgb(0xffffff),
		Border: rgb(0x4b5563),
		Right:  rgb(0x6cb6ff), Wrong: rgb(0xff9d52), Warn: rgb(0xf2d24b),
		Hit: rgb(0x1f86f5), Miss: rgb(0xf0641e), Gold: rgb(0xffe14d), Missed: rgb(0xf59ae6), Plain: rgb(0x3aa0ff),
		HeatText: rgb(0xffffff), HeatInvertText: rgb(0x000000),
		Heat:      ramp(steps, polar(0.27, 0.06, 262), polar(0.92, 0.15, 100)),
		Heat256:   []uint8{236, 239, 242, 101, 143, 185, 227},
		Signed:    signed(steps/2+1, polar(0.74, 0.14, 60), polar(0.28, 0, 0), polar(0.74, 0.13, 245)),
		Signed256: []uint8{208, 166, 94, 238, 25, 32, 75},
	}
}

func lightTheme() Theme {
	return Theme{
		Name:  "light",
		Faint: rgb(0x5b6470), Accent: rgb(0x0a5a9c),
		Selected: rgb(0xcfe3f7), SelectedText: rgb(0x000000),
		Border: rgb(0xb3bac4),
		Right:  rgb(0x0b5cad), Wrong: rgb(0xa64200), Warn: rgb(0x7a5b00),
		Hit: rgb(0x0068c9), Miss: rgb(0xd9480f), Gold: rgb(0xf2c500), Missed: rgb(0x9b2c8f), Plain: rgb(0x0068c9),
		HeatText: rgb(0x000000), HeatInvertText: rgb(0xffffff),
		Heat:      ramp(steps, polar(0.96, 0.05, 100), polar(0.38, 0.13, 262)),
		Heat256:   []uint8{195, 153, 110, 68, 25, 19},
		Signed:    signed(steps/2+1, polar(0.55, 0.14, 50), polar(0.96, 0, 0), polar(0.55, 0.13, 250)),
		Signed256: []uint8{130, 173, 216, 255, 117, 74, 31},
	}
}

func rgb(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// HeatAt returns the heat colour of x, 0..1, values outside being clipped,
// and the text colour to use on it.
func (t Theme) HeatAt(x float64) (background, text color.RGBA) {
	return t.at(t.Heat, x)
}

// SignedAt returns the diverging colour of x, -1..1, values outside being
// clipped, and the text colour to use on it.
func (t Theme) SignedAt(x float64) (background, text color.RGBA) {
	return t.at(t.Signed, (x+1)/2)
}

// HeatAt256 is HeatAt among 256 colours: the index of the background, and the
// text colour to use on it.
func (t Theme) HeatAt256(x float64) (background uint8, text color.RGBA) {
	return t.at256(t.Heat256, x)
}

// SignedAt256 is SignedAt among 256 colours.
func (t Theme) SignedAt256(x float64) (background uint8, text color.RGBA) {
	return t.at256(t.Signed256, (x+1)/2)
}

// indexed returns the colour behind index 16 to 255 of the 256: a cube of six
// levels per channel, then grays.
func indexed(i uint8) color.RGBA {
	if i >= 232 {
		v := 8 + 10*(i-232)
		return color.RGBA{v, v, v, 255}
	}
	level := func(k uint8) uint8 {
		if k == 0 {
			return 0
		}
		return 55 + 40*k
	}
	i -= 16
	return color.RGBA{level(i / 36), level(i / 6 % 6), level(i % 6), 255}
}

func (t Theme) at(ramp []color.RGBA, x float64) (background, text color.RGBA) {
	background = ramp[step(len(ramp), x)]
	return background, t.textOn(background)
}

func (t Theme) at256(ramp []uint8, x float64) (background uint8, text color.RGBA) {
	background = ramp[step(len(ramp), x)]
	return background, t.textOn(indexed(background))
}

// step returns the step of x, 0..1, on a ramp of n.
func step(n int, x float64) int {
	// A NaN fails the comparison and counts as 0.
	if !(x > 0) {
		return 0
	}
	return int(min(x, 1)*float64(n-1) + 0.5)
}

func (t Theme) textOn(background color.RGBA) color.RGBA {
	if Contrast(background, t.HeatText) >= Contrast(background, t.HeatInvertText) {
		return t.HeatText
	}
	return t.HeatInvertText
}
