package figure

import (
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/session"
)

// Look holds what distinguishes a series from others: its colour and its mark, as
// indices into those that the drawing has.
type Look struct{ Color, Mark int }

// colors is how many colours series use before one repeats: the marks of those
// that share one differ.
const colors = 5

func plainLook(i int) Look { return Look{i % colors, i + i/colors} }

// looksOf returns a look for each run: a colour per model and a mark per method, both numbered as
// they first occur. If no model has two runs, if there are fewer than two methods, or if two runs
// have both in common, it returns plain looks, by place.
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

// Family returns what a run has in common with others: its model and its method, which are among
// its facts; without a method there, that of the first attribution in the first three examples, ""
// if they have none. It may read records.
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
