package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/stats"
)

// What is drawn at random is drawn from the examples in the order of their
// ids, so that a run gives the same draws however it is cut into shards.

// byID returns the places of ids in their order. Those of one id, copies of
// an example, are in the order of compare, which looks at what they hold.
func byID(ids []string, compare func(i, k int) int) []int {
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, k int) int { return cmp.Or(cmp.Compare(ids[i], ids[k]), compare(i, k), i-k) })
	return order
}

// rowsByID puts rows, one per id, in the order of ids.
func rowsByID(ids []string, rows stats.Rows) stats.Rows {
	order := byID(ids, func(i, k int) int { return slices.Compare(rows.Row(i), rows.Row(k)) })
	sorted := stats.Rows{Width: rows.Width, Terms: make([]float64, 0, len(rows.Terms))}
	for _, i := range order {
		sorted.Terms = append(sorted.Terms, rows.Row(i)...)
	}
	return sorted
}

// evidenceByID puts evidence in the order of ids.
func evidenceByID(ids []string, evidence []scoring.Evidence) []scoring.Evidence {
	order := byID(ids, func(i, k int) int { return compareEvidence(evidence[i], evidence[k]) })
	sorted := make([]scoring.Evidence, len(evidence))
	for k, i := range order {
		sorted[k] = evidence[i]
	}
	return sorted
}

// compareEvidence orders evidence by how it is written.
func compareEvidence(a, b scoring.Evidence) int {
	x, err := json.Marshal(a)
	if err != nil {
		return 0 // evidence that cannot be written keeps its place
	}
	y, err := json.Marshal(b)
	if err != nil {
		return 0
	}
	return bytes.Compare(x, y)
}
