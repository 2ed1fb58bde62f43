package widget

import (
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/themes"
)

// Ink is text in colour c; nil is the terminal's own.
func Ink(c color.Color) Style { return Style{Fg: c} }

// Bold makes a style bold: the cue that is left where there is no colour.
func Bold(st Style) Style {
	st.Attrs |= uv.AttrBold
	return st
}

// Look is what drawing has to know of the terminal and the person's taste.
type Look struct {
	Theme themes.Theme
	// Colors is how many colours the terminal shows: 1<<24, 256, 16 or 2.
	Colors int
}

// Selected is the style of the selected row's background and text. Where
// there are no colours it is the terminal's own, reversed.
func (l Look) Selected() Style {
	if l.Colors <= 2 {
		return Style{Attrs: uv.AttrReverse}
	}
	return Style{Fg: l.Theme.SelectedText, Bg: l.Theme.Selected}
}

// Over lays st over the style beneath: st's background where it has one,
// else the one beneath, and the attributes of both. Of sixteen colours one
// may be the background's own, so that st takes the text's colour too.
func Over(st, beneath Style) Style {
	if st.Bg == nil {
		st.Bg = beneath.Bg
		if _, sixteen := beneath.Bg.(ansi.BasicColor); sixteen {
			st.Fg = beneath.Fg
		}
	}
	if st.Fg == nil {
		st.Fg = beneath.Fg
	}
	st.Attrs |= beneath.Attrs
	return st
}

// VerdictColor is the colour of a verdict.
func (l Look) VerdictColor(verdict loaders.Verdict) color.Color {
	switch verdict {
	case loaders.Right:
		return l.Theme.Right
	case loaders.Wrong:
		return l.Theme.Wrong
	}
	return l.Theme.Faint
}
