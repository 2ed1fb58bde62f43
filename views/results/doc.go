// Package results is the place of figures and tables: the papers' ([papers]) and this
// program's own, in one list, with a cursor that reads their numbers and leads to the
// examples that these rest on. It also draws figures into files. They are pictures if the
// terminal shows pixels, otherwise characters.
//
// The pictures are drawn with the sheets of github.com/wcharczuk/go-chart, which make
// an SVG and a PNG by the same calls and add 1 MB to the program; setting up its
// charts takes more lines than drawing axes. gonum/plot adds 6.4 MB, most of it
// fonts, and the charts for terminals (ntcharts) are made for an earlier Bubble Tea.
//
// It computes no number: packages papers and figure do.
package results
