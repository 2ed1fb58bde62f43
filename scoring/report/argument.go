package report

import (
	"context"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/scoring/session"
)

// AddArguments adds, after the scores of modules over boxes, their F1 by
// argument, as [boxes.ByArgument] tells it: what is seldom asked for stands
// last. runs are those that the report was built from, in their order.
func (r *Report) AddArguments(runs []*session.Scored) {
	own := r.Settings
	own.UpperBound = false
	for i, s := range runs {
		run := &r.Runs[i]
		last := slices.IndexFunc(run.Scores, func(s scoring.Score) bool { return s.Protocol == boxes.Protocol.Name })
		if last < 0 {
			continue
		}
		last += sameGroup(run.Scores[last:])
		a := boxes.ByArgument(own)
		// Without an end to the context there is no error.
		k := place(s, boxes.Protocol.Name)
		_ = s.Each(context.Background(), func(_ int, _ string, evidence []scoring.Evidence) { addTo(a, evidence[k]) })
		run.Scores = slices.Insert(run.Scores, last, a.Scores()...)
	}
}
