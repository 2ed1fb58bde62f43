// Package record is what codecs share to decode a file's records.
//
// A new format takes a struct with the keys of a record, a Detect that looks at
// [Keys], and a function from the struct and its [Record] to an example, handed
// to [NewFormat] in a [Codec] by [As]. [Record.Probabilities], [Record.Boxes],
// [Record.Spans] and [Record.Weights] check, and each reports for itself. Numbers
// are [Real] or [Reals], in which a missing value is not 0. Where the records are
// not lines, Codec.At says where they are. Codec.Open is for the rest: an
// [Opening] reads rows of a table, records that belong together, or a file of
// another kind that implements [loaders.Records]; and it joins a [Companion], a
// file that travels apart, as a [Table] by id. Then the format adds testdata with
// its origin, which the suite of package opening holds, a test with a broken twin
// of a good file for every sentence above, and one entry in the command's list.
package record
