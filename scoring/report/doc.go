// Package report summarises runs and tests their differences.
//
// Names in the JSON may be added, never changed. A score without a value is null with a reason,
// never NaN. Scores come with their number of examples and settings, so that nobody compares unlike
// reports.
//
// Bootstrap draws depend on the seed and the examples' ids, not on order or shards.
package report
