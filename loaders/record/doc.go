// Package record is what codecs share to decode a file's records.
//
// A new format of JSON Lines takes a struct with the keys of a record, a
// Detect that looks at [Keys], and an Open that calls [OpenJSONL] with a
// function from [Record] to an example: [Record.DecodeKnown] or
// [Record.Decode] parse, [Record.Probabilities], [Record.Boxes],
// [Record.Spans] and [Record.Weights] check, and each reports for itself.
// Numbers are [Real] or [Reals], in which a missing value is not 0. Records in
// one JSON text, a list or an object by id, are opened by [OpenElements] with
// the same function, rows of a table by [OpenCSV], records that belong
// together by [OpenGroups] or [OpenUnique]. A format of another kind
// implements [loaders.Records] and calls [loaders.NewRun]. Files that travel
// apart are found with functions of package files and joined by id as a
// [Table]. Then it adds testdata with its origin, a test with a broken twin of
// a good file for every sentence above, a fuzz target, and one entry in the
// command's list.
package record
