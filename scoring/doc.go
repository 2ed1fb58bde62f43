// Package scoring holds what all protocols share: a [Score] is a [Value] of a metric of a
// [Protocol] under [Settings].
//
// Prepare, the slow half, extracts [Evidence] for all settings; an [Aggregate] under new settings
// needs only the evidence, so that moving a threshold is immediate.
//
// An undefined number is a Value with a reason, never 0, -1 or NaN. Products in sums are written
// float64(x*y)+z to prevent fusing, so that arm64 and amd64 compute the same digits.
package scoring
