package widget

import (
	"faithscope/loaders"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// glyph is one cluster of clean text. Only this file makes it, so that a [Frame] has nothing else.
type glyph string

const replacement glyph = "\uFFFD"

func glyphOf(text string) glyph {
	if len(text) == 1 && ' ' <= text[0] && text[0] <= '~' {
		return glyph(text)
	}
	if r, n := utf8.DecodeRuneInString(text); n == len(text) && '─' <= r && r <= '▟' {
		return glyph(text) // a fast path for borders and bars
	}
	first, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	if text == "" || first != text || loaders.Clean(text) != text {
		return replacement
	}
	return glyph(text)
}

func (g glyph) width() int { return ansi.StringWidth(string(g)) }
