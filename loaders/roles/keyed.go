package roles

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// offerKeyed offers a run for each key of an object that all rows have with these keys, as in
// {"gpt-4o": "A", "phi-3.5": {"choice": "B"}}, with the correct answers that most of their answers equal.
func (d *roleDecider) offerKeyed(otherRoles RoleMap) (offers []RoleMap) {
	for _, c := range d.columns {
		systems := keysIn(d.rows, c.name)
		if len(systems) < 2 || len(systems) > mostListed || slices.ContainsFunc(systems, isNoSystem) {
			continue
		}
		most, best, first := 0, RoleMap(nil), c.name+"."+systems[0]
		for _, path := range withInner([]string{first}, d.rows, mostDeep) {
			for _, gold := range d.columns {
				m, equal := otherRoles.WithPaths("gold", gold.name), 0
				for _, system := range systems {
					answer := c.name + "." + system + path[len(first):]
					m, equal = m.WithPaths("predicted."+system, answer), equal+d.newReading(d.columnAt(answer), gold).countEqual()
				}
				if equal > most {
					most, best = equal, m
				}
			}
		}
		if best != nil {
			offers = append(offers, best)
		}
	}
	return offers
}

// isNoSystem reports whether a key names an option, a metric or another answer.
func isNoSystem(key string) bool {
	return soleLetter.MatchString(key) || RoleNamed(key) != "" || hasWord(slices.Concat(attributeWords, gradeWords), wordsOf(key)...)
}

func (r answerColumns) countEqual() int {
	if r.gold.role != "gold" {
		return r.countAgreeing()
	}
	_, equal := r.countBy(rules.Equal)
	return equal
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
