// Package facts holds what is known about a scored run in three tables: of its examples
// ([Table]), of their programs' modules ([Table.Modules]) and of their attributions
// ([Table.Attributions]). Screens and commands list, sort, filter, group and count from them. A
// group is a filter; some rows of a table are a table.
//
// A [Column] is declared once; a protocol declares its own ([scoring.Metric.Column]). The results
// of the first pass over a run are in memory. Other columns read pages of [session.BlockSize]
// examples, made when first asked for and dropped beyond a budget: of records, which depend only
// on the file, and of grades and numbers, which depend on settings. Reading the first hundred
// thousand records takes seconds, so [Table.Deep] tells which columns need pages and
// [Table.Known] whether a page is in memory.
package facts
