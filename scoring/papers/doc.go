// Package papers lays out runs' scores in the tables of the five papers: in the papers' columns,
// order, units and digits, and, if wanted, beside the papers' own numbers.
//
// The tables are data: [published] has them as printed, with our report's number for each column.
// Rows are runs; or, if the paper's rows are kinds of questions, each run with each kind; or, in
// QUACKIE, methods or models across data sets.
//
// A measured cell is the score that the command prints under the table's settings, over the
// examples that the table chooses. A published cell is a text, so no mean, rank, interval or test
// can include it. In the alignment paper's Tables 2 and 3, a row's t-test is over its examples.
package papers
