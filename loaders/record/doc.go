// Package record is what codecs share to decode a file's records.
//
// A new format takes a struct with the keys of a record, a Detect that looks at [Keys],
// and a function from the struct and its [Record] to an example, handed to [NewFormat]
// in a [Codec] by [As]. [Record.Probabilities], [Record.Boxes], [Record.Spans] and
// [Record.Weights] check values and report what is wrong. Numbers are [Real] or
// [Reals], in which a missing value is not 0. Where the records are not lines, Codec.At
// says where they are. Codec.Open is for the rest: an [Opening] reads rows of a table,
// records that belong together, or a file of another kind that implements
// [loaders.Records]; and it joins a [Companion], a file of its own, as a [Table] by id.
// The format then needs one entry in the list of package opening, testdata with its
// origin, and a broken twin there for every problem that it reports; the suite of that
// package tests both.
//
// It knows no format: each codec has its own.
package record
