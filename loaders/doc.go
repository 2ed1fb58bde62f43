// Package loaders holds the nouns of faithscope: a [Run] is one model
// evaluated on one data set, an [Example] one question with its program, a
// [Module] one node of the program with its [Output] and its [Gold], a
// [Problem] something wrong in a file. It also opens files: a [Source] gives
// the bytes, [Lines] the record boundaries, a [Format] the meaning.
//
// One format is one sub-package that imports this one and exports one value
// of type Format. No format registers itself: the command lists them
// ([Formats]), so that the order of detection is written in one place.
//
// A new format of JSON Lines takes a struct with the keys of a record, a
// Detect that looks at [Keys], and an Open that calls [OpenJSONL] with a
// function from [Record] to Example: [Record.DecodeKnown] or [Record.Decode]
// parse, [Record.Probabilities], [Record.Boxes], [Record.Spans] and
// [Record.Weights] check, and each reports for itself. Numbers are [Real] or
// [Reals], in which a missing value is not 0. Records in one JSON text, a
// list or an object by id, are opened by [OpenElements] with the same
// function. A format that is no JSON Lines implements [Records] and calls
// [NewRun]. Files that travel apart are found with [Source.Beside] and joined
// by id as a [Table]; pictures are opened through a [Folder]. Then it adds
// testdata with its origin, a test with a broken twin of a good file for
// every sentence above, a fuzz target, and one entry in the command's list.
//
// Runs are lazy. Opening one finds record boundaries in the background; an
// example is decoded when somebody asks for it and kept in a bounded cache.
//
// A file may be anywhere ([Anywhere]), in several pieces ([Formats.OpenAll]),
// compressed, or still growing ([Run.Following]); a codec knows nothing of that.
// What takes long to work out of a large one is kept for the next opening
// ([Cache]).
//
// A record that cannot be read stays an example, with Broken set, so that no
// N shrinks in silence; whatever was wrong is kept in [Run.Problems] with
// file, line, and what was done about it.
//
// A file decides nothing outside its own folder: names in it are opened with
// [Source.Inside] or in the run's Pictures, which ".." and links do not leave;
// only names from the command line reach further.
//
// Text in examples is as the file has it. It is hostile: whoever shows it
// calls [Clean] first.
package loaders
