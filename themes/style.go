package themes

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"
)

// basicNames are the sixteen colours in the terminal's order.
var basicNames = []string{
	"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
	"bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
}

// palette is a set on one kind of background, as a file has it.
type palette struct {
	Text, Faint, Accent, Selected, Border string
	Right, Wrong, Warn                    string
	Hit, Miss, Gold, Missed, Plain        string
	Heat, Signed                          []string
}

// variant is a set on one kind of background.
type variant struct {
	theme Theme
	// needs is how many colours a terminal must have to show it: 2, 16 or 256.
	needs int
}

// reader turns a palette's words into a theme. It keeps the first error, and
// how many colours the words need.
type reader struct {
	needs int
	err   error
}

// variant is the palette read, without name and background.
func (p palette) variant() (*variant, error) {
	r := &reader{needs: 2}
	t := Theme{
		Text: r.style("text", p.Text), Faint: r.style("faint", p.Faint), Accent: r.style("accent", p.Accent),
		Selected: r.style("selected", p.Selected), Border: r.style("border", p.Border),
		Right: r.style("right", p.Right), Wrong: r.style("wrong", p.Wrong), Warn: r.style("warn", p.Warn),
		Heat: r.ramp("heat", p.Heat, 2), Signed: r.ramp("signed", p.Signed, 3),
	}
	needs := r.needs // boxes are drawn in pixels, or with the nearest colour there is
	t.Hit, t.Miss, t.Gold = r.value("hit", p.Hit), r.value("miss", p.Miss), r.value("gold", p.Gold)
	t.Missed, t.Plain = r.value("missed", p.Missed), r.value("plain", p.Plain)
	if len(t.Heat) == 0 != (len(t.Signed) == 0) {
		r.fail("signed", "heat and signed have colours both, or neither has")
	}
	return &variant{t, needs}, r.err
}

func (r *reader) fail(key, what string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %s", key, what)
	}
}

// attributes are the words of a style that are not colours.
var attributes = map[string]func(lipgloss.Style) lipgloss.Style{
	"bold":      func(s lipgloss.Style) lipgloss.Style { return s.Bold(true) },
	"faint":     func(s lipgloss.Style) lipgloss.Style { return s.Faint(true) },
	"italic":    func(s lipgloss.Style) lipgloss.Style { return s.Italic(true) },
	"underline": func(s lipgloss.Style) lipgloss.Style { return s.Underline(true) },
	"reverse":   func(s lipgloss.Style) lipgloss.Style { return s.Reverse(true) },
}

// style reads "bold #ffffff on blue".
func (r *reader) style(key, words string) lipgloss.Style {
	s, background := lipgloss.NewStyle(), false
	for word := range strings.FieldsSeq(words) {
		if set, ok := attributes[word]; ok {
			s = set(s)
			continue
		}
		if word == "on" {
			background = true
			continue
		}
		c := r.color(key, word)
		if background {
			s = s.Background(c)
		} else {
			s = s.Foreground(c)
		}
	}
	return s
}

// color reads #rrggbb or the name of one of the sixteen.
func (r *reader) color(key, word string) color.Color {
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
	return rgba(c)
}

// value reads #rrggbb.
func (r *reader) value(key, word string) color.RGBA {
	c, ok := r.color(key, word).(color.RGBA)
	if !ok {
		r.fail(key, fmt.Sprintf("%q has no value of its own: boxes are drawn in pixels too and need #rrggbb", word))
	}
	return c
}

// among256 is the theme with the nearest of 256 colours for those with values.
// Lightness weighs more than in the conversion that a terminal library makes,
// by which a dark blue under text becomes a teal on which the text is lost.
func (t Theme) among256() Theme {
	t.Heat, t.Signed = among256(t.Heat), signedAmong256(t.Signed)
	for _, style := range []*lipgloss.Style{&t.Text, &t.Faint, &t.Accent, &t.Selected, &t.Border, &t.Right, &t.Wrong, &t.Warn} {
		if c, ok := style.GetForeground().(color.RGBA); ok {
			*style = style.Foreground(nearest256([]lab{labOf(c)}, anySequence256(lightnessWeight))[0])
		}
		if c, ok := style.GetBackground().(color.RGBA); ok {
			*style = style.Background(nearest256([]lab{labOf(c)}, anySequence256(lightnessWeight))[0])
		}
	}
	return t
}

// ramp reads the colours of a ramp, none or at least a few. Colours with values
// are joined by even steps; names are the steps themselves.
func (r *reader) ramp(key string, words []string, least int) Ramp {
	const most = 64
	if len(words) > 0 && len(words) < least || len(words) > most {
		r.fail(key, fmt.Sprintf("%d colours: a ramp has %d to %d, or none for bars in the text", len(words), least, most))
		return nil
	}
	var colors Ramp
	values := 0
	for _, word := range words {
		c := r.color(key, word)
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
	return blend(colors)
}
