package slicing

import (
	"cmp"
	"context"
	"math"
	"slices"

	"faithscope/scoring/stats"
)

// Find returns the slices among rows, values of facets and pairs of them, whose outcome differs
// from the rest, corrected for all tests and the largest difference first. The error is the
// context's.
func Find(ctx context.Context, rows Rows, of Outcome, o Options) (Result, error) {
	f := newFinder(of)
	f.options = o
	if err := f.testSingles(ctx, rows); err != nil {
		return Result{}, err
	}
	if err := f.testPairs(ctx); err != nil {
		return Result{}, err
	}
	return f.correctResult(), nil
}

// correctResult returns the slices that hold after correction. The p-values of single values and of
// pairs are corrected apart, by the false discovery rate, and divided by their part of the false
// share. Kept are those within it that testPairs did not rule out, the greatest difference in
// absolute value first, then the larger; [finder.distinctSlices] drops near copies.
func (f *finder) correctResult() Result {
	r := Result{N: int(f.total.N), Tested: len(f.found), Slices: []Slice{}, Clusters: f.clusters}
	adjusted := stats.FalseDiscovery(f.ps[:f.single])
	for i := range adjusted {
		adjusted[i] /= singly
	}
	for _, q := range stats.FalseDiscovery(f.ps[f.single:]) {
		adjusted = append(adjusted, q/(1-singly))
	}
	for i, q := range adjusted {
		if s := f.found[i]; q <= f.options.FalseShare && s.Where != "" {
			s.Adjusted = q
			r.Slices = append(r.Slices, s)
		}
	}
	slices.SortStableFunc(r.Slices, func(a, b Slice) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Mean-b.RestMean), math.Abs(a.Mean-a.RestMean)), cmp.Compare(b.N, a.N))
	})
	r.Slices = f.distinctSlices(r.Slices)
	return r
}

// distinctSlices returns the slices in their order, at most mostReported, without those whose rows
// overlap those of one kept before by an IoU of at least alike.
func (f *finder) distinctSlices(list []Slice) []Slice {
	kept, sets, both := []Slice{}, []set{}, newSet(64*len(f.all))
	for _, s := range list {
		rows := f.values[s.parts[0]].rows
		if s.parts[1] >= 0 {
			rows = newSet(64 * len(f.all))
			rows.and(f.values[s.parts[0]].rows, f.values[s.parts[1]].rows)
		}
		n := rows.count()
		if len(kept) < mostReported && !slices.ContainsFunc(sets, func(o set) bool {
			common := both.and(rows, o)
			return float64(common) >= alike*float64(n+o.count()-common)
		}) {
			kept, sets = append(kept, s), append(sets, rows)
		}
	}
	return kept
}

// mostReported bounds how many slices a result has.
const mostReported = 500
