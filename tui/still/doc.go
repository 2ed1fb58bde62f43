// Package still saves a screen, with its pictures and their boxes, as text with
// escape sequences for a terminal, as an SVG or as a PNG.
//
// Every piece of text of an SVG has a fixed position and width, so that
// another font breaks no column.
//
// It draws no screen: it saves what was drawn.
package still
