// Package loaders holds the nouns of faithscope: a [Run] is one model
// evaluated on one data set, an [Example] one question with its program, a
// [Module] one node of the program with its [Output] and its [Gold], a
// [Problem] something wrong in a file. A [Format] says what a file means, and
// [Formats] lists them. It needs only the standard library, and nothing of
// ours.
//
// Its rooms:
//
//   - files: where bytes are, how they are unpacked, which format opens them;
//     within it, index finds the records of a file, and cache keeps what took long to compute;
//   - record: what codecs share to decode and check a record;
//   - coding: how values are declared that the program itself writes and reads
//     back;
//   - one package per format, which exports one value of type Format and
//     imports the rooms above. No format registers itself: the command lists
//     them, so that the order of detection is written in one place.
//
// A Format opens a [Source], a plain value that package files fills: the
// path, the first bytes, and the open file, which only functions of files and
// index look into. So a format can be named here although bytes live
// elsewhere, and no interface repeats what files can do.
//
// Runs are lazy. Opening one finds record boundaries in the background; an example is
// decoded when it is needed and kept among the most [Recent]. Records that can do more
// than count and end say so by an interface: [Sized], [Numbered], [Stored], [Growing].
//
// A record that cannot be read stays an example, with Broken set, so that no N
// shrinks silently; whatever was wrong is kept in [Run.Problems] with file,
// line, and what was done about it.
//
// Text in examples is as the file has it, and may be hostile: call [Clean] before
// you show it.
//
// Output and gold are of a [Kind], computed from the field that is set: a byte beside the fields could
// contradict them. A step's text is the module's, its input. The output belongs to whoever answered or
// judged, so a judge is a run of its own; a verdict's score and words are one output, an [Opinion].
//
// It opens no file, which package files does, and scores nothing.
package loaders
