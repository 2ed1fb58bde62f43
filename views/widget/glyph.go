package widget

import (
	"faithscope/loaders"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// cellGlyph is one cluster of clean text. Only this file makes it, so that a [Frame] has nothing else.
type cellGlyph string

const replacement cellGlyph = "\uFFFD"

func glyphOf(clusterText string) cellGlyph {
	if len(clusterText) == 1 && ' ' <= clusterText[0] && clusterText[0] <= '~' {
		return cellGlyph(clusterText)
	}
	if r, n := utf8.DecodeRuneInString(clusterText); n == len(clusterText) && '─' <= r && r <= '▟' {
		return cellGlyph(clusterText) // a fast path for borders and bars
	}
	first, _ := ansi.FirstGraphemeCluster(clusterText, ansi.GraphemeWidth)
	if clusterText == "" || first != clusterText || loaders.Clean(clusterText) != clusterText {
		return replacement
	}
	return cellGlyph(clusterText)
}
