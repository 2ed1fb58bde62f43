package themes

import (
	"embed"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/pelletier/go-toml/v2"
)

// Theme defines the colours and styles for one terminal.
type Theme struct {
	Name string // of its [AdaptiveTheme]
	Dark bool   // made for a dark background

	Text, Faint, Accent uv.Style // running text, secondary text, keys and titles
	Selected            uv.Style // text and background of the selected row
	Resting             uv.Style // of one in a panel without the keys; none in 16 colours
	Border              uv.Style
	Right, Wrong, Warn  uv.Style // answers and problems

	// The colours of boxes: aligned prediction, unaligned, found gold, missed gold, prediction
	// without gold. They have RGB values because they are also drawn in pixels.
	boxColours

	// Heat runs from "none" at 0 to "all" at 1; Signed from -1 at 0, through neutral in the middle,
	// to +1 at 1. GoldHeat is Heat for people's numbers, in the colour of gold. All are empty if bars show heat.
	Heat, Signed, GoldHeat Ramp
}

type boxColours struct{ Hit, Miss, Gold, Missed, Plain color.RGBA }

// DefaultName names the default theme: dark or light, to match the terminal's background.
const DefaultName = "auto"

// Names lists the built-in themes in the order offered. All but [DefaultName] are files here,
// NAME.toml.
func Names() []string {
	return []string{DefaultName, "dark", "light", "high-contrast", "okabe-ito", "tol", "green-red", "basic", "mono"}
}

//go:embed *.toml
var files embed.FS

// AdaptiveTheme is a theme before it is adapted to a terminal: for dark and light backgrounds.
type AdaptiveTheme struct {
	Name        string
	dark, light *themeVariant
}

// Named returns the built-in theme of this name; false, and the zero theme, if there is none.
func Named(themeName string) (AdaptiveTheme, bool) {
	if !slices.Contains(Names(), themeName) {
		return AdaptiveTheme{}, false
	}
	var text []byte
	if themeName != DefaultName {
		text = builtin(themeName)
	}
	set, err := Parse(themeName, text)
	if err != nil {
		panic("themes: " + err.Error()) // a test parses them all
	}
	return set, true
}

// Default returns the theme called [DefaultName].
func Default() AdaptiveTheme {
	set, _ := Named(DefaultName)
	return set
}

func builtin(themeName string) []byte {
	text, err := files.ReadFile(themeName + ".toml")
	if err != nil {
		panic("themes: " + err.Error())
	}
	return text
}

// MaxSize is the largest size of a theme file, in bytes.
const MaxSize = 64 << 10

// Parse reads a theme file. A text without tables has both sides, one with a single table only that
// side. An unknown key or word is an error with the key or the position, and so is a text over
// [MaxSize].
func Parse(themeName string, themeText []byte) (AdaptiveTheme, error) {
	if len(themeText) > MaxSize {
		return AdaptiveTheme{}, fmt.Errorf("the theme has %d bytes; the maximum is %d", len(themeText), MaxSize)
	}
	var has map[string]any
	if err := toml.Unmarshal(themeText, &has); err != nil {
		return AdaptiveTheme{}, locateError(err)
	}
	var file struct{ Dark, Light palette }
	for _, layer := range [][]byte{builtin("dark"), builtin("light"), themeText} {
		if err := toml.NewDecoder(strings.NewReader(string(layer))).DisallowUnknownFields().Decode(&file); err != nil {
			return AdaptiveTheme{}, locateError(err)
		}
	}
	sides := map[string]bool{}
	for key := range has {
		sides[strings.ToLower(key)] = true // as the TOML reader matches keys
	}
	set := AdaptiveTheme{Name: themeName}
	for _, side := range []struct {
		key  string
		from palette
		to   **themeVariant
	}{{"dark", file.Dark, &set.dark}, {"light", file.Light, &set.light}} {
		if !sides[side.key] && len(sides) > 0 {
			continue
		}
		v, err := side.from.readVariant()
		if err != nil {
			return AdaptiveTheme{}, fmt.Errorf("[%s] %w", side.key, err)
		}
		v.theme.Name, v.theme.Dark = themeName, side.key == "dark"
		if c, ok := v.theme.Selected.Bg.(color.RGBA); ok {
			background := colorful.Hsl(0, 0, map[bool]float64{Light: 1}[v.theme.Dark])
			v.theme.Resting.Bg = toRGBA(toColorful(c).BlendLab(background, .4))
		}
		*side.to = v
	}
	return set, nil
}

