package themes

import (
	"image/color"
	"math"
)

// lab is a colour in OKLab (Ottosson 2020): lightness 0..1 and two opponent
// axes. Equal distances look about equally far apart, so a straight line is
// an even ramp.
type lab struct{ L, a, b float64 }

// polar returns the OKLab colour of a lightness, a chroma and a hue in
// degrees.
func polar(l, chroma, hue float64) lab {
	sin, cos := math.Sincos(hue * math.Pi / 180)
	return lab{l, chroma * cos, chroma * sin}
}

// rgba returns the nearest sRGB colour, each channel clipped.
func (c lab) rgba() color.RGBA {
	l := cube(c.L + 0.3963377774*c.a + 0.2158037573*c.b)
	m := cube(c.L - 0.1055613458*c.a - 0.0638541728*c.b)
	s := cube(c.L - 0.0894841775*c.a - 1.2914855480*c.b)
	return color.RGBA{
		R: encode(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		G: encode(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		B: encode(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
		A: 255,
	}
}

func cube(x float64) float64 { return x * x * x }

// encode turns a linear channel 0..1 into an sRGB byte.
func encode(x float64) uint8 {
	x = min(max(x, 0), 1)
	if x <= 0.0031308 {
		return uint8(math.Round(255 * 12.92 * x))
	}
	return uint8(math.Round(255 * (1.055*math.Pow(x, 1/2.4) - 0.055)))
}

// linear turns an sRGB byte into a linear channel 0..1.
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// ramp returns n colours on the straight line from one to another.
func ramp(n int, from, to lab) []color.RGBA {
	colors := make([]color.RGBA, n)
	for i := range colors {
		t := float64(i) / float64(n-1)
		colors[i] = lab{
			from.L + t*(to.L-from.L), from.a + t*(to.a-from.a), from.b + t*(to.b-from.b),
		}.rgba()
	}
	return colors
}

// signed returns a ramp of 2n-1 colours from negative over neutral to
// positive.
func signed(n int, negative, neutral, positive lab) []color.RGBA {
	colors := ramp(n, negative, neutral)
	return append(colors, ramp(n, neutral, positive)[1:]...)
}

// Contrast returns the contrast ratio of two colours, 1..21 (WCAG 2.2). 4.5
// is its least for running text.
func Contrast(a, b color.RGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.RGBA) float64 {
	return float64(0.2126*linear(c.R)) + float64(0.7152*linear(c.G)) + float64(0.0722*linear(c.B))
}
