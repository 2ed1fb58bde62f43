// Package report summarises runs: [Build] gathers the scores of the runs of a
// session, [Compare] tests the differences between two, and both become a
// document that package table writes in any format.
//
// Decisions:
//
//   - The names in the JSON are an interface that scripts and notebooks rely
//     on: names may be added but never changed. A score without a value is null
//     with a reason; there is never a NaN.
//   - Scores have one order: runs as they were named, protocols as they are
//     listed, metrics as in their paper's tables. Scripts get a row per score,
//     people get the same scores in a grid of things scored by metrics.
//   - Every score comes with the number of examples behind it and with the
//     settings that affect it, so that unlike reports are not compared by mistake.
//   - An interval is a percentile bootstrap over examples; the draws depend on
//     the seed and on the examples' ids, but not on the order of the examples or on
//     how a run was cut into shards.
//   - Differences are tested by paired permutation over the examples that both
//     runs have; the report says how many examples only one of them has.
//
// It writes no format: package table does.
package report
