package facts

import (
	"faithscope/scoring/intervention"
	"faithscope/scoring/query"
)

// asked are the columns of runs whose model was asked again: what an attribution is to
// people, and what it is to the model. Across each other they are the quadrant.
var asked = underGroup("Scores",
	newColumn("plausible", "agrees with people: the number of its own protocol reaches the bar", func(t *Table, i int) string {
		return [...]string{"", "agrees with people", "does not agree"}[t.Faithful(i)]
	}).asFacet(),
	columnOf("dependence", "faithful by intervention: the answer depends on what the first attribution points at, or the model does not care",
		func(t *Table) func(i int) string {
			depends := t.Column(dependence)
			return func(i int) string {
				switch x := query.Float(depends.At(i)); x {
				case 1:
					return "the model depends on it"
				case 0:
					return "the model does not care"
				}
				return ""
			}
		}, intervention.Protocol.Name).asFacet(),
)

// dependence is the number that says whether an attribution is faithful by intervention.
const dependence = "faithful_by_intervention"
