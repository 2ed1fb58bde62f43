package examples

import (
	"faithscope/scoring"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// numberBasis holds what a number of the run rests on: each example's own score, under one set of
// settings.
type numberBasis struct {
	number   views.Number
	values   map[int]float64 // by example
	better   scoring.Direction
	settings scoring.Settings
	read     int // examples when they were gathered
	busy     bool
}

func (r *numberBasis) isConsistency() bool {
	return r.number.Metric == "consistency" || r.number.Metric == "consistency_groups"
}

func (r *numberBasis) textOf(example int) string {
	if x, ok := r.values[example]; ok {
		return widget.Measure(x)
	}
	return table.Absent
}
