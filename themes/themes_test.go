package themes

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"

	"faithscope/loaders/loadertest/check"
)

func rgb(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// sets returns all built-in themes and one of a user's own.
func sets(t *testing.T) []AdaptiveTheme {
	t.Helper()
	var all []AdaptiveTheme
	for _, name := range Names() {
		set, ok := Named(name)
		if !ok {
			t.Fatalf("there is no theme %s", name)
		}
		all = append(all, set)
	}
	text, err := os.ReadFile("testdata/amber.toml")
	if err != nil {
		t.Fatal(err)
	}
	own, err := Parse("amber", text)
	if err != nil {
		t.Fatal(err)
	}
	return append(all, own)
}

// each runs test on every theme with RGB values, on both backgrounds, for a
// terminal with the given number of colours.
func each(t *testing.T, colors int, test func(t *testing.T, theme Theme)) {
	t.Helper()
	for _, set := range sets(t) {
		for _, dark := range []bool{true, false} {
			theme := set.On(dark, colors)
			if theme.Dark != dark || set.Name == "basic" || set.Name == "mono" {
				continue
			}
			t.Run(fmt.Sprintf("%s, dark %v", theme.Name, dark), func(t *testing.T) { test(t, *theme) })
		}
	}
}

const trueColor = 1 << 24

// Every file in the folder is in the list, and vice versa.
func TestListIsComplete(t *testing.T) {
	entries, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := Named(strings.TrimSuffix(e.Name(), ".toml")); !ok {
			t.Errorf("%s is not in the list of names", e.Name())
		}
	}
	check.Equal(t, "files", len(entries), len(Names())-1, len(Names()))
	if _, ok := Named("../dark"); ok {
		t.Error("a path is a theme")
	}
}

// A theme made for both backgrounds follows the terminal's; one made for a
// single background keeps to it.
func TestOnBackground(t *testing.T) {
	for name, want := range map[string][2]bool{
		"auto": {true, false}, "dark": {true, true}, "light": {false, false}, "mono": {true, false},
	} {
		set, _ := Named(name)
		for i, dark := range []bool{true, false} {
			for _, colors := range []int{2, 16, 256, trueColor} {
				if theme := set.On(dark, colors); theme.Dark != want[i] || theme.Name != name {
					t.Errorf("%s on dark %v with %d colours: %s, dark %v", name, dark, colors, theme.Name, theme.Dark)
				}
			}
		}
	}
}

// A terminal never gets more colours than it has.
func TestOnColors(t *testing.T) {
	profiles := map[int]colorprofile.Profile{2: colorprofile.ASCII, 16: colorprofile.ANSI, 256: colorprofile.ANSI256}
	for _, set := range sets(t) {
		for colors, profile := range profiles {
			theme := set.On(Dark, colors)
			shown := append([]color.Color{}, theme.Heat...)
			shown = append(shown, theme.Signed...)
			shown = append(shown, roles(*theme)...)
			for _, c := range shown {
				check.Equal(t, "colour shown", profile.Convert(c), c, set.Name, colors)
			}
			check.Equal(t, "has heat", len(theme.Heat) > 0, colors > 2 && set.Name != "mono", set.Name, colors)
		}
	}
}

// text returns the roles that are drawn on the terminal's background.
func text(t Theme) map[string]uv.Style {
	return map[string]uv.Style{"text": t.Text, "faint": t.Faint, "accent": t.Accent, "right": t.Right, "wrong": t.Wrong, "warn": t.Warn}
}

// roles returns the text colours that a theme sets.
func roles(t Theme) []color.Color {
	var all []color.Color
	for _, style := range text(t) {
		all = append(all, style.Fg)
	}
	all = append(all, t.Selected.Fg, t.Selected.Bg, t.Border.Fg)
	var set []color.Color
	for _, c := range all {
		if c != nil {
			set = append(set, c)
		}
	}
	return set
}

func TestContrast(t *testing.T) {
	black, white := rgb(0), rgb(0xffffff)
	if got := contrastOf(black, white); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white is %v, WCAG says 21", got)
	}
	if got := contrastOf(rgb(0x777777), white); math.Abs(got-4.48) > 0.005 {
		t.Errorf("#777 on white is %v, known to be 4.48", got)
	}
}

// Text is readable on common backgrounds of its kind, and on the selected row.
func TestTextOnBackground(t *testing.T) {
	for _, colors := range []int{256, trueColor} {
		textOnBackground(t, colors)
	}
}

