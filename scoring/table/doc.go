// Package table is the one value from which everything printed or exported is made: a [Document]
// has tables, a [Table] has typed columns and rows of typed cells, and a [Format] writes them, as
// a whole or row by row, so that exports needn't fit into memory. Text, Markdown, LaTeX and HTML
// are for people: as many digits as a column asks for, and dashes for undefined values. JSON,
// JSON Lines, CSV and Parquet are for scripts: every digit, the same names throughout, never a
// NaN, and numbers that round-trip.
//
// No format leaves out what another one has: for scripts a cell's count, interval and reason
// become columns of their own, named after the cell's column (f1_n, f1_low, f1_high,
// f1_undefined). Any text may come from a file, so each format escapes whatever its reader would
// act on; nothing written controls a terminal.
package table
