// Package scoring holds the words of scoring: a [Score] is a [Value] of a
// metric of a [Protocol] under [Settings], resting on a count of examples.
// Each protocol is a sub-package (boxes, spans, answers, ...); scoring/session
// runs them over whole runs.
//
// Scoring has two halves, so that moving a threshold is immediate: Prepare
// extracts from an example [Evidence], which holds for all settings and is
// the slow half; an [Aggregate] under new settings then runs over the
// evidence alone. Evidence declares its fields once (its method Fields), with the
// conditions on them: reports of shards and the cache are written from that.
//
// An undefined number is a Value with a reason, never 0, -1 or NaN. Products
// that are added to are written float64(x*y)+z, which keeps the compiler from
// fusing them, so that arm64 and amd64 give the same digits.
//
// It has no protocol of its own: each is a package below it.
package scoring
