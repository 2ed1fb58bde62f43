package slicing

import (
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/stats"
)

// Against returns, for each of rowGroups, which list indices into the values, how far its mean outcome
// lies above the rest's, tested over clusters like slices, and the clusters. Groups of groupNames that are the outcome
// again aren't tested.
func Against(rowOutcomes RowOutcomes, rowGroups [][]int, groupNames []string) (RowClusters, []MeanGap) {
	f, gaps, sets := newFinder(rowOutcomes), make([]MeanGap, len(rowGroups)), map[any]rowSet{}
	for g, places := range rowGroups {
		rows := newSet(len(rowOutcomes.Values))
		for _, i := range places {
			if f.all.has(i) {
				rows.add(i)
			}
		}
		if rows.count() >= Defaults().Least {
			sets[groupNames[g]] = rows
		}
		in := f.momentsOver(rows)
		out := f.total.Less(in)
		gaps[g] = MeanGap{scoring.Undefined("there is nothing to compare with"), f.testDifference(in, out, rows).P, in}
		if in.N > 0 && out.N > 0 {
			gaps[g].Value = scoring.Defined(in.Sum/in.N - out.Sum/out.N)
		}
	}
	if rowOutcomes.Shares && f.followsOutcome(sets) {
		none := scoring.Undefined("derived: within each value, all examples have the same outcome")
		return f.clusters, slices.Repeat([]MeanGap{{Value: none, P: none}}, len(rowGroups))
	}
	return f.clusters, gaps
}

// MeanGap is how far the mean of some rows, In, lies above the rest's, and its p-value; undefined if
// either side is empty.
type MeanGap struct {
	Value, P scoring.Value
	In       stats.Moments
}
