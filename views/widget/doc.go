// Package widget holds what screens are drawn with: the [Frame] of cells,
// pictures and places to click, and the parts that several screens have in
// common, as a table, a line of text being typed, a popup, heat and bars. A
// part knows how things look ([Look]) and nothing of runs and sessions.
package widget
