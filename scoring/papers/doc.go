// Package papers lays out the scores of runs in the tables of the five papers: in the
// papers' own columns, order, units and digits, and with the papers' own numbers beside
// them if these are wanted.
//
// The tables are data: [published] has them as the papers print them, each column with the
// number of our report that is the same quantity. A table is laid out by one of three
// rules. Its rows are runs; or, where the paper's rows are kinds of questions, each run
// with each kind; or, in QUACKIE, methods or models, which stand across data sets. What a
// column measures differently from what its name in the report says is in package
// variables of tables.go.
//
// A measured cell is the score that `faithscope score` prints under the settings of the
// table; where the table chooses examples, that of `score --where`. A published cell is a
// text, so no mean, rank, interval or test can include it.
//
// In the alignment paper's Tables 2 and 3, the t-test of a row is over its examples.
//
// It computes no score: the protocols do.
package papers
