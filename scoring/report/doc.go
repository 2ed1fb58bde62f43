// Package report summarises runs: [Build] gathers scores, [Compare] tests differences, and package
// table writes both.
//
// Names in the JSON may be added, never changed. A score without a value is null with a reason,
// never NaN. Scores are ordered by run, protocol and the papers' metrics, each with its number of
// examples and its settings, so that nobody compares unlike reports.
//
// Bootstrap draws depend on the seed and the examples' ids, not on order or shards. Differences are
// tested over the examples that both runs have.
package report