func locateError(err error) error {
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(strict.Errors) > 0 {
		row, column := strict.Errors[0].Position()
		return fmt.Errorf("%d:%d: unknown theme key %q", row, column, strings.Join(strict.Errors[0].Key(), "."))
	}
	if at, ok := errors.AsType[*toml.DecodeError](err); ok {
		row, column := at.Position()
		return fmt.Errorf("%d:%d: %s", row, column, strings.TrimPrefix(at.Error(), "toml: "))
	}
	return err
}

// Dark and Light are the kinds of background.
const (
	Dark  = true
	Light = false
)

// On returns a new theme for a background and number of colours (2 for none, 16, 256, 1<<24). With
// 256 its colours are the nearest; with too few it is a built-in theme under its own name. A set
// for only one background ignores dark.
func (s AdaptiveTheme) On(dark bool, colorCount int) *Theme {
	v := s.light
	if dark && s.dark != nil || s.light == nil {
		v = s.dark
	}
	t := v.theme
	switch {
	case colorCount < min(v.needs, 16):
		mono := standIn(s, "mono", t.Dark)
		mono.boxColours = t.boxColours
		return &mono
	case colorCount < v.needs:
		t = standIn(s, "basic", t.Dark)
	case colorCount <= 256 && v.needs > 16:
		t = t.toIndexed()
	}
	return &t
}

func standIn(s AdaptiveTheme, builtInName string, dark bool) Theme {
	in, _ := Named(builtInName)
	t := in.light.theme
	if dark {
		t = in.dark.theme
	}
	t.Name = s.Name
	return t
}

// basicNames are the sixteen colours in the terminal's order.
var basicNames = []string{
	"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
	"bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
}

type palette struct {
	Text, Faint, Accent, Selected, Border string
	Right, Wrong, Warn                    string
	Hit, Miss, Gold, Missed, Plain        string
	Heat, Signed                          []string
}

type themeVariant struct {
	theme Theme
	// needs is 2, 16 or 256 colours.
	needs int
}

// paletteReader turns a palette's words into a theme. It keeps the first error and the number of colours
// needed.
type paletteReader struct {
	needs int
	err   error
}

// readVariant doesn't count boxes towards what a theme needs, because they are drawn in pixels or the
// nearest colour. Heat and signed come both or not at all.
func (p palette) readVariant() (*themeVariant, error) {
	r := &paletteReader{needs: 2}
	t := Theme{
		Text: r.readStyle("text", p.Text), Faint: r.readStyle("faint", p.Faint), Accent: r.readStyle("accent", p.Accent),
		Selected: r.readStyle("selected", p.Selected), Border: r.readStyle("border", p.Border),
		Right: r.readStyle("right", p.Right), Wrong: r.readStyle("wrong", p.Wrong), Warn: r.readStyle("warn", p.Warn),
		Heat: r.readRamp("heat", p.Heat, 2), Signed: r.readRamp("signed", p.Signed, 3),
	}
	needs := r.needs // not for boxes, which are drawn in pixels or the nearest colour
	t.boxColours = boxColours{r.readValue("hit", p.Hit), r.readValue("miss", p.Miss), r.readValue("gold", p.Gold),
		r.readValue("missed", p.Missed), r.readValue("plain", p.Plain)}
	t.GoldHeat = t.Heat
	if _, ok := t.Warn.Fg.(color.RGBA); ok && len(t.Heat) > 0 {
		t.GoldHeat = blendStops(Ramp{t.Heat[0], t.Warn.Fg})
	}
	if len(t.Heat) == 0 != (len(t.Signed) == 0) {
		r.fail("signed", "heat and signed must either both have colours or both be empty")
	}
	return &themeVariant{t, needs}, r.err
}

