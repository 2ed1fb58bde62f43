package themes

import (
	"image/color"
	"math"
	"testing"
)

func both() []Theme { return []Theme{Default(true), Default(false)} }

// oklab is the inverse of lab.rgba, written from Ottosson's forward matrices.
func oklab(c color.RGBA) lab {
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return lab{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

func distance(x, y color.RGBA) float64 {
	p, q := oklab(x), oklab(y)
	return math.Sqrt(square(p.L-q.L) + square(p.a-q.a) + square(p.b-q.b))
}

func square(x float64) float64 { return x * x }

func chroma(c lab) float64 { return math.Hypot(c.a, c.b) }

func TestKnownColors(t *testing.T) {
	for _, tt := range []struct {
		in   lab
		want color.RGBA
		why  string
	}{
		{lab{1, 0, 0}, color.RGBA{255, 255, 255, 255}, "white by definition"},
		{lab{0, 0, 0}, color.RGBA{0, 0, 0, 255}, "black by definition"},
		{lab{0.62796, 0.22486, 0.12585}, color.RGBA{255, 0, 0, 255}, "sRGB red, from Ottosson's article"},
		{lab{0.45201, -0.03246, -0.31153}, color.RGBA{0, 0, 255, 255}, "sRGB blue"},
	} {
		if got := tt.in.rgba(); got != tt.want {
			t.Errorf("%v is %v, want %v: %s", tt.in, got, tt.want, tt.why)
		}
	}
}

func TestContrast(t *testing.T) {
	black, white := rgb(0), rgb(0xffffff)
	if got := Contrast(black, white); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white is %v, WCAG says 21", got)
	}
	if got := Contrast(rgb(0x777777), white); math.Abs(got-4.48) > 0.005 {
		t.Errorf("#777 on white is %v, known to be 4.48", got)
	}
}

// Text must be readable on every step of every ramp.
func TestTextOnHeat(t *testing.T) {
	for _, theme := range both() {
		for i := range theme.Heat {
			bg, text := theme.HeatAt(float64(i) / float64(len(theme.Heat)-1))
			if bg != theme.Heat[i] {
				t.Fatalf("%s: step %d is not reached", theme.Name, i)
			}
			if c := Contrast(bg, text); c < 4.5 {
				t.Errorf("%s: heat step %d: contrast %.2f", theme.Name, i, c)
			}
		}
		for i := range theme.Signed {
			bg, text := theme.SignedAt(2*float64(i)/float64(len(theme.Signed)-1) - 1)
			if bg != theme.Signed[i] {
				t.Fatalf("%s: signed step %d is not reached", theme.Name, i)
			}
			if c := Contrast(bg, text); c < 4.5 {
				t.Errorf("%s: signed step %d: contrast %.2f", theme.Name, i, c)
			}
		}
	}
}

// Text roles must be readable on common backgrounds of their kind.
func TestTextOnBackground(t *testing.T) {
	for _, theme := range both() {
		backgrounds := []color.RGBA{rgb(0xffffff), rgb(0xfdf6e3)}
		if theme.Dark {
			backgrounds = []color.RGBA{rgb(0), rgb(0x1e1e1e), rgb(0x002b36)}
		}
		for name, c := range map[string]color.Color{
			"faint": theme.Faint, "accent": theme.Accent, "right": theme.Right, "wrong": theme.Wrong, "warn": theme.Warn,
		} {
			for _, bg := range backgrounds {
				if got := Contrast(bg, c.(color.RGBA)); got < 4.5 {
					t.Errorf("%s: %s on %v: contrast %.2f", theme.Name, name, bg, got)
				}
			}
		}
		if got := Contrast(theme.Selected.(color.RGBA), theme.SelectedText.(color.RGBA)); got < 4.5 {
			t.Errorf("%s: selected row: contrast %.2f", theme.Name, got)
		}
	}
}

// A ramp must not lie: lightness moves one way, and each step as far as any
// other.
func TestHeatIsEven(t *testing.T) {
	for _, theme := range both() {
		least, most := math.Inf(1), 0.0
		for i := 1; i < len(theme.Heat); i++ {
			rise := oklab(theme.Heat[i]).L - oklab(theme.Heat[i-1]).L
			if rise > 0 != theme.Dark {
				t.Errorf("%s: lightness turns at step %d", theme.Name, i)
			}
			d := distance(theme.Heat[i-1], theme.Heat[i])
			least, most = min(least, d), max(most, d)
		}
		// Rounding to bytes moves a colour by up to .003.
		if most-least > 0.008 {
			t.Errorf("%s: steps from %.4f to %.4f", theme.Name, least, most)
		}
	}
}

// Among 256 colours lightness still moves one way, by steps of like size,
// chroma never falls back (a full blue beside grey would look like more), and
// text still reads.
func TestHeat256(t *testing.T) {
	for _, theme := range both() {
		n := len(theme.Heat256)
		for i := range n {
			index, text := theme.HeatAt256(float64(i) / float64(n-1))
			if index != theme.Heat256[i] {
				t.Fatalf("%s: step %d is not reached", theme.Name, i)
			}
			bg := indexed(index)
			if c := Contrast(bg, text); c < 4.5 {
				t.Errorf("%s: step %d: contrast %.2f", theme.Name, i, c)
			}
			if i == 0 {
				continue
			}
			before, now := oklab(indexed(theme.Heat256[i-1])), oklab(bg)
			rise := now.L - before.L
			if !theme.Dark {
				rise = -rise
			}
			if rise < 0.08 || rise > 0.15 {
				t.Errorf("%s: step %d moves lightness by %.3f", theme.Name, i, rise)
			}
			if chroma(now) < chroma(before)-1e-6 {
				t.Errorf("%s: step %d is greyer than the one before: %.3f after %.3f", theme.Name, i, chroma(now), chroma(before))
			}
		}
	}
}

func TestIndexed(t *testing.T) {
	for index, want := range map[uint8]uint32{16: 0, 17: 0x00005f, 102: 0x878787, 227: 0xffff5f, 231: 0xffffff, 232: 0x080808, 255: 0xeeeeee} {
		if got := indexed(index); got != rgb(want) {
			t.Errorf("colour %d is %v, xterm's is %06x", index, got, want)
		}
	}
}

// The diverging ramp must give both signs the same weight.
func TestSignedIsBalanced(t *testing.T) {
	for _, theme := range both() {
		n := len(theme.Signed)
		if n%2 == 0 {
			t.Fatalf("%s: no neutral step", theme.Name)
		}
		for i := range n / 2 {
			a, b := oklab(theme.Signed[i]), oklab(theme.Signed[n-1-i])
			if math.Abs(a.L-b.L) > 0.06 {
				t.Errorf("%s: step %d has lightness %.2f, its mirror %.2f", theme.Name, i, a.L, b.L)
			}
		}
	}
}

// Among 256 colours every step from the neutral one is farther from its
// lightness, and text still reads.
func TestSigned256(t *testing.T) {
	for _, theme := range both() {
		n := len(theme.Signed256)
		neutral := oklab(indexed(theme.Signed256[n/2])).L
		for i := range n {
			index, text := theme.SignedAt256(2*float64(i)/float64(n-1) - 1)
			if index != theme.Signed256[i] {
				t.Fatalf("%s: step %d is not reached", theme.Name, i)
			}
			if c := Contrast(indexed(index), text); c < 4.5 {
				t.Errorf("%s: step %d: contrast %.2f", theme.Name, i, c)
			}
			away := math.Abs(oklab(indexed(index)).L - neutral)
			if mirror := math.Abs(oklab(indexed(theme.Signed256[n-1-i])).L - neutral); math.Abs(away-mirror) > 0.1 {
				t.Errorf("%s: step %d is %.2f from the neutral one, its mirror %.2f", theme.Name, i, away, mirror)
			}
			if i < n/2 {
				if next := math.Abs(oklab(indexed(theme.Signed256[i+1])).L - neutral); away < next+0.05 {
					t.Errorf("%s: step %d is %.2f from the neutral one, the next %.2f", theme.Name, i, away, next)
				}
			}
		}
	}
}

// simulated are the linear-RGB matrices of Machado, Oliveira and Fernandes
// 2009, severity 1.
var simulated = map[string][3][3]float64{
	"normal sight": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func seen(m [3][3]float64, c color.RGBA) color.RGBA {
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var out [3]uint8
	for i, row := range m {
		out[i] = encode(row[0]*in[0] + row[1]*in[1] + row[2]*in[2])
	}
	return color.RGBA{out[0], out[1], out[2], 255}
}

// Boxes, and right against wrong, stay apart for every kind of colour
// vision. .1 in OKLab is several just-noticeable differences.
func TestColorsStayApart(t *testing.T) {
	for _, theme := range both() {
		groups := [][]color.RGBA{
			{theme.Hit, theme.Miss, theme.Gold, theme.Missed},
			{theme.Right.(color.RGBA), theme.Wrong.(color.RGBA)},
			{theme.Signed[0], theme.Signed[len(theme.Signed)-1]},
			{theme.Heat[0], theme.Heat[len(theme.Heat)/2], theme.Heat[len(theme.Heat)-1]},
		}
		for i := range len(theme.Signed256) / 2 {
			groups = append(groups, []color.RGBA{indexed(theme.Signed256[i]), indexed(theme.Signed256[len(theme.Signed256)-1-i])})
		}
		for eyes, m := range simulated {
			for g, group := range groups {
				for i := range group {
					for j := range i {
						if d := distance(seen(m, group[i]), seen(m, group[j])); d < 0.1 {
							t.Errorf("%s, %s: colours %d and %d of group %d are %.3f apart", theme.Name, eyes, j, i, g, d)
						}
					}
				}
			}
		}
	}
}

func TestHeatAtClips(t *testing.T) {
	theme := Default(true)
	last := theme.Heat[len(theme.Heat)-1]
	for _, tt := range []struct {
		x    float64
		want color.RGBA
	}{{-1, theme.Heat[0]}, {2, last}, {math.Inf(1), last}, {math.NaN(), theme.Heat[0]}} {
		if got, _ := theme.HeatAt(tt.x); got != tt.want {
			t.Errorf("HeatAt(%v) = %v, want %v", tt.x, got, tt.want)
		}
	}
}
