// Package scoring holds what all protocols share: a [Score] is a [Value] of a metric of a
// [Protocol] under [Settings]. Each protocol is a package below scoring/protocols; scoring/session
// runs them over whole runs.
//
// Scoring has two halves, so that moving a threshold is immediate: Prepare extracts [Evidence],
// which holds for all settings and is the slow half; an [Aggregate] under new settings then needs
// only the evidence. Evidence declares its fields once (Fields), and reports of shards and the
// cache are written from that.
//
// An undefined number is a Value with a reason, never 0, -1 or NaN. Products that are added to are
// written float64(x*y)+z, which keeps the compiler from fusing them, so that arm64 and amd64
// compute the same digits.
package scoring
