package examples

import (
	"faithscope/scoring"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// metricPerExample holds what a number of the run rests on: each example's own score, under one set of
// settings.
type metricPerExample struct {
	number   views.MetricName
	values   map[int]float64 // by example
	better   scoring.Direction
	settings scoring.Settings
	read     int // examples when they were gathered
	busy     bool
}

func (r *metricPerExample) isConsistency() bool {
	return r.number.Metric == "consistency" || r.number.Metric == "consistency_groups"
}

func (r *metricPerExample) textOf(exampleIndex int) string {
	if x, ok := r.values[exampleIndex]; ok {
		return widget.Measure(x)
	}
	return table.Absent
}
