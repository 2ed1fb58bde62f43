package roles

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// offerTogether offers a run for each of several predictions that have one correct answer; nil if their columns' names
// don't tell systems.
func offerTogether(answerReadings []answerColumns, otherRoles RoleMap) []RoleMap {
	isJudged := func(r answerColumns) bool { return r.correct != nil }
	models := nameModels(answerReadings, otherRoles)
	if len(models) < 2 || slices.ContainsFunc(answerReadings, isJudged) {
		return nil
	}
	m := otherRoles.WithPaths("gold", answerReadings[0].gold.name)
	for i, r := range answerReadings {
		m = m.WithPaths("predicted."+models[i].Name, r.predicted.name)
	}
	return answerReadings[0].offerRules(m)
}

func (r answerColumns) offerRules(m RoleMap) []RoleMap {
	if r.rule, r.why = r.judgeAsked(); r.findOtherRule().name != "" {
		r.why = anotherRule
	}
	return loaders.Map(r.listRules(), func(name string) RoleMap { return m.WithPaths("right", name) })
}

// mostListed bounds the systems of a list in each row.
const mostListed = 20

// offerListed offers a run for each place of a list of objects that a key names alike in all rows, as in
// [{"model": "a", "output": "x"}, {"model": "b", "output": "y"}].
func (r answerColumns) offerListed(otherRoles RoleMap) (offers []RoleMap) {
	for _, c := range r.columns {
		key, labels := r.systemsIn(c.name)
		answer, most := "", 0
		for _, path := range withInner([]string{c.name + "[0]"}, r.rows, mostDeep) {
			said := r.columnAt(path)
			if _, right := r.newReading(said, r.gold).countBy(rules.SQuAD); len(labels) > 1 && said.structs == 0 && right > most {
				answer, most = strings.TrimPrefix(path, c.name+"[0]"), right
			}
		}
		if most == 0 {
			continue
		}
		m := otherRoles.WithPaths("gold", r.gold.name)
		for i, label := range labels {
			if isNumber := strings.Trim(label, "0123456789.") == ""; isNumber {
				label = key + " " + label
			}
			m = m.WithPaths("predicted."+label, fmt.Sprintf("%s[%d]%s", c.name, i, answer))
		}
		offers = append(offers, r.newReading(r.columnAt(c.name+"[0]"+answer), r.gold).offerRules(m)...)
	}
	return offers
}

// systemsIn returns the first key whose values name the objects of a list alike in all rows, and these values; nil for
// none.
func (r answerColumns) systemsIn(listPath string) (key string, labels []string) {
	list, _ := r.rows[0].ValueAt(listPath).([]any)
	if len(list) < 2 || len(list) > mostListed {
		return "", nil
	}
	first, _ := list[0].(rows.RowObject)
	for _, key := range loaders.SortedKeys(first) {
		labels := r.labelsBy(&r.rows[0], listPath, key)
		isAlike := func(row rows.Row) bool { return slices.Equal(r.labelsBy(&row, listPath, key), labels) }
		isUsable := len(loaders.Distinct(labels)) == len(list) && !slices.ContainsFunc(labels, func(label string) bool {
			return label == "" || strings.ContainsAny(label, ",=|\\")
		})
		if isUsable && loaders.CountFunc(r.rows, isAlike) == len(r.rows) {
			return key, labels
		}
	}
	return "", nil
}

func (r answerColumns) labelsBy(row *rows.Row, listPath, key string) (labels []string) {
	list, _ := row.ValueAt(listPath).([]any)
	for _, element := range list {
		object, _ := element.(rows.RowObject)
		labels = append(labels, rows.Text(object[key]))
	}
	return labels
}
