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
	Name string // of its [Set]
	Dark bool   // made for a dark background

	Text, Faint, Accent uv.Style // running text, secondary text, keys and titles
	Selected            uv.Style // text and background of the selected row
	Border              uv.Style
	Right, Wrong, Warn  uv.Style // answers and problems

	// The colours of boxes: aligned prediction, unaligned, found gold, missed gold, prediction
	// without gold. They have RGB values because they are also drawn in pixels.
	boxes

	// Heat runs from "none" at 0 to "all" at 1; Signed from -1 at 0, through neutral in the middle,
	// to +1 at 1. Both are empty if bars show heat.
	Heat, Signed Ramp
}

type boxes struct{ Hit, Miss, Gold, Missed, Plain color.RGBA }

// DefaultName names the default theme: dark or light, to match the terminal's background.
const DefaultName = "auto"

// Names lists the built-in themes in the order offered. All but [DefaultName] are files here,
// NAME.toml.
func Names() []string {
	return []string{DefaultName, "dark", "light", "high-contrast", "okabe-ito", "tol", "green-red", "basic", "mono"}
}

//go:embed *.toml
var files embed.FS

// Set is a theme before it is adapted to a terminal: for dark and light backgrounds.
type Set struct {
	Name        string
	dark, light *variant
}

// Named returns the built-in theme of this name; false, and the zero Set, if there is none.
func Named(name string) (Set, bool) {
	if !slices.Contains(Names(), name) {
		return Set{}, false
	}
	var text []byte
	if name != DefaultName {
		text = builtin(name)
	}
	set, err := Parse(name, text)
	if err != nil {
		panic("themes: " + err.Error()) // a test parses them all
	}
	return set, true
}

// Default returns the theme called [DefaultName].
func Default() Set {
	set, _ := Named(DefaultName)
	return set
}

