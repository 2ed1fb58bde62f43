package roles

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// within matches a dot before a key, which isn't a digit, otherwise 3.5 would be split.
var within = regexp.MustCompile(`\.(\D)`)

// nameModels returns the models that readings are about, named by what their columns' names leave.
// It is nil if one has no name of its own or they are not judged alike, because then they are not
// comparable runs.
func nameModels(answerReadings []answerColumns, otherRoles RoleMap) (models []ModelColumns) {
	for _, r := range answerReadings {
		parts := strings.FieldsFunc(within.ReplaceAllString(r.ownColumn().name, "_$1"), func(c rune) bool { return c == '_' || c == ' ' })
		said := strings.Join(loaders.Filter(parts, func(part string) bool { return len(stemOf(wordsOf(part), answerWords)) > 0 }), "_")
		said = cmp.Or(said, strings.Join(r.ownColumn().stem, "_"))
		alike := r.rule == answerReadings[0].rule && r.gold == answerReadings[0].gold
		if r.correct != nil {
			alike = len(r.ownColumn().stem) > 0 && (r.predicted.name == "" || slices.Equal(r.predicted.stem, r.correct.stem))
		}
		hasNone := 2*r.ownColumn().filled < len(r.rows) || said == "" || r.ownColumn().isVariant() || strings.Contains(said, "#")
		if !alike || hasNone || (RoleDecision{Models: models}).PartIndex(said) >= 0 {
			return nil
		}
		models = append(models, ModelColumns{said, r.fillMap(otherRoles)})
	}
	return models
}

// listOffers has two maps if another rule rivals equality, and none beside tolerances.
func (r answerColumns) listOffers(otherRoles RoleMap) (offers []RoleMap) {
	if rival := r.rival(); rival != nil {
		r.predicted, r.rule, r.why = rival, r.base, ""
	}
	if r.hasTolerance() {
		return nil
	}
	for _, r.rule = range r.listRules() {
		offers = append(offers, r.fillMap(otherRoles))
	}
	if r.rule = rules.Equal; r.further != nil && r.correct == nil {
		offers = append(offers, r.fillMap(otherRoles.Without("references")))
	}
	return offers
}

// listRules leaves out equality if no answer is equal and not all are correct elsewhere.
func (r answerColumns) listRules() []string {
	ruleNames := []string{r.rule}
	if r.correct != nil {
		return ruleNames
	}
	if p := r.predicted; p.unit == p.filled && p.fractions > 0 && r.gold.isOf("0", "1") {
		return []string{rules.Half}
	}
	if r.containsAnswers() {
		ruleNames = []string{rules.Contains, rules.None}
	}
	if r.doubtNumbers() != "" {
		ruleNames = []string{rules.Exact, rules.Equal}
	}
	if r.why == anotherRule {
		other := r.findOtherRule()
		if ruleNames = []string{other.name, r.base}; r.hasColumn(r.isRecorded) {
			slices.Reverse(ruleNames)
		}
		if other.folds {
			ruleNames = loaders.Distinct(append([]string{rules.Caseless}, ruleNames...))
		}
	}
	if r.gold.lists > 0 && r.predicted.lists == 0 {
		ruleNames = loaders.Distinct(append([]string{rules.SQuAD}, ruleNames...))
	}
	if r.gold.isOfTen() {
		ruleNames = loaders.Distinct(append([]string{rules.VQA}, ruleNames...))
	}
	isOfClasses := r.predicted.countShared(r.gold) == len(r.predicted.times) // as where only errors are listed
	return loaders.Filter(ruleNames, func(name string) bool {
		return name != rules.Equal || isOfClasses || slices.Contains(r.outcomesBy(rules.Equal), loaders.Right)
	})
}

// containsAnswers reports whether prose that isn't judged contains correct answers, of which A is an article.
func (r answerColumns) containsAnswers() bool {
	_, right := r.countBy(rules.Contains)
	return r.rule == rules.None && right > 0 && r.predicted.isProse() && !r.gold.isProse() && r.gold.times["A"] == 0
}

// isRecorded reports whether a metric in the file is what equality says.
func (r answerColumns) isRecorded(c *column) bool {
	r.rule = r.base
	return c.role != "gold" && c.isOf("0", "1") && len(c.times) > 1 && slices.Equal(r.verdictsIn(c), r.rowVerdicts())
}

// offerModels offers columns that have probabilities of their own values beside them, as "kNN" has "kNN (a)" and
// "kNN (b)" in Orange, with each column of these values as the correct answers.
func offerModels(columns []*column, otherRoles RoleMap) (offers []RoleMap) {
	models := loaders.Filter(columns, func(c *column) bool {
		isOwn := func(o *column) bool {
			value, found := strings.CutPrefix(o.name, c.name+" (")
			return found && c.times[strings.TrimSuffix(value, ")")] > 0
		}
		return len(c.times) <= mostClasses && loaders.CountFunc(columns, isOwn) > 1
	})
	for _, gold := range columns {
		if len(models) == 0 || slices.Contains(models, gold) || len(gold.times) != len(models[0].times) || !gold.sharesValues(models[0]) {
			continue
		}
		m := otherRoles.WithPaths("gold", gold.name)
		for _, c := range models {
			m = m.WithPaths(loaders.IfElse(len(models) > 1, "predicted."+c.name, "predicted"), c.name)
		}
		offers = append(offers, m)
	}
	return offers
}

