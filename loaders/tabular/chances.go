package tabular

import (
	"slices"

	"faithscope/loaders"
)

// fillChances keeps a model's probability of each class that the preset has.
func (d *filling) fillChances(a *loaders.Answer, v any) {
	list, isList := v.([]any)
	if v == nil {
		return
	} else if !isList {
		d.rec.Problem("the probabilities are not a list of numbers; shown without them")
		return
	}
	classes := d.preset.Classes
	p := d.rec.Probabilities("the model's prediction", loaders.Map(list, RealOf), len(classes))
	if p == nil {
		return
	}
	best := slices.Index(p, slices.Max(p))
	if i := slices.Index(classes, a.Predicted); i >= 0 && p[i] < p[best] {
		d.rec.Problem("the predicted label is %s, but %s has the greatest probability; the label counts", classes[i], classes[best])
	}
	for i, name := range classes {
		a.Score("p_"+name, p[i])
		a.Classes = append(a.Classes, loaders.Option{Name: name, Probability: p[i]})
	}
}
