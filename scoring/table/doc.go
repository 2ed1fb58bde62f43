// Package table writes everything printed or exported: a [Document] of [Table]s with typed columns
// and cells, in a [Format], as a whole or row by row, so that exports needn't fit into memory.
//
// Text, Markdown, LaTeX and HTML are for people, with rounded digits and dashes for undefined
// values. JSON, JSON Lines, CSV and Parquet are for scripts: every digit, the same names, never a
// NaN, numbers that round-trip; a cell's count, interval and reason become columns (f1_n, f1_low,
// f1_high, f1_undefined).
//
// Text is untrusted: each format escapes what its reader would act on, and nothing written controls
// a terminal.
package table
