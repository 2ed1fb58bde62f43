package slicing

import (
	"slices"

	"faithscope/scoring"
)

// Against returns, for each of groups, which list indices into the values, how far its mean outcome
// lies above the rest's, tested over clusters like slices, and the clusters.
func Against(outcome Outcome, groups [][]int) (Clusters, []Gap) {
	f, gaps, sets := newFinder(outcome), make([]Gap, len(groups)), map[any]set{}
	for g, places := range groups {
		rows := newSet(len(outcome.Values))
		for _, i := range places {
			if f.all.has(i) {
				rows.add(i)
			}
		}
		if rows.count() >= Defaults().Least {
			sets[g] = rows
		}
		in := f.momentsOver(rows)
		out := f.total.Less(in)
		gaps[g] = Gap{scoring.Undefined("alone: there is nothing to compare it with"), f.testDifference(in, out, rows).P}
		if in.N > 0 && out.N > 0 {
			gaps[g].Value = scoring.Defined(in.Sum/in.N - out.Sum/out.N)
		}
	}
	if outcome.Shares && f.followsOutcome(sets) {
		none := scoring.Undefined("derived: every value has the outcome throughout or nowhere")
		return f.clusters, slices.Repeat([]Gap{{none, none}}, len(groups))
	}
	return f.clusters, gaps
}

// Gap is how far the mean of some rows lies above the rest's, and its p-value; undefined if either
// side is empty.
type Gap struct{ Value, P scoring.Value }
