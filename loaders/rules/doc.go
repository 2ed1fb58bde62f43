// Package rules judges answers: a [Rule] says by which evaluation a prediction is right, given
// gold answers, and what numbers the answer gets.
//
// A rule has a name. Tables choose one with --map right=squad; formats name theirs. A rule knows
// no file: the loader reads the prediction and the gold answers, and names the rule. Where a
// file has a verdict of its own, no rule is asked.
//
// Loaders apply rules, since how a table is read is decided by comparing its columns, before there
// is a run, and lists show verdicts of examples that nobody has scored.
//
// It does not average: package answers does.
package rules
