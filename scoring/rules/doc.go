// Package rules judges answers: a [Rule] says by which evaluation a prediction is right, given
// gold answers, and what numbers the answer gets.
//
// A rule has a name. Tables choose one with --map right=squad; formats name theirs. A rule knows
// no file: the loader reads the prediction and the gold answers, and names the rule. Where a
// file has a verdict of its own, no rule is asked.
//
// It is the only package of scoring that loaders import, for three reasons. How a table is read
// is decided by comparing its columns, before there is a run. Whether a question is unanswered,
// and what is reported about a record, depends on the verdict. And rows and lists show verdicts
// of examples that nobody has scored. Were rules applied when an example is scored, loaders would
// need a second copy of them. So the package stands below the loaders: it imports nothing but the
// nouns of package loaders, and package nearest for the hint at a mistyped name.
//
// It does not average: package answers does.
package rules
