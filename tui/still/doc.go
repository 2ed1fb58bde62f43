// Package still saves a drawn screen, with its pictures and their boxes, as text with escape
// sequences, SVG or PNG. Every piece of text of an SVG has a fixed position and width, so that
// another font breaks no column.
package still
