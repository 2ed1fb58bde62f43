package widget

import (
	"image/color"

	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders"
	"faithscope/themes"
)

// Ink is a theme's style for cells.
func Ink(st lipgloss.Style) Style {
	var cell Style
	if c := st.GetForeground(); c != none {
		cell.Fg = c
	}
	if c := st.GetBackground(); c != none {
		cell.Bg = c
	}
	for _, a := range []struct {
		on   bool
		attr uint8
	}{
		{st.GetBold(), uv.AttrBold}, {st.GetFaint(), uv.AttrFaint}, {st.GetItalic(), uv.AttrItalic}, {st.GetReverse(), uv.AttrReverse},
	} {
		if a.on {
			cell.Attrs |= a.attr
		}
	}
	if st.GetUnderline() {
		cell.Underline = uv.UnderlineSingle
	}
	return cell
}

// none is what Lip Gloss calls the terminal's own colour.
var none color.Color = lipgloss.NoColor{}

// Bold makes a style bold: the cue that is left where there is no colour.
func Bold(st Style) Style {
	st.Attrs |= uv.AttrBold
	return st
}

// Look is what drawing has to know of the terminal and the person's taste.
type Look struct {
	// Theme is shared, as it is large, and not changed.
	Theme *themes.Theme
	// Plain has numbers and words in the place of bars, and blanks in that of rules,
	// for people who hear the screen.
	Plain  bool
	NoHeat bool // the person wants no heat
}

// Selected is the style of the selected row's background and text.
func (l Look) Selected() Style { return Ink(l.Theme.Selected) }

// Over lays st over the style beneath: st's background where it has one,
// else the one beneath, and the attributes of both. Text that would not read
// on the background beneath takes the colour of the text there.
func Over(st, beneath Style) Style {
	if st.Bg == nil {
		st.Bg = beneath.Bg
		if beneath.Bg != nil && st.Fg != nil && !themes.Reads(st.Fg, beneath.Bg) {
			st.Fg = beneath.Fg
		}
	}
	if st.Fg == nil {
		st.Fg = beneath.Fg
	}
	if beneath.Attrs&uv.AttrReverse != 0 {
		st.Attrs &^= uv.AttrFaint // it would fade the background
	}
	st.Attrs |= beneath.Attrs
	return st
}

// Verdict is the style of a verdict.
func (l Look) Verdict(verdict loaders.Verdict) Style {
	switch verdict {
	case loaders.Right:
		return Ink(l.Theme.Right)
	case loaders.Wrong:
		return Ink(l.Theme.Wrong)
	}
	return Ink(l.Theme.Faint)
}
