package widget

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders"
	"faithscope/themes"
)

// Style is a cell's look.
type Style = uv.Style

// Bold makes a style bold, which shows without colour.
func Bold(st Style) Style {
	st.Attrs |= uv.AttrBold
	return st
}

// Look is the terminal's and the person's settings.
type Look struct {
	// Theme is shared, because it is large, and never changed.
	Theme *themes.Theme
	// Plain replaces bars with numbers and words, and rules with blanks, for screen readers.
	Plain  bool
	NoHeat bool
	// OfGold shows heat in the colour of gold, for people's numbers.
	OfGold bool
	// OfPositive shows it in the colour of positive numbers, beside signed ones.
	OfPositive bool
	Still      bool // nothing is selected: it is drawn for a file
	// Wanted are column titles by table; a minus hides one.
	Wanted map[string][]string
}

// WantedOf returns a table's wanted column titles; "KIND NAME" falls back to its kind.
func (l *Look) WantedOf(tableName string) []string {
	if own, ok := l.Wanted[tableName]; ok {
		return own
	}
	of, _, _ := strings.Cut(tableName, " ")
	return l.Wanted[of]
}

// Over lays st over beneath: one background, both attributes, without faint on reversed text.
// Unreadable text takes beneath's colour.
func Over(st, baseStyle Style) Style {
	if st.Bg == nil {
		st.Bg = baseStyle.Bg
		if baseStyle.Bg != nil && st.Fg != nil && !themes.Reads(st.Fg, baseStyle.Bg) {
			st.Fg = baseStyle.Fg
		}
	}
	if st.Fg == nil {
		st.Fg = baseStyle.Fg
	}
	if baseStyle.Attrs&uv.AttrReverse != 0 {
		st.Attrs &^= uv.AttrFaint
	}
	st.Attrs |= baseStyle.Attrs
	return st
}

// Verdict returns the style of right or wrong, faint for unknown.
func (l Look) Verdict(verdict loaders.Verdict) Style {
	switch verdict {
	case loaders.Right:
		return l.Theme.Right
	case loaders.Wrong:
		return l.Theme.Wrong
	}
	return l.Theme.Faint
}
