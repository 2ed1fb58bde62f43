// Package report summarises runs: [Build] gathers their scores, [Compare] tests the differences
// between two, and package table writes both in any format.
//
// Scripts rely on the names in the JSON: names may be added, never changed. A score without a
// value is null with a reason, never NaN. Scores have one order: runs as they were named,
// protocols as listed, metrics as in their paper's tables. Every score comes with the number of
// examples behind it and the settings that affect it, so that nobody compares unlike reports by
// mistake.
//
// An interval is a percentile bootstrap over examples, whose draws depend on the seed and the
// examples' ids, not on their order or on shards. Differences are tested by paired permutation
// over the examples that both runs have; the report counts the others.
package report
