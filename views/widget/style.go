package widget

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders"
	"faithscope/themes"
)

// Style is how a cell looks.
type Style = uv.Style

// Bold makes a style bold: the cue that is left where there is no colour.
func Bold(st Style) Style {
	st.Attrs |= uv.AttrBold
	return st
}

// Look holds what drawing has to know of the terminal and the person's taste.
type Look struct {
	// Theme is shared, as it is large, and not changed.
	Theme *themes.Theme
	// Plain has numbers and words in the place of bars, and blanks in that of rules,
	// for people who hear the screen.
	Plain  bool
	NoHeat bool // the person wants no heat
	Still  bool // nothing is selected: it is drawn for a file
	// Wanted are the titles of the columns that a person wants to see, by the names of tables:
	// those to hide behind a minus.
	Wanted map[string][]string
}

// WantedOf returns the column titles that a person wants of a table; a table named "KIND NAME" falls
// back to its kind's.
func (l *Look) WantedOf(table string) []string {
	if own, ok := l.Wanted[table]; ok {
		return own
	}
	of, _, _ := strings.Cut(table, " ")
	return l.Wanted[of]
}

// Over lays st over the style beneath: st's background or else the one beneath, and both attributes,
// without faint on reversed text. Text that wouldn't read on that background takes the colour beneath.
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

// Verdict returns the style of right or wrong, faint for an unknown verdict.
func (l Look) Verdict(verdict loaders.Verdict) Style {
	switch verdict {
	case loaders.Right:
		return l.Theme.Right
	case loaders.Wrong:
		return l.Theme.Wrong
	}
	return l.Theme.Faint
}
