package slicing

import (
	"hash/maphash"

	"faithscope/scoring"
	"faithscope/scoring/stats"
)

type sliceFinder struct {
	outcome RowOutcomes
	options Options
	all     rowSet // the rows with the outcome
	total   stats.Moments
	differ  func(a, b stats.Moments) stats.MeanDifference // Shares if every outcome is 0 or 1
	values  []sliceCandidate
	found   []DifferingSubset
	single  int // how many of found, at its start, have one value
	ps      []scoring.Value
	seen    map[uint64]bool // by the hash of the rows
	seed    maphash.Seed

	clusters RowClusters
	sizes    []float64 // of the clusters; 0 outside designEffect
}

type sliceCandidate struct {
	field string
	where string
	rows  rowSet
	n     int
	apart float64 // absolute difference from the rest
}

func (f *sliceFinder) momentsOver(rows rowSet) stats.Moments {
	var m stats.Moments
	rows.each(func(i int) { m.Add(f.outcome.Values[i]) })
	return m
}
