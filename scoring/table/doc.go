// Package table is the one value from which everything printed or exported is made:
// a [Document] has tables, a [Table] has typed columns and rows of typed cells, and a
// [Format] writes them. Text, Markdown, LaTeX and HTML are for people: as many digits
// as a column asks for, and dashes for what is undefined. JSON, JSON Lines, CSV and
// Parquet are for scripts: every digit, and the same names throughout.
//
// Decisions:
//
//   - A format is one value in [Formats]. It writes whole documents, or row by
//     row, so that what does not fit into memory can be exported too.
//   - No format leaves out what another one has: the count behind a cell, its
//     interval, and the reason why a number is undefined become columns of their
//     own for scripts, named after the cell's column (f1_n, f1_low, f1_high,
//     f1_undefined).
//   - Any text may come from a file. Each format escapes whatever its reader would
//     act on; nothing written controls a terminal.
//   - There is never a NaN. Numbers for scripts round-trip.
//
// It computes nothing that it writes.
package table