func textOnBackground(t *testing.T, colors int) {
	t.Helper()
	each(t, colors, func(t *testing.T, theme Theme) {
		least := 4.5
		backgrounds := []color.Color{rgb(0xffffff), rgb(0xfdf6e3)}
		if theme.Dark {
			backgrounds = []color.Color{rgb(0), rgb(0x1e1e1e), rgb(0x002b36)}
		}
		if theme.Name == "high-contrast" {
			least = 7
		}
		if colors == 256 { // no colour is exactly as intended
			least *= 0.9
		}
		selected := theme.Selected.Bg
		for name, style := range text(theme) {
			c := style.Fg
			if c == nil {
				continue
			}
			for _, bg := range backgrounds {
				if got := contrastOf(bg, c); got < least {
					t.Errorf("%s on %v: contrast %.2f", name, bg, got)
				}
			}
			if got := contrastOf(selected, c); got < min(least, 4.5) && slices.Contains(Names(), theme.Name) {
				t.Errorf("%s on the selected row: contrast %.2f", name, got)
			}
		}
		if got := contrastOf(selected, theme.Selected.Fg); got < least {
			t.Errorf("selected row: contrast %.2f", got)
		}
	})
}

// On the middle tones of a ramp white reads better than black of the same contrast.
func TestWhiteOnMiddleTones(t *testing.T) {
	white, black := rgb(0xffffff), rgb(0)
	for background, want := range map[uint32]color.Color{0x00875f: white, 0x008787: black, 0x875f00: white, 0x5fd7af: black} {
		check.Equal(t, "text colour", textOn(rgb(background)), want, background)
	}
}

// Every step of every ramp is reached, and text on it is readable.
func TestTextOnHeat(t *testing.T) {
	for _, colors := range []int{256, trueColor} {
		each(t, colors, func(t *testing.T, theme Theme) {
			for i, want := range theme.Heat {
				bg, text := theme.Heat.At(float64(i) / float64(len(theme.Heat)-1))
				if bg != want {
					t.Fatalf("step %d is not reached", i)
				}
				if c := contrastOf(bg, text); c < 4.5 {
					t.Errorf("heat step %d: contrast %.2f", i, c)
				}
			}
			for i, want := range theme.Signed {
				bg, text := theme.Signed.At(float64(i) / float64(len(theme.Signed)-1))
				if bg != want {
					t.Fatalf("signed step %d is not reached", i)
				}
				if c := contrastOf(bg, text); c < 4.5 {
					t.Errorf("signed step %d: contrast %.2f", i, c)
				}
			}
		})
	}
}

// A ramp must not mislead: lightness moves in one direction, and all steps are
// equally large.
func TestHeatIsEven(t *testing.T) {
	each(t, trueColor, func(t *testing.T, theme Theme) {
		if len(theme.Heat) < steps-1 {
			t.Errorf("%d steps", len(theme.Heat))
		}
		least, most := math.Inf(1), 0.0
		for i := 1; i < len(theme.Heat); i++ {
			before, now := labOf(theme.Heat[i-1]), labOf(theme.Heat[i])
			check.Equal(t, "lightness rises", now.l > before.l, theme.Dark, i)
			d := before.distance(now)
			least, most = min(least, d), max(most, d)
		}
		// Rounding to bytes moves a colour by up to .003, and further if it is
		// nearly black.
		if most-least > 0.01 {
			t.Errorf("steps from %.4f to %.4f", least, most)
		}
	})
}

// In 256 colours, lightness still moves in one direction in steps of similar
// size, and chroma does not turn back (a full blue beside grey would look like
// more).
func TestHeat256(t *testing.T) {
	each(t, 256, func(t *testing.T, theme Theme) {
		if len(theme.Heat) < 5 {
			t.Errorf("%d steps", len(theme.Heat))
		}
		turns := labOf(theme.Heat[len(theme.Heat)-1]).chroma() - labOf(theme.Heat[0]).chroma()
		for i := 1; i < len(theme.Heat); i++ {
			before, now := labOf(theme.Heat[i-1]), labOf(theme.Heat[i])
			rise := now.l - before.l
			if !theme.Dark {
				rise = -rise
			}
			if rise < 0.06 || rise > 0.16 {
				t.Errorf("step %d moves lightness by %.3f", i, rise)
			}
			if most := map[bool]float64{true: turn256, false: 0}[theme.Dark]; (now.chroma()-before.chroma())*turns < -most*turns-1e-6 {
				t.Errorf("step %d: chroma turns: %.3f after %.3f", i, now.chroma(), before.chroma())
			}
			if now.chroma() < .06 {
				t.Errorf("step %d is grey", i)
			}
		}
	})
}

