package themes

import (
	"image/color"
	"math"
	"slices"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"
)

// steps is more than the eye tells apart, but few enough for a picture's palette.
const steps = 24

func toColorful(c color.Color) colorful.Color {
	v, _ := colorful.MakeColor(c)
	return v
}

func toRGBA(c colorful.Color) color.RGBA {
	red, green, blue := c.Clamped().RGB255()
	return color.RGBA{red, green, blue, 255}
}

// Ramp is a colour scale in steps of equal width.
type Ramp []color.Color

// At returns the colour for x, 0..1, and the text colour on it; nil and nil if the ramp is empty.
// Values outside the range are clipped, and NaN counts as 0.
func (r Ramp) At(x float64) (background, text color.Color) {
	if len(r) == 0 {
		return nil, nil
	}
	step := 0
	if x > 0 { // false for NaN
		step = min(int(min(x, 1)*float64(len(r))), len(r)-1)
	}
	return r[step], textOn(r[step])
}

// blendStops goes in straight lines through OKLab, so that steps look equal. An odd number of stops
// has two arms of about half the steps.
func blendStops(rampStops Ramp) Ramp {
	between := max(1, (steps-1)/(len(rampStops)-1))
	if len(rampStops)%2 == 1 {
		between = max(1, steps/2/(len(rampStops)/2))
	}
	ramp := Ramp{rampStops[0]}
	for i, stop := range rampStops[1:] {
		from, to := toColorful(rampStops[i]), toColorful(stop)
		for k := range between {
			ramp = append(ramp, toRGBA(from.BlendOkLab(to, float64(k+1)/float64(between))))
		}
	}
	return ramp
}

// Steps of lightness in a ramp of 256-colour entries. Smaller ones would not be visible, and on a
// signed ramp both sides must show them.
const step256, signedStep256 = 0.11, 0.19

// heatWeight weighs lightness against hue and chroma in a heat ramp. It is low because the bounds
// already make the lightness even.
const heatWeight = 1

// turn256 lets chroma fall a little on a dark ground, where the darkest green is a full one and greys would not read as heat.
const turn256 = 0.03

// lightnessWeight is the same for a single colour among the 256.
const lightnessWeight = 20

// hue256 is how far, in degrees, a hue may be from the intended one, because a ramp through several
// hues does not read as a rising amount. Below the chroma neutral256 colours have no hue.
const hue256, signedHue256, neutral256 = 18, 30, 0.03

// rampAmong256 converts to colours 16 to 255, which all terminals with 256 colours share. The nearest
// colours would jump between grey and full blue, so it returns the nearest sequence with the hue of
// the ramp's end, rising chroma and even steps of lightness.
func rampAmong256(ramp Ramp) Ramp {
	if len(ramp) == 0 {
		return nil
	}
	for n := 1 + steps256(ramp, step256); n > 2; n-- {
		aims := aims256(ramp, n)
		away := math.Abs(aims[1].l - aims[0].l)
		bound := hueAndLightnessLimits{lightness: heatWeight, hue: hue256 * math.Pi / 180, turn: 1e-6, least: away * 0.65, most: away * 1.4}
		if aims[1].l > aims[0].l {
			bound.hued, bound.turn = true, turn256
		}
		found := nearest256(aims, bound)
		if found != nil {
			return found
		}
	}
	return Ramp{ramp[0], ramp[len(ramp)-1]}
}

type hueAndLightnessLimits struct {
	lightness   float64 // its weight against hue and chroma
	hue         float64 // how far the hue may be from the last aim's, 0..π
	hued        bool    // all but the first must have a hue
	turn        float64 // how far chroma may fall from one colour to the next
	least, most float64 // how far lightness moves towards the last aim's from one colour to the next
}

func anySequence256(lightness float64) hueAndLightnessLimits {
	return hueAndLightnessLimits{lightness: lightness, hue: math.Pi, turn: 1e-6, least: -1, most: 1}
}

// signedAmong256 is [rampAmong256] for two arms of as many steps. Every step but the middle aims at
// the hue and chroma of its arm's end, so that even a small number shows its sign.
func signedAmong256(ramp Ramp) Ramp {
	if len(ramp) == 0 {
		return nil
	}
	middle := len(ramp) / 2
	positive, negative := ramp[middle:], slices.Clone(ramp[:middle+1])
	slices.Reverse(negative)
	n := 1 + min(steps256(positive, signedStep256), steps256(negative, signedStep256))
	bound := anySequence256(4)
	bound.hue, bound.hued = signedHue256*math.Pi/180, true
	both := nearest256(aims256(negative, n), bound)
	slices.Reverse(both)
	return append(both, nearest256(aims256(positive, n), bound)[1:]...)
}

func steps256(ramp Ramp, lightnessStep float64) int {
	return 1 + int(math.Abs(labOf(ramp[0]).l-labOf(ramp[len(ramp)-1]).l)/lightnessStep)
}

