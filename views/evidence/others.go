package evidence

import (
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/alignment"
)

// Other is the same example of another run.
type Other struct {
	Run     string
	Example *loaders.Example
	Asked   bool // a model was asked just now: its explainers are named, however few
}

// labelOf names a run's attribution: by the run alone where the run has no
// other attribution or its name says which, by the attribution alone where the
// run has no name.
func (o *Other) labelOf(a *loaders.Attribution) string {
	models := loaders.CountFunc(o.Example.Attributions, func(a loaders.Attribution) bool { return !alignment.IsOracle(a.Name) })
	switch {
	case o.Run == "":
		return explaining(a)
	case models == 1 && !alignment.IsOracle(a.Name) && !o.Asked || strings.Contains(strings.ToLower(o.Run), strings.ToLower(a.Name)):
		return o.Run
	}
	if o.Asked && a.Class == o.Example.Answer.Predicted {
		return o.Run + " " + a.Name
	}
	return o.Run + " " + explaining(a)
}

// explaining names an attribution, and the class that it explains.
func explaining(a *loaders.Attribution) string {
	if a.Class == "" || strings.Contains(a.Name, a.Class) {
		return a.Name
	}
	return a.Name + " → " + a.Class
}
