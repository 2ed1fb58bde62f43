// Package loaders has the nouns of faithscope: a [Run] is one model evaluated on one data set, an
// [Example] one question with its program, a [Module] one node of the program with its [Output] and
// its [Gold], a [Problem] a fault of a file. A [Format] interprets a file. The package opens no
// file, scores nothing, and needs only the standard library.
//
// Each format is a package that exports a Format. None registers itself, because the order of
// detection must be in one place, the command's list. A format sees a [Source], a plain value
// filled by package files, so that formats know nothing about where bytes live.
//
// Runs are lazy: record boundaries are found in the background, and an example is decoded when
// needed and kept among [RecentValues]. Records declare other abilities by interfaces: [Sized],
// [Numbered], [Stored], [Growing].
//
// An unreadable record stays an example, with Broken set, so that no N shrinks silently; its fault
// is in [Run.Problems].
//
// Text in examples is as in the file, and may be hostile: call [Clean] before showing it.
//
// The [Kind] of an output or gold is computed from the field that is set, because a byte beside the
// fields could contradict them. The output belongs to whoever answered or judged, so a judge is a
// run of its own; a verdict's score and words are one output, an [Opinion].
package loaders
