package slicing

import (
	"hash/maphash"

	"faithscope/scoring/stats"
)

type finder struct {
	outcome Outcome
	options Options
	all     set // the rows with the outcome
	total   stats.Moments
	values  []candidate
	found   []Slice
	single  int // how many of found, at its start, have one value
	ps      []float64
	seen    map[uint64]bool // by the hash of the rows
	seed    maphash.Seed

	clusters Clusters
	sizes    []float64 // of the clusters; 0 outside designEffect
}

type candidate struct {
	field string
	where string
	rows  set
	n     int
	apart float64 // absolute difference from the rest
}

func (f *finder) momentsOver(rows set) stats.Moments {
	var m stats.Moments
	rows.each(func(i int) { m.Add(f.outcome.Values[i]) })
	return m
}
