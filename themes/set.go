package themes

import (
	"embed"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/pelletier/go-toml/v2"
)

// Theme is how everything looks on one terminal.
type Theme struct {
	Name string // of its [Set]
	Dark bool   // made for a dark background

	Text, Faint, Accent lipgloss.Style // running text, secondary text, keys and titles
	Selected            lipgloss.Style // text and background of the selected row
	Border              lipgloss.Style
	Right, Wrong, Warn  lipgloss.Style // answers and problems

	// Boxes: predicted and aligned with gold, predicted and not, gold found,
	// gold missed, predicted where there is no gold to compare with. They are
	// drawn in pixels too, so they always have values.
	Hit, Miss, Gold, Missed, Plain color.RGBA

	// Heat runs from "none" at 0 to "all" at 1; Signed from -1 at 0 over
	// neutral in the middle to +1 at 1. Both are empty where the theme has no
	// colours for heat: bars have to show it.
	Heat, Signed Ramp
}

// DefaultName names the theme that is taken where nobody asks for one: the
// dark or the light one, as the terminal's background is.
const DefaultName = "auto"

// Names lists the built-in themes in the order in which they are offered. All
// but [DefaultName] lie in this folder as NAME.toml.
func Names() []string {
	return []string{
		DefaultName,
		"dark",
		"light",
		"high-contrast",
		"okabe-ito",
		"tol",
		"basic",
		"mono",
	}
}

//go:embed *.toml
var files embed.FS

// Set is a theme before it meets a terminal: what it looks like on a dark
// background and on a light one.
type Set struct {
	Name        string
	dark, light *variant
}

// Named returns a built-in theme; false where there is none of that name.
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

// MaxSize is the most bytes that a theme's file may have.
const MaxSize = 64 << 10

// Parse reads a theme's file. What it leaves out is taken from the built-in
// dark and light themes; without a table it is both of them. An unknown key, a
// word that is not part of a style, or a text over [MaxSize] is an error that
// names the key or the place.
func Parse(name string, text []byte) (Set, error) {
	if len(text) > MaxSize {
		return Set{}, fmt.Errorf("a theme of %d bytes is too large: at most %d", len(text), MaxSize)
	}
	var has map[string]any
	if err := toml.Unmarshal(text, &has); err != nil {
		return Set{}, located(err)
	}
	var file struct{ Dark, Light palette }
	for _, layer := range [][]byte{builtin("dark"), builtin("light"), text} {
		if err := toml.NewDecoder(strings.NewReader(string(layer))).DisallowUnknownFields().Decode(&file); err != nil {
			return Set{}, located(err)
		}
	}
	sides := map[string]bool{}
	for key := range has {
		sides[strings.ToLower(key)] = true // as the reader takes it
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
		v, err := side.from.variant()
		if err != nil {
			return Set{}, fmt.Errorf("[%s] %w", side.key, err)
		}
		v.theme.Name, v.theme.Dark = name, side.key == "dark"
		*side.to = v
	}
	return set, nil
}

// located puts line and column before an error of the TOML reader, where it
// knows them.
func located(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		row, column := strict.Errors[0].Position()
		return fmt.Errorf("%d:%d: a theme has no key %q", row, column, strings.Join(strict.Errors[0].Key(), "."))
	}
	var at *toml.DecodeError
	if errors.As(err, &at) {
		row, column := at.Position()
		return fmt.Errorf("%d:%d: %s", row, column, strings.TrimPrefix(at.Error(), "toml: "))
	}
	return err
}

// On returns the theme for a terminal with a dark or light background and this
// many colours (2 for none, 16, 256, 1<<24). A set made for one kind of
// background keeps to it.
func (s Set) On(dark bool, colors int) *Theme {
	v := s.light
	if dark && s.dark != nil || s.light == nil {
		v = s.dark
	}
	t := v.theme
	switch {
	case colors < min(v.needs, 16):
		mono := stand(s, "mono", t.Dark)
		mono.Hit, mono.Miss, mono.Gold, mono.Missed, mono.Plain = t.Hit, t.Miss, t.Gold, t.Missed, t.Plain
		return &mono
	case colors < v.needs:
		t = stand(s, "basic", t.Dark)
	case colors <= 256 && v.needs > 16:
		t = t.among256()
	}
	return &t
}

// stand returns the built-in theme that stands in for s on a terminal with too
// few colours.
func stand(s Set, name string, dark bool) Theme {
	in, _ := Named(name)
	t := in.light.theme
	if dark {
		t = in.dark.theme
	}
	t.Name = s.Name
	return t
}
