// Package still saves a screen, with its pictures and their boxes, as text with
// escape sequences for a terminal, as an SVG or as a PNG.
//
// A PNG uses DejaVu Sans Mono, from github.com/go-fonts/dejavu, which has the
// block elements and signs that screens need. An SVG names fonts and leaves
// them to the viewer; every piece of text has a fixed position and width, so
// that another font breaks no column.
//
// It draws no screen: it saves what was drawn.
package still
