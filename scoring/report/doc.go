// Package report says what runs come to: [Build] gathers the scores of the runs
// of a session, [Compare] tests the differences between two, and both become a
// document that package table writes in any format.
//
// Decisions:
//
//   - The names in the JSON are an interface that scripts and notebooks rely
//     on: they are added to, never changed. A score without a value is null
//     with a reason, and there is never a NaN.
//   - Scores have one order: runs as they were named, protocols as they are
//     listed, metrics as in their paper's tables. For scripts they are a row each,
//     for people the same rows laid out by what is scored and by metric.
//   - Every score stands with the number of examples behind it and with the
//     settings that move it, so that two reports are not compared by mistake.
//   - An interval is a percentile bootstrap over examples; what is drawn goes by
//     the seed and the examples' ids, and so does not depend on the order of
//     examples or on how a run was cut into shards.
//   - Differences are tested by paired permutation over the examples that both
//     runs have; the report says how many only one of them has.
package report
