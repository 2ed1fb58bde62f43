// Package loaders has the nouns of faithscope: a [Run] is one model evaluated on one data set, an
// [Example] one question with its program, a [Module] one node of the program with its [Output] and
// its [Gold], a [Problem] a fault of a file. It opens no file, scores nothing, and needs only the
// standard library.
//
// No [Format] registers itself, because the order of detection must be in one place, the command's
// list. A format sees a [Source], a plain value, so that formats know nothing about where bytes
// live.
//
// Runs are lazy: examples are decoded when needed. An unreadable record stays an example, with
// Broken set, so that no N shrinks silently.
//
// Text in examples may be hostile: call [Clean] before showing it.
//
// The [Kind] of an output or gold is computed from the set field, because a byte beside the fields
// could contradict them. The output belongs to whoever answered or judged, so a judge is a run of
// its own. Each layer tells kinds apart in one place, a switch or, for evidence's words, a table; tests
// over loadertest.OfEveryKind fail where one lacks a kind.
package loaders