func builtin(name string) []byte {
	text, err := files.ReadFile(name + ".toml")
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
func Parse(name string, text []byte) (Set, error) {
	if len(text) > MaxSize {
		return Set{}, fmt.Errorf("a theme of %d bytes is too large: at most %d", len(text), MaxSize)
	}
	var has map[string]any
	if err := toml.Unmarshal(text, &has); err != nil {
		return Set{}, locateError(err)
	}
	var file struct{ Dark, Light palette }
	for _, layer := range [][]byte{builtin("dark"), builtin("light"), text} {
		if err := toml.NewDecoder(strings.NewReader(string(layer))).DisallowUnknownFields().Decode(&file); err != nil {
			return Set{}, locateError(err)
		}
	}
	sides := map[string]bool{}
	for key := range has {
		sides[strings.ToLower(key)] = true // as the TOML reader matches keys
	}
	set := Set{Name: name}
	for _, side := range []struct {
		key  string
		from palette
		to   **variant
	}{{"dark", file.Dark, &set.dark}, {"light", file.Light, &set.light}} {
		if !sides[side.key] && len(sides) > 0 {
			continue
		}
		v, err := side.from.readVariant()
		if err != nil {
			return Set{}, fmt.Errorf("[%s] %w", side.key, err)
		}
		v.theme.Name, v.theme.Dark = name, side.key == "dark"
		*side.to = v
	}
	return set, nil
}

// locateError prefixes a TOML error with its line and column, and names the first unknown key.
func locateError(err error) error {
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(strict.Errors) > 0 {
		row, column := strict.Errors[0].Position()
		return fmt.Errorf("%d:%d: a theme has no key %q", row, column, strings.Join(strict.Errors[0].Key(), "."))
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
func (s Set) On(dark bool, colors int) *Theme {
	v := s.light
	if dark && s.dark != nil || s.light == nil {
		v = s.dark
	}
	t := v.theme
	switch {
	case colors < min(v.needs, 16):
		mono := standIn(s, "mono", t.Dark)
		mono.boxes = t.boxes
		return &mono
	case colors < v.needs:
		t = standIn(s, "basic", t.Dark)
	case colors <= 256 && v.needs > 16:
		t = t.toIndexed()
	}
	return &t
}

func standIn(s Set, name string, dark bool) Theme {
	in, _ := Named(name)
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

type variant struct {
	theme Theme
	// needs is 2, 16 or 256 colours.
	needs int
}

// reader turns a palette's words into a theme. It keeps the first error and the number of colours
// needed.
type reader struct {
	needs int
	err   error
}

// readVariant returns a theme without Name and Dark; boxes don't count towards its needs. Heat and
// signed come both or not at all.
func (p palette) readVariant() (*variant, error) {
	r := &reader{needs: 2}
	t := Theme{
		Text: r.readStyle("text", p.Text), Faint: r.readStyle("faint", p.Faint), Accent: r.readStyle("accent", p.Accent),
		Selected: r.readStyle("selected", p.Selected), Border: r.readStyle("border", p.Border),
		Right: r.readStyle("right", p.Right), Wrong: r.readStyle("wrong", p.Wrong), Warn: r.readStyle("warn", p.Warn),
		Heat: r.readRamp("heat", p.Heat, 2), Signed: r.readRamp("signed", p.Signed, 3),
	}
	needs := r.needs // not for boxes, which are drawn in pixels or the nearest colour
	t.boxes = boxes{r.readValue("hit", p.Hit), r.readValue("miss", p.Miss), r.readValue("gold", p.Gold),
		r.readValue("missed", p.Missed), r.readValue("plain", p.Plain)}
	if len(t.Heat) == 0 != (len(t.Signed) == 0) {
		r.fail("signed", "heat and signed must both have colours, or neither")
	}
	return &variant{t, needs}, r.err
}

func (r *reader) fail(key, what string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %s", key, what)
	}
}

var attributes = map[string]uv.Style{
	"bold": {Attrs: uv.AttrBold}, "faint": {Attrs: uv.AttrFaint}, "italic": {Attrs: uv.AttrItalic}, "reverse": {Attrs: uv.AttrReverse},
	"underline": {Underline: uv.UnderlineSingle},
}

// readStyle reads words such as "bold #ffffff on blue"; the last of each kind counts.
func (r *reader) readStyle(key, words string) (s uv.Style) {
	set := &s.Fg
	for word := range strings.FieldsSeq(words) {
		if a, ok := attributes[word]; ok {
			s.Attrs, s.Underline = s.Attrs|a.Attrs, max(s.Underline, a.Underline)
		} else if word == "on" {
			set = &s.Bg
		} else {
			*set = r.readColor(key, word)
		}
	}
	return s
}

// readColor raises the number of colours needed. An unknown word fails and returns transparent
// black.
func (r *reader) readColor(key, word string) color.Color {
	if i := slices.Index(basicNames, word); i >= 0 {
		r.needs = max(r.needs, 16)
		return ansi.BasicColor(i) //nolint:gosec // an index below 16
	}
	c, err := colorful.Hex(word)
	if err != nil || len(word) != len("#rrggbb") {
		r.fail(key, fmt.Sprintf("%q is neither #rrggbb nor the name of a colour such as bright-blue", word))
		return color.RGBA{}
	}
	r.needs = max(r.needs, 256)
	return toRGBA(c)
}

// readValue refuses names, which have no RGB value; on failure it returns transparent black.
func (r *reader) readValue(key, word string) color.RGBA {
	c, ok := r.readColor(key, word).(color.RGBA)
	if !ok {
		r.fail(key, fmt.Sprintf("%q has no value of its own: boxes are drawn in pixels too and need #rrggbb", word))
	}
	return c
}

// toIndexed keeps boxes in RGB. It weighs lightness more than terminal libraries, which turn a dark
// blue behind text into an unreadable teal.
func (t Theme) toIndexed() Theme {
	t.Heat, t.Signed = rampAmong256(t.Heat), signedAmong256(t.Signed)
	for _, style := range []*uv.Style{&t.Text, &t.Faint, &t.Accent, &t.Selected, &t.Border, &t.Right, &t.Wrong, &t.Warn} {
		for _, c := range []*color.Color{&style.Fg, &style.Bg} {
			if own, ok := (*c).(color.RGBA); ok {
				*c = nearest256([]lab{labOf(own)}, anySequence256(lightnessWeight))[0]
			}
		}
	}
	return t
}

// readRamp reads no colours, or between least and 64: RGB stops, or named steps, but no mixture.
// For signed the number of RGB stops must be odd.
func (r *reader) readRamp(key string, words []string, least int) Ramp {
	const most = 64
	if len(words) > 0 && len(words) < least || len(words) > most {
		r.fail(key, fmt.Sprintf("%d colours: a ramp has %d to %d, or none for bars in the text", len(words), least, most))
		return nil
	}
	var colors Ramp
	values := 0
	for _, word := range words {
		c := r.readColor(key, word)
		if _, ok := c.(color.RGBA); ok {
			values++
		}
		colors = append(colors, c)
	}
	switch {
	case values == 0:
		return colors
	case values < len(colors):
		r.fail(key, "a ramp has either values or names of colours")
		return nil
	case key == "signed" && len(colors)%2 == 0:
		r.fail(key, "the ramp needs an odd number of colours: the one in the middle stands for 0")
		return nil
	}
	return blendStops(colors)
}