func (r *paletteReader) fail(paletteKey, problemText string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %s", paletteKey, problemText)
	}
}

var attributes = map[string]uv.Style{
	"bold": {Attrs: uv.AttrBold}, "faint": {Attrs: uv.AttrFaint}, "italic": {Attrs: uv.AttrItalic}, "reverse": {Attrs: uv.AttrReverse},
	"underline": {Underline: uv.UnderlineSingle},
}

func (r *paletteReader) readStyle(paletteKey, styleWords string) (s uv.Style) {
	set := &s.Fg
	for word := range strings.FieldsSeq(styleWords) {
		if a, ok := attributes[word]; ok {
			s.Attrs, s.Underline = s.Attrs|a.Attrs, max(s.Underline, a.Underline)
		} else if word == "on" {
			set = &s.Bg
		} else {
			*set = r.readColor(paletteKey, word)
		}
	}
	return s
}

func (r *paletteReader) readColor(paletteKey, colorWord string) color.Color {
	if i := slices.Index(basicNames, colorWord); i >= 0 {
		r.needs = max(r.needs, 16)
		return ansi.BasicColor(i) //nolint:gosec // an index below 16
	}
	c, err := colorful.Hex(colorWord)
	if err != nil || len(colorWord) != len("#rrggbb") {
		r.fail(paletteKey, fmt.Sprintf("%q is neither #rrggbb nor a colour name such as bright-blue", colorWord))
		return color.RGBA{}
	}
	r.needs = max(r.needs, 256)
	return toRGBA(c)
}

// readValue refuses names, which have no RGB value; on failure it returns transparent black.
func (r *paletteReader) readValue(paletteKey, colorWord string) color.RGBA {
	c, ok := r.readColor(paletteKey, colorWord).(color.RGBA)
	if !ok {
		r.fail(paletteKey, fmt.Sprintf("%q has no fixed RGB value; boxes are drawn in pixels too and need #rrggbb", colorWord))
	}
	return c
}

// toIndexed weighs lightness more than terminal libraries, which turn a dark blue behind text into an
// unreadable teal. Boxes stay in RGB.
func (t Theme) toIndexed() Theme {
	t.Heat, t.GoldHeat, t.Signed = rampAmong256(t.Heat), rampAmong256(t.GoldHeat), signedAmong256(t.Signed)
	for _, style := range []*uv.Style{&t.Text, &t.Faint, &t.Accent, &t.Selected, &t.Resting, &t.Border, &t.Right, &t.Wrong, &t.Warn} {
		for _, c := range []*color.Color{&style.Fg, &style.Bg} {
			if own, ok := (*c).(color.RGBA); ok {
				*c = nearest256([]labColour{labOf(own)}, anySequence256(lightnessWeight))[0]
			}
		}
	}
	return t
}

// readRamp wants an odd number of RGB stops for signed, because the middle stands for 0. It reads no
// colours, or between minColors and 64: RGB stops, or named steps, but no mixture.
func (r *paletteReader) readRamp(paletteKey string, colorWords []string, minColors int) Ramp {
	const most = 64
	if len(colorWords) > 0 && len(colorWords) < minColors || len(colorWords) > most {
		r.fail(paletteKey, fmt.Sprintf("got %d, but a ramp needs %d to %d colours (or none, for bars instead)", len(colorWords), minColors, most))
		return nil
	}
	var colors Ramp
	values := 0
	for _, word := range colorWords {
		c := r.readColor(paletteKey, word)
		if _, ok := c.(color.RGBA); ok {
			values++
		}
		colors = append(colors, c)
	}
	switch {
	case values == 0:
		return colors
	case values < len(colors):
		r.fail(paletteKey, "a ramp must use either #rrggbb values or colour names, not both")
		return nil
	case paletteKey == "signed" && len(colors)%2 == 0:
		r.fail(paletteKey, "the ramp needs an odd number of colours, because the middle one stands for 0")
		return nil
	}
	return blendStops(colors)
}
