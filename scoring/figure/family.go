package figure

import (
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/session"
)

// Look holds indices into the drawing's colours and marks.
type Look struct{ Color, Mark int }

const colors = 5

func plainLook(i int) Look { return Look{i % colors, i + i/colors} }

func looksOf(runs []*session.Scored) []Look {
	var models, methods []string
	place := func(list *[]string, name string) int {
		*list = scoring.AppendNew(*list, name)
		return slices.Index(*list, name)
	}
	looks, once := make([]Look, len(runs)), map[Look]bool{}
	for i, run := range runs {
		model, method := Family(run)
		looks[i] = Look{place(&models, model), place(&methods, method)}
		once[looks[i]] = true
	}
	if len(once) < len(runs) || len(models) == len(runs) || len(methods) < 2 {
		for i := range looks {
			looks[i] = plainLook(i)
		}
	}
	return looks
}

// Family returns a run's model and method from its facts, or else the first attribution's method in
// three examples, or "". It may read records.
func Family(run *session.Scored) (model, method string) {
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