// offerNamedAfter offers, for each column that others are named after, as "severity" and "rule_severity" or "severity_gpt",
// a run for each of these, of which there are two or more.
func offerNamedAfter(columns []*column, otherRoles RoleMap) (offers []RoleMap) {
	for _, gold := range columns {
		m := otherRoles.WithPaths("gold", gold.name)
		for _, c := range columns {
			name, named := foldName(c.name), foldName(gold.name)
			system := strings.TrimPrefix(strings.TrimSuffix(name, "_"+named), named+"_")
			if system != name && c.countShared(gold) > 0 {
				m = m.WithPaths("predicted."+system, c.name)
			}
		}
		if len(m) > len(otherRoles)+2 {
			offers = append(offers, m)
		}
	}
	return offers
}

// offerAlike offers each column that agrees with a prediction as its correct answer, and first the first of them with all
// predictions of its classes.
func (o offerMaker) offerAlike(predicted, alike []*column) (offers []RoleMap) {
	for i, gold := range alike {
		if i == 0 {
			ofClasses := loaders.Filter(predicted, func(c *column) bool { return c.hasClassesOf(gold) })
			readings := loaders.Map(ofClasses, func(c *column) answerColumns { return o.newReading(c, gold) })
			offers, _ = offerTogether(readings, o.otherRoles.Without("predicted"))
		}
		offers = append(offers, o.otherRoles.WithPaths("gold", gold.name))
	}
	return offers
}

// offerTogether offers a run for each of several predictions that have one correct answer; nil if their columns' names
// don't tell systems. needing is the first prediction for which another rule finds more right answers, "" for none.
func offerTogether(answerReadings []answerColumns, otherRoles RoleMap) (offers []RoleMap, needing string) {
	isJudged := func(r answerColumns) bool { return r.correct != nil }
	models := nameModels(loaders.Map(answerReadings, func(r answerColumns) answerColumns {
		r.rule = r.base // whatever each needs
		return r
	}), otherRoles)
	if len(models) < 2 || slices.ContainsFunc(answerReadings, isJudged) {
		return nil, ""
	}
	m := otherRoles.WithPaths("gold", answerReadings[0].gold.name)
	for i, r := range answerReadings {
		m = m.WithPaths("predicted."+models[i].Name, r.predicted.name)
	}
	at := slices.IndexFunc(answerReadings, func(r answerColumns) bool { return r.why == anotherRule })
	if at >= 0 {
		needing = answerReadings[at].predicted.name
	}
	return answerReadings[max(at, 0)].offerRules(m), needing
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
		key, labels := systemsIn(r.rows, c.name)
		if labels == nil {
			continue
		}
		answer := r.answerWithin(c.name, len(labels))
		if answer == "" {
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

// answerWithin returns the path, within each object of a list, of the answers: the first one named as a prediction, or else
// the first that some correct answer equals and that isn't a copy of them; "" for none, and beside verdicts, which no role
// could hold.
func (r answerColumns) answerWithin(listPath string, systemCount int) (path string) {
	first := listPath + "[0]"
	for _, whole := range withInner([]string{first}, r.rows, mostDeep) {
		inner := strings.TrimPrefix(whole, first)
		naming, said := namingOf(inner[strings.LastIndexByte(inner, '.')+1:]), r.columnAt(whole)
		isNamed := naming.role == "predicted"
		areAnswers := func() bool {
			_, right := r.newReading(said, r.gold).countBy(rules.SQuAD)
			return right > 0 && slices.ContainsFunc(loaders.Indices(systemCount), func(i int) bool { // or else a copy
				both, equal := r.newReading(r.columnAt(fmt.Sprintf("%s[%d]%s", listPath, i, inner)), r.gold).countBy(rules.Equal)
				return equal < both
			})
		}
		switch {
		case naming.role == "correct" && said.areVerdicts():
			return ""
		case said.structs > 0 || path != "" && !isNamed || !areAnswers():
		case isNamed:
			return inner
		default:
			path = inner
		}
	}
	return path
}

// systemsIn returns the first key whose values name the objects of a list alike in all rows, and these values; nil for
// none.
func systemsIn(tableRows []rows.Row, listPath string) (key string, labels []string) {
	list := tableRows[0].ListAt(listPath)
	if len(list) < 2 || len(list) > mostListed {
		return "", nil
	}
	first, _ := list[0].(rows.RowObject)
	for _, key := range loaders.SortedKeys(first) {
		if role := namingOf(key).role; role == "predicted" || role == "gold" || role == "correct" {
			continue
		}
		labels := labelsBy(tableRows[0].ValueAt(listPath), key)
		isAlike := func(row rows.Row) bool { return slices.Equal(labelsBy(row.ValueAt(listPath), key), labels) }
		isUsable := len(loaders.Distinct(labels)) == len(list) && !strings.ContainsAny(strings.Join(labels, ""), ",=|\\")
		if isUsable && loaders.CountFunc(tableRows, isAlike) == len(tableRows) {
			return key, labels
		}
	}
	return "", nil
}

func labelsBy(value any, key string) (labels []string) {
	for _, element := range rows.ListOf(value) {
		object, _ := element.(rows.RowObject)
		labels = append(labels, rows.Text(object[key]))
	}
	return labels
}
