// Package facts is what a query asks of a run's examples, by columns: a
// [scoring/query.Source] over the rows that a session keeps, and over the
// examples themselves.
//
// What a session keeps of every example (its texts, its verdicts, a number and
// the causes per module type, the culprit) is answered from there. The rest
// (modules, arguments, the program's shape, tags, metadata, precision and
// recall) takes an example's record, which is read when it is first asked for,
// and of which the facts alone are kept: [Table.Deep] tells the two apart, since
// the first hundred thousand records take seconds.
package facts
