package examples

import (
	"context"

	"faithscope/scoring"
	"faithscope/scoring/session"
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

func (r *metricPerExample) isDefined(scored *session.ScoredRun, settings scoring.Settings) bool {
	// Without an end to the context there is no error.
	scores, _ := scored.Whole(context.Background(), r.number.Protocol, settings)
	score, found := scoring.Pick(scores, r.number.Metric, r.number.Of)
	return found && score.Value.IsDefined()
}

func (r *metricPerExample) textOf(exampleIndex int) string {
	if x, ok := r.values[exampleIndex]; ok {
		return widget.Measure(x)
	}
	return table.Absent
}
