// Package table is the one value that everything printed or exported is made
// of: a [Document] has tables, a [Table] has typed columns and rows of typed
// cells, and a [Format] writes them. Text, Markdown, LaTeX and HTML are for
// people: digits as their columns ask for, dashes for what is undefined. JSON,
// JSON Lines, CSV and Parquet are for scripts: every digit, and the same names.
//
// Decisions:
//
//   - A format is one value in [Formats]. It writes whole documents, or row by
//     row, so that what does not fit into memory can be exported too.
//   - A format leaves nothing out that another has: what a cell rests on, its
//     interval, and the reason of an undefined number are columns of their own
//     for scripts, which call them after the cell's (f1_n, f1_low, f1_high,
//     f1_undefined).
//   - Any text may be from a file. Each format takes the meaning from what its
//     reader would act on; nothing written moves a terminal.
//   - There is never a NaN. Numbers for scripts round-trip.
package table
