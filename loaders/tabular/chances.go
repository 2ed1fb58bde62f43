package tabular

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/rows"
)

// fillChances takes a prediction that isn't the likeliest class for a problem, because one of the two
// must be wrong. Each of the preset's classes gets a probability and a score p_CLASS.
func (d *exampleFiller) fillChances(a *loaders.Answer, v any) {
	list, isList := v.([]any)
	if v == nil {
		if slices.ContainsFunc(d.columns.PathsOf("classes"), func(path string) bool { _, has := d.Values[path]; return has }) {
			d.rec.Problem("no probabilities; shown without them")
		}
		return
	}
	if !isList {
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
			d.rec.Problem("the predicted label is %s, but %s has the highest probability; the label is used", classes[i], classes[best])
		}
	}
}