func aims256(ramp Ramp, n int) []labColour {
	first, last := labOf(ramp[0]), labOf(ramp[len(ramp)-1])
	rise := last.l - first.l
	aims := make([]labColour, n)
	for i := range aims {
		aims[i] = labColour{first.l + rise*float64(i)/float64(len(aims)-1), last.a, last.b}
	}
	aims[0] = first
	return aims
}

// indexes counts the colours from 16 on.
const indexes = 256 - 16

var indexed = sync.OnceValue(func() []labColour {
	all := make([]labColour, indexes)
	for i := range all {
		all[i] = labOf(ansi.IndexedColor(16 + i)) //nolint:gosec // below 256
	}
	return all
})

// nearest256 returns the nearest sequence to targetColours within colourLimits, nil for none. Lightness
// has its own weight because it reads as more or less. best[i][c] is the least sum of a sequence that
// ends with candidate c at target i.
func nearest256(targetColours []labColour, colourLimits hueAndLightnessLimits) Ramp {
	end := targetColours[len(targetColours)-1]
	falling := targetColours[0].chroma() > end.chroma()
	candidates, chroma := indexed(), make([]float64, indexes)
	for c := range candidates {
		if chroma[c] = candidates[c].chroma(); falling {
			chroma[c] = -chroma[c]
		}
	}
	follows := func(b, c int) bool {
		moved := candidates[c].l - candidates[b].l
		if end.l < targetColours[0].l {
			moved = -moved
		}
		return chroma[b] <= chroma[c]+colourLimits.turn && colourLimits.least <= moved && moved <= colourLimits.most
	}
	best, from := make([][]float64, len(targetColours)), make([][]int, len(targetColours))
	for i, aim := range targetColours {
		best[i], from[i] = make([]float64, indexes), make([]int, indexes)
		for c, candidate := range candidates {
			own := colourLimits.cost(candidate, aim, end, i > 0)
			before := 0.0
			if i > 0 {
				before = math.Inf(1)
				for b, sum := range best[i-1] {
					if sum < before && follows(b, c) {
						before, from[i][c] = sum, b
					}
				}
			}
			best[i][c] = before + own
		}
	}
	return traceBest(best, from)
}

func (bound *hueAndLightnessLimits) cost(candidateColour, targetColour, endColour labColour, isLater bool) float64 {
	isOffBounds := candidateColour.hueAngle(endColour) > bound.hue || bound.hued && isLater && candidateColour.chroma() < neutral256
	if isOffBounds {
		return math.Inf(1)
	}
	away, rise := candidateColour.distance(targetColour), candidateColour.l-targetColour.l
	return float64(away*away) + float64(bound.lightness*rise*rise)
}

func traceBest(leastCosts [][]float64, bestOrigins [][]int) Ramp {
	n := len(leastCosts)
	last := leastCosts[n-1]
	at := slices.Index(last, slices.Min(last))
	if math.IsInf(last[at], 1) {
		return nil
	}
	ramp := make(Ramp, n)
	for i := n - 1; i >= 0; i-- {
		ramp[i] = ansi.IndexedColor(16 + at) //nolint:gosec // below 256
		at = bestOrigins[i][at]
	}
	return ramp
}

type labColour struct{ l, a, b float64 }

func labOf(c color.Color) labColour {
	l, a, b := toColorful(c).OkLab()
	return labColour{l, a, b}
}

func (c labColour) chroma() float64 { return math.Hypot(c.a, c.b) }

func (c labColour) hueAngle(d labColour) float64 {
	if c.chroma() < neutral256 {
		return 0
	}
	across, along := float64(c.a*d.b)-float64(c.b*d.a), float64(c.a*d.a)+float64(c.b*d.b)
	return math.Abs(math.Atan2(across, along))
}

func (c labColour) distance(d labColour) float64 {
	return math.Sqrt(float64((c.l-d.l)*(c.l-d.l)) + float64((c.a-d.a)*(c.a-d.a)) + float64((c.b-d.b)*(c.b-d.b)))
}

// textOn prefers white if its contrast is enough for running text, because black reads worse on a
// middle tone at the same figure. Of the sixteen colours white goes on those that most default
// palettes have dark.
func textOn(backgroundColor color.Color) color.Color {
	if c, ok := backgroundColor.(ansi.BasicColor); ok {
		switch c {
		case ansi.Black, ansi.Red, ansi.Blue, ansi.Magenta, ansi.BrightBlack:
			return ansi.BrightWhite
		}
		return ansi.Black
	}
	if white := (color.RGBA{255, 255, 255, 255}); Reads(white, backgroundColor) {
		return white
	}
	return color.RGBA{A: 255}
}

func contrastOf(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b := toColorful(c).LinearRgb()
	return float64(0.2126*r) + float64(0.7152*g) + float64(0.0722*b)
}

// Reads reports whether two colours have a contrast of at least 4.5. It is false for the terminal's
// sixteen, whose values are unknown.
func Reads(textColor, backgroundColor color.Color) bool {
	for _, c := range []color.Color{textColor, backgroundColor} {
		if _, ok := c.(ansi.BasicColor); ok {
			return false
		}
	}
	return contrastOf(textColor, backgroundColor) >= 4.5
}
