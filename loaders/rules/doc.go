// Package rules judges answers: a [Rule] says by which evaluation a prediction is right, and with
// what scores.
//
// Tables choose a rule with --map right=squad; formats name theirs. If a file has a verdict of its
// own, no rule is asked. Loaders apply rules because a table's columns are compared before there is
// a run, and lists show verdicts of examples that nobody has scored.
//
// It does not average: package answers does.
package rules
