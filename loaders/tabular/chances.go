package tabular

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/rows"
)

// fillChances sets the probability of each of the preset's classes from a list of numbers, and a
// score p_CLASS for each. A malformed value is a problem, and so is a prediction that isn't the
// likeliest class, because one of the two must be wrong. Nil does nothing.
func (d *exampleFiller) fillChances(a *loaders.Answer, v any) {
	list, isList := v.([]any)
	if v == nil {
		return
	} else if !isList {
		d.rec.Problem("the probabilities are not a list of numbers; shown without them")
		return
	}
	classes := d.preset.Classes
	chances := loaders.Map(list, rows.RealOf)
	a.Classes = d.rec.Options("the model's prediction", classes, chances)
	for _, o := range a.Classes {
		a.Score("p_"+o.Name, o.Probability)
	}
	if i := slices.Index(classes, a.Predicted); i >= 0 && a.Classes != nil {
		if best := slices.Index(chances, slices.Max(chances)); chances[i] < chances[best] {
			d.rec.Problem("the predicted label is %s, but %s has the greatest probability; the label counts", classes[i], classes[best])
		}
	}
}
