// Package widget holds what screens are drawn with: the [Frame] of cells,
// pictures and places to click, and the parts that several screens share, such
// as a table, a line of text being typed, a popup, heat and bars. A part knows
// how things look ([Look]) and nothing about runs and sessions.
//
// It knows no run: what it draws is handed to it.
package widget
