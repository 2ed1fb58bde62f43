// Package facts holds what is known about a scored run: three tables, of its
// examples ([Table]), of the modules of their programs ([Table.Modules]) and of
// their attributions ([Table.Attributions]). Whatever lists, sorts, filters,
// groups or counts reads them, on the screen and on the command line. A group is
// a filter, and some rows of a table are a table.
//
// A [Column] is declared once: its name, its type, unit and direction, and a
// sentence that explains it. Those of the examples are in columns.go, those of
// modules and attributions are the fields of [query.Module] and [Attribution],
// and a number that a protocol gives one example is declared by the protocol
// ([scoring.Metric.Column]).
//
// The results of the first pass over a run (texts, verdicts, the score, a number and the
// causes per type of module, the culprit) are there at once. Every other column reads
// pages of [session.BlockSize] examples, which are made when they are first asked for and
// dropped where a run has more of them than a budget: of records, which the file says,
// and of grades and numbers, which move with settings. [Table.Deep] says which columns
// need pages and [Table.Known] whether a page is there, since the first hundred thousand
// records take seconds.
//
// It draws nothing, and knows no screen.
package facts
