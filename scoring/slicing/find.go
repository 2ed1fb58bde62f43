package slicing

import (
	"cmp"
	"context"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/stats"
)

// Find returns the slices among rows, values of facets and pairs of them, whose outcome differs
// from the rest's, corrected for all tests, the largest difference first. The error is the
// context's.
func Find(ctx context.Context, rows FacetRows, rowOutcomes RowOutcomes, o Options) (SliceFindings, error) {
	f := newFinder(rowOutcomes)
	f.options = o
	if err := f.testSingles(ctx, rows); err != nil {
		return SliceFindings{}, err
	}
	if err := f.testPairs(ctx); err != nil {
		return SliceFindings{}, err
	}
	return f.correctResult(), nil
}

// correctResult returns the slices that hold after correction. Single values and pairs are
// corrected apart, each at its part of the false share, because pairs are far more numerous.
func (f *sliceFinder) correctResult() SliceFindings {
	r := SliceFindings{N: int(f.total.N), Tested: len(f.found), Slices: []DifferingSubset{}, Clusters: f.clusters}
	for i, v := range slices.Concat(stats.BenjaminiHochberg(f.ps[:f.single]), stats.BenjaminiHochberg(f.ps[f.single:])) {
		q, _ := v.Float()
		q /= loaders.IfElse(i < f.single, singly, 1-singly)
		if s := f.found[i]; q <= f.options.FalseShare && s.Where != "" {
			s.Adjusted = q
			r.Slices = append(r.Slices, s)
		}
	}
	slices.SortStableFunc(r.Slices, func(a, b DifferingSubset) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Mean-b.RestMean), math.Abs(a.Mean-a.RestMean)), cmp.Compare(b.N, a.N))
	})
	r.Slices = f.distinctSlices(r.Slices)
	return r
}

func (f *sliceFinder) distinctSlices(candidates []DifferingSubset) []DifferingSubset {
	kept, sets, both := []DifferingSubset{}, []rowSet{}, newSet(64*len(f.all))
	for _, s := range candidates {
		rows := f.values[s.parts[0]].rows
		if s.parts[1] >= 0 {
			rows = newSet(64 * len(f.all))
			rows.and(f.values[s.parts[0]].rows, f.values[s.parts[1]].rows)
		}
		n := rows.count()
		if len(kept) < mostReported && !slices.ContainsFunc(sets, func(o rowSet) bool {
			common := both.and(rows, o)
			return float64(common) >= alike*float64(n+o.count()-common)
		}) {
			kept, sets = append(kept, s), append(sets, rows)
		}
	}
	return kept
}

// mostReported bounds a result's slices.
const mostReported = 500