// A ramp reads as a rising amount of one thing: every colour with a hue has the
// hue of the ramp's end.
func TestHeatKeepsItsHue(t *testing.T) {
	for _, colors := range []int{256, trueColor} {
		each(t, colors, func(t *testing.T, theme Theme) {
			end := labOf(theme.Heat[len(theme.Heat)-1])
			for i, c := range theme.Heat {
				if step := labOf(c); step.chroma() > 0.04 && step.hueAngle(end) > math.Pi/7 {
					t.Errorf("%d colours: step %d has a hue %.2f from that of the end", colors, i, step.hueAngle(end))
				}
			}
		})
	}
}

// Heat looks different from either sign: the hues of its colours are at least
// an eighth of the circle away from those of the signed ramp.
func TestHeatIsNoSign(t *testing.T) {
	for _, colors := range []int{256, trueColor} {
		each(t, colors, func(t *testing.T, theme Theme) {
			for i, h := range theme.Heat {
				for k, s := range theme.Signed {
					heat, sign := labOf(h), labOf(s)
					if heat.chroma() > 0.04 && sign.chroma() > 0.04 && heat.hueAngle(sign) < math.Pi/4 {
						t.Errorf("%d colours: step %d of heat and step %d of signs are %.2f apart in hue", colors, i, k, heat.hueAngle(sign))
					}
				}
			}
		})
	}
	for _, dark := range []bool{true, false} {
		theme := Default().On(dark, 16)
		if slices.ContainsFunc(theme.Heat, func(c color.Color) bool { return slices.Contains(theme.Signed, c) }) {
			t.Errorf("sixteen colours, dark %v: heat %v has a colour of signs %v", dark, theme.Heat, theme.Signed)
		}
	}
}

// The diverging ramp gives both signs the same weight.
func TestSignedIsBalanced(t *testing.T) {
	each(t, trueColor, func(t *testing.T, theme Theme) {
		n := len(theme.Signed)
		if n%2 == 0 {
			t.Fatal("no neutral step")
		}
		for i := range n / 2 {
			a, b := labOf(theme.Signed[i]), labOf(theme.Signed[n-1-i])
			if math.Abs(a.l-b.l) > 0.06 {
				t.Errorf("step %d has lightness %.2f, its mirror %.2f", i, a.l, b.l)
			}
		}
	})
}

// In 256 colours every step away from the neutral one is farther from its
// lightness.
func TestSigned256(t *testing.T) {
	each(t, 256, func(t *testing.T, theme Theme) {
		n := len(theme.Signed)
		if n%2 == 0 || n < 5 {
			t.Fatalf("%d steps", n)
		}
		away := func(i int) float64 { return math.Abs(labOf(theme.Signed[i]).l - labOf(theme.Signed[n/2]).l) }
		for i := range n / 2 {
			if math.Abs(away(i)-away(n-1-i)) > 0.1 {
				t.Errorf("step %d is %.2f from the neutral one, its mirror %.2f", i, away(i), away(n-1-i))
			}
			if away(i) < away(i+1)+0.05 {
				t.Errorf("step %d is %.2f from the neutral one, the next %.2f", i, away(i), away(i+1))
			}
		}
	})
}

