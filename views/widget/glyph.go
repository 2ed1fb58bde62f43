package widget

import (
	"faithscope/loaders"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// glyph is the content of a cell: one cluster of clean text. It is made only
// here, so that nothing else gets into a [Frame].
type glyph string

// replacement replaces what is not a glyph.
const replacement glyph = "\uFFFD"

// glyphOf returns a single clean grapheme cluster as a glyph, and replacement for any other text.
func glyphOf(text string) glyph {
	if len(text) == 1 && ' ' <= text[0] && text[0] <= '~' {
		return glyph(text)
	}
	if r, n := utf8.DecodeRuneInString(text); n == len(text) && '─' <= r && r <= '▟' {
		return glyph(text) // lines and blocks, of which borders and bars have many
	}
	first, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	if text == "" || first != text || loaders.Clean(text) != text {
		return replacement
	}
	return glyph(text)
}

func (g glyph) width() int { return ansi.StringWidth(string(g)) }
