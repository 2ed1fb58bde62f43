package facts

import (
	"faithscope/loaders"
	"faithscope/scoring/protocols/intervention"
	"faithscope/scoring/query"
)

// asked declares the columns of runs whose model was asked again: what an attribution means to
// people and to the model.
var asked = underGroup("Scores",
	newColumn("plausible", "agrees with people: its protocol's score reaches the threshold", func(t *Table, i int) string {
		return [...]string{"", "agrees with people", "does not agree"}[t.Faithful(i)]
	}).asFacet().from("faithful"),
	columnOf("dependence", "faithful by intervention: whether the answer depends on what the first attribution points to",
		func(t *Table) func(i int) string {
			depends := t.Column(dependence)
			return func(i int) string {
				x := query.Float(depends.At(i))
				if x != x {
					return ""
				}
				return loaders.IfElse(x == 1, "the model depends on it", "the model ignores it")
			}
		}, intervention.Protocol.Name).asFacet(),
)

// dependence names the number that tells whether an attribution is faithful by intervention.
const dependence = "faithful_by_intervention"
