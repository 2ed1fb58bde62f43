package roles

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// offerKeyed offers a run for each key of an object that all rows have with these keys, as in
// {"gpt-4o": "A", "phi-3.5": {"choice": "B"}}, with the correct answers that most of their answers equal
// or agree with.
func (o offerMaker) offerKeyed() (offers []RoleMap) {
	for _, c := range o.columns {
		systems := keysIn(o.rows, c.name)
		if len(systems) < 2 || len(systems) > mostListed || slices.ContainsFunc(systems, isNoSystem) {
			continue
		}
		most, best, first := 0, RoleMap(nil), c.name+"."+systems[0]
		for _, path := range withInner([]string{first}, o.rows, mostDeep) {
			answers := loaders.Map(systems, func(system string) *column { return o.columnAt(c.name + "." + system + path[len(first):]) })
			for _, gold := range o.columns {
				equal := 0
				for _, answer := range answers {
					equal += o.newReading(answer, gold).countKeyed()
				}
				if equal > most {
					most, best = equal, o.otherRoles.WithPaths("gold", gold.name)
					for i, answer := range answers {
						best = best.WithPaths("predicted."+systems[i], answer.name)
					}
				}
			}
		}
		if best != nil {
			offers = append(offers, best)
		}
	}
	return offers
}

func (r answerColumns) countKeyed() int {
	if r.gold.role != "gold" {
		return r.countAgreeing()
	}
	_, equal := r.countBy(rules.Equal)
	return equal
}

// isNoSystem reports whether a key names an option, a metric or another answer.
func isNoSystem(key string) bool {
	return soleLetter.MatchString(key) || RoleNamed(key) != "" || hasWord(slices.Concat(attributeWords, gradeWords), wordsOf(key)...)
}

// keysIn returns the sorted keys of objects that have the same in all rows; nil for others.
func keysIn(tableRows []rows.Row, path string) (keys []string) {
	for i, r := range tableRows {
		object, _ := r.ValueAt(path).(rows.RowObject)
		own := loaders.SortedKeys(object)
		if i == 0 {
			keys = own
		}
		if len(own) == 0 || !slices.Equal(own, keys) {
			return nil
		}
	}
	return keys
}
