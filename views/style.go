package views

import (
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// ink is text in colour c; nil is the terminal's own.
func ink(c color.Color) Style { return Style{Fg: c} }

// bold makes a style bold: the cue that is left where there is no colour.
func bold(st Style) Style {
	st.Attrs |= uv.AttrBold
	return st
}

// selected is the style of the selected row's background and text. Where
// there are no colours it is the terminal's own, reversed.
func (s *Session) selected() Style {
	if s.Colors <= 2 {
		return Style{Attrs: uv.AttrReverse}
	}
	return Style{Fg: s.Theme.SelectedText, Bg: s.Theme.Selected}
}

// over lays st over the style beneath: st's background where it has one,
// else the one beneath, and the attributes of both. Of sixteen colours one
// may be the background's own, so that st takes the text's colour too.
func over(st, beneath Style) Style {
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
