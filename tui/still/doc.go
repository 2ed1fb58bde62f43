// Package still turns a screen into something that lasts: text with escape
// sequences for a terminal, an SVG or a PNG, with its pictures and their boxes.
//
// The letters of a PNG are those of DejaVu Sans Mono, which has the block
// elements, braille patterns and signs that screens are made of, from
// github.com/go-fonts/dejavu. An SVG names fonts and leaves them to whoever
// shows it; every cell has its place, so that another font breaks no column.
package still
