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
// Runs are lazy. Opening one finds record boundaries in the background; an
// example is decoded when somebody asks for it and kept in a bounded cache.
//
// A record that cannot be read stays an example, with Broken set, so that no
// N shrinks in silence; whatever was wrong is kept in [Run.Problems] with
// file, line, and what was done about it.
//
// Text in examples is as the file has it. It is hostile: whoever shows it
// calls [Clean] first.
package loaders