// simulated holds the linear-RGB matrices of Machado, Oliveira and Fernandes
// 2009, severity 1.
var simulated = map[string][3][3]float64{
	"normal sight": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func seen(m [3][3]float64, c color.Color) labColour {
	r, g, b := toColorful(c).LinearRgb()
	var out [3]float64
	for i, row := range m {
		out[i] = row[0]*r + row[1]*g + row[2]*b
	}
	return labOf(colorful.LinearRgb(out[0], out[1], out[2]).Clamped())
}

// Boxes, right and wrong, and the ends of ramps remain distinct for every kind
// of colour vision. A distance of .1 in OKLab is several just-noticeable
// differences.
func TestColorsStayApart(t *testing.T) {
	for _, colors := range []int{256, trueColor} {
		each(t, colors, func(t *testing.T, theme Theme) {
			n, m := len(theme.Heat), len(theme.Signed)
			groups := map[string][]color.Color{
				"boxes":           {theme.Hit, theme.Miss, theme.Gold, theme.Missed},
				"right and wrong": {theme.Right.Fg, theme.Wrong.Fg},
				"heat":            {theme.Heat[0], theme.Heat[n/2], theme.Heat[n-1]},
				"signs":           {theme.Signed[0], theme.Signed[m/2], theme.Signed[m-1]},
			}
			if colors == 256 {
				for i := range m / 2 {
					groups[fmt.Sprintf("sign %d", i)] = []color.Color{theme.Signed[i], theme.Signed[m-1-i]}
				}
			}
			for eyes, matrix := range simulated {
				for name, group := range groups {
					for i := range group {
						for j := range i {
							if d := seen(matrix, group[i]).distance(seen(matrix, group[j])); d < 0.1 {
								t.Errorf("%s: %s: %d and %d are %.3f apart", eyes, name, j, i, d)
							}
						}
					}
				}
			}
		})
	}
}

func TestRampClips(t *testing.T) {
	theme := Default().On(Dark, trueColor)
	last := theme.Heat[len(theme.Heat)-1]
	for _, tt := range []struct {
		x    float64
		want color.Color
	}{{-1, theme.Heat[0]}, {2, last}, {math.Inf(1), last}, {math.NaN(), theme.Heat[0]}} {
		if got, _ := theme.Heat.At(tt.x); got != tt.want {
			t.Errorf("Heat.At(%v) = %v, want %v", tt.x, got, tt.want)
		}
	}
	if bg, text := Default().On(Dark, 2).Heat.At(1); bg != nil || text != nil {
		t.Errorf("heat without colours is %v on %v", text, bg)
	}
}

// In sixteen colours no two kinds of box look the same, and neither do right
// and wrong.
func TestBasicKeepsApart(t *testing.T) {
	for _, dark := range []bool{true, false} {
		theme := Default().On(dark, 16)
		for _, group := range [][]color.Color{
			{theme.Hit, theme.Miss, theme.Gold, theme.Missed, theme.Plain},
			{theme.Right.Fg, theme.Wrong.Fg},
			theme.Heat, theme.Signed,
		} {
			seen := map[color.Color]bool{}
			for _, c := range group {
				seen[colorprofile.ANSI.Convert(c)] = true
			}
			check.Equal(t, "distinct colours", len(seen), len(group), dark, group)
		}
	}
}

// palettes holds the sixteen colours of common terminals.
var palettes = map[string][16]uint32{
	"xterm": {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff,
		0xff00ff, 0x00ffff, 0xffffff},
	"VGA": {0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff,
		0xff55ff, 0x55ffff, 0xffffff},
	"Windows": {0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc, 0x767676, 0xe74856, 0x16c60c, 0xf9f1a5,
		0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2},
	"Tango": {0x2e3436, 0xcc0000, 0x4e9a06, 0xc4a000, 0x3465a4, 0x75507b, 0x06989a, 0xd3d7cf, 0x555753, 0xef2929, 0x8ae234, 0xfce94f, 0x729fcf,
		0xad7fa8, 0x34e2e2, 0xeeeeec},
}

// In sixteen colours more heat is farther from the ground, in every palette: in lightness, with one hue and greys,
// where it has one direction; of signs in colour, on two arms from the ground's own in the middle, so that a small
// number does not look like a large one.
func TestBasicHeatIsOrdered(t *testing.T) {
	for name, palette := range palettes {
		for dark, ground := range map[bool]ansi.BasicColor{true: ansi.Black, false: ansi.BrightWhite} {
			theme := Default().On(dark, 16)
			at := func(c color.Color) labColour { return labOf(rgb(palette[c.(ansi.BasicColor)])) }
			ordered := func(what string, ramp Ramp, away func(c color.Color) float64) {
				before := 0.
				for i, c := range ramp {
					if away(c) < before+.06 {
						t.Errorf("%s, dark %v: step %d of %s is %.2f from the ground, after %.2f", name, dark, i, what, away(c), before)
					}
					before = away(c)
				}
			}
			ordered("heat", theme.Heat, func(c color.Color) float64 { return math.Abs(at(c).l - at(ground).l) })
			var hues []labColour
			for _, c := range theme.Heat {
				if own := at(c); own.chroma() > .06 {
					hues = append(hues, own)
				}
			}
			for _, hue := range hues {
				if apart := hue.hueAngle(hues[0]); apart > math.Pi/6 {
					t.Errorf("%s, dark %v: heat has hues %.2f apart", name, dark, apart)
				}
			}
			middle := len(theme.Signed) / 2
			check.Equal(t, "middle of signs", theme.Signed[middle], color.Color(ground), dark)
			negative := slices.Clone(theme.Signed[:middle])
			slices.Reverse(negative)
			colored := func(c color.Color) float64 { return at(c).distance(at(ground)) }
			ordered("minus", negative, colored)
			ordered("plus", theme.Signed[middle+1:], colored)
		}
	}
	small, _ := Default().On(Dark, 16).Signed.At((1 - .06) / 2)
	large, _ := Default().On(Dark, 16).Signed.At((1 - .39) / 2)
	if small == large {
		t.Errorf("-.06 and -.39 are both %v", small)
	}
}

// Text on heat and on the selected row is readable in every palette.
func TestTextOnBasic(t *testing.T) {
	for name, palette := range palettes {
		for _, dark := range []bool{true, false} {
			theme := Default().On(dark, 16)
			reads := func(what string, background, text color.Color) {
				c := contrastOf(rgb(palette[background.(ansi.BasicColor)]), rgb(palette[text.(ansi.BasicColor)]))
				if c < 4.5 {
					t.Errorf("%s: %s: contrast %.2f", name, what, c)
				}
			}
			reads("selected row", theme.Selected.Bg, theme.Selected.Fg)
			for _, ramp := range []Ramp{theme.Heat, theme.Signed} {
				for _, background := range ramp {
					reads(fmt.Sprint("heat ", background), background, textOn(background))
				}
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"[dark]\nfaint = \"#96a0a\"\n", `[dark] faint: "#96a0a" is neither #rrggbb nor a colour name such as bright-blue`},
		{"[dark]\nfaint = \"blinking\"\n", `[dark] faint: "blinking" is neither`},
		{"[light]\nhit = \"red\"\n", `[light] hit: "red" has no fixed RGB value`},
		{"[dark]\nfaimt = \"#96a0ad\"\n", `2:1: unknown theme key "dark.faimt"`},
		{"[drak]\n", `unknown theme key "drak"`},
		{"[dark]\nfaint = 3\n", "2:9: "},
		{"[dark\n", "1:6: "},
		{"[dark]\nheat = [\"#000000\"]\n", "[dark] heat: got 1, but a ramp needs 2 to 64 colours"},
		{"[dark]\nheat = [\"#000000\", \"red\"]\n", "[dark] heat: a ramp must use either #rrggbb values or colour names, not both"},
		{"[dark]\nsigned = [\"#000000\", \"#111111\", \"#222222\", \"#333333\"]\n", "[dark] signed: the ramp needs an odd number"},
		{"[dark]\nheat = []\n", "[dark] signed: heat and signed must either both have colours or both be empty"},
		{"[dark]\nheat = [" + strings.Repeat("\"#000000\",", 65) + "]\n", "[dark] heat: got 65, but a ramp needs 2 to 64 colours"},
		{strings.Repeat("#", MaxSize+1), "the theme has 65537 bytes; the maximum is 65536"},
	} {
		_, err := Parse("mine", []byte(tt.text))
		check.Error(t, "error", err, tt.want, tt.text)
	}
}

// A user's theme sets what it contains and takes the rest from the built-in
// themes.
func TestParseTakesTheRestFromBelow(t *testing.T) {
	set, err := Parse("mine", []byte("[dark]\naccent = \"bold underline #ff0000 on bright-white\"\ntext = \"\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	got, base := set.On(Light, trueColor), Default().On(Dark, trueColor)
	want := uv.Style{Fg: rgb(0xff0000), Bg: ansi.BrightWhite, Attrs: uv.AttrBold, Underline: uv.UnderlineSingle}
	check.Equal(t, "accent", got.Accent, want)
	if got.Name != "mine" || !got.Dark || got.Hit != base.Hit || got.Wrong != base.Wrong {
		t.Errorf("%s, dark %v: not the dark theme otherwise", got.Name, got.Dark)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range Names()[1:] {
		f.Add(builtin(name))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		set, err := Parse("fuzzed", text)
		if err != nil {
			return
		}
		for _, colors := range []int{2, 16, 256, trueColor} {
			for _, dark := range []bool{true, false} {
				theme := set.On(dark, colors)
				for _, x := range []float64{-1, 0, .5, 1, math.NaN()} {
					theme.Heat.At(x)
					theme.Signed.At((x + 1) / 2)
				}
			}
		}
	})
}

func BenchmarkDefault(b *testing.B) {
	for b.Loop() {
		Default().On(Dark, 256)
	}
}
