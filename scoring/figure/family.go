package figure

import (
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/session"
)

// SeriesStyle holds indices into the drawing's colours and marks.
type SeriesStyle struct{ Color, Mark int }

// The last colour is the text's: a series beyond the colours has only its mark.
const colors = 5

// looksOf returns runs' looks by model and method; nil if these don't tell all runs apart.
func looksOf(scoredRuns session.Runs) []SeriesStyle {
	var models, methods []string
	place := func(list *[]string, name string) int {
		*list = scoring.AppendNew(*list, name)
		return slices.Index(*list, name)
	}
	looks, once := make([]SeriesStyle, len(scoredRuns)), map[SeriesStyle]bool{}
	for i, run := range scoredRuns {
		model, method := Family(run)
		looks[i] = SeriesStyle{place(&models, model), place(&methods, method)}
		once[looks[i]] = true
	}
	if len(once) < len(scoredRuns) || len(models) > min(colors, len(scoredRuns)-1) || len(methods) < 2 {
		return nil
	}
	return looks
}

// Family returns a run's model and method from its facts, or else the first attribution's method in
// three examples, or "". It may read records.
func Family(run *session.ScoredRun) (model, method string) {
	if model = run.Run.Fact("model"); run.Run.Facts["method"] != "" {
		return model, run.Run.Facts["method"]
	}
	for i := range min(run.Run.Len(), 3) {
		if ex := run.Run.Scan(i); len(ex.Attributions) > 0 {
			return model, ex.Attributions[0].Name
		}
	}
	return model, ""
}
