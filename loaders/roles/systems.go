package roles

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

const mostModels = 200

// bySystem adds the systems of a table with a row for each one's answer. Several columns that could
// name them are a doubt, as are rows by annotators or steps, and models without common examples,
// because their accuracy would be a mean of unlike things.
func (d *roleDecider) bySystem(decision RoleDecision) RoleDecision {
	if decision.Models != nil {
		return decision
	}
	if decision.Doubt != "" {
		named := d.findColumn((*column).namesSeveralModels)
		decision.Offers = slices.Concat(loaders.Map(decision.Offers, func(offer RoleMap) []RoleMap {
			return offerSystems(offer, d.columnsApart(offer), named)
		})...)
		return decision
	}
	m := decision.Map
	if named := m.PathsOf("model"); named != nil {
		decision.Models = ListModels(d.rows, named, m)
		return decision
	}
	apart := d.columnsApart(m)
	ids := m.PathsOf("id")
	isRepeated := ids != nil && d.countRows(ids[0]) < len(d.all)
	models := loaders.Filter(d.columns, func(c *column) bool {
		return !m.uses(c.name) && (c.namesModels() || isRepeated && c.mayDivide() && c.hasWord(wayWords))
	})
	switch {
	case len(apart) == 1:
		decision.Models = ListModels(d.rows, apart[0], m)
	case len(apart) > 1:
		decision.Doubt = "several rows per example, distinguished by " +
			strings.Join(loaders.Map(apart, func(names []string) string { return strings.Join(names, " and ") }), " or by ")
		decision.Offers = loaders.Map(apart, func(names []string) RoleMap { return m.WithPaths("model", names...) })
	case d.partOf(m) != nil:
		decision.Doubt, decision.Offers = "several rows per example, distinguished by "+d.partOf(m).name, []RoleMap{m}
	case len(models) > 0 && !slices.Contains([]string{rules.None, rules.Error}, m.RightRole()):
		decision.Doubt = models[0].name + loaders.IfElse(models[0].hasTraining(),
			" tells training examples from others; accuracy would mix them",
			" may name several systems, but their examples do not pair up")
		decision.Offers = []RoleMap{m.WithPaths("model", models[0].name), m}
	}
	return decision
}

// offerSystems adds the systems to what is offered. If their examples don't pair up, all rows as one run come second.
func offerSystems(offer RoleMap, columnsApart [][]string, modelColumn *column) []RoleMap {
	switch {
	case len(columnsApart) == 1:
		return []RoleMap{offer.WithPaths("model", columnsApart[0]...)}
	case modelColumn == nil, offer.uses(modelColumn.name):
		return []RoleMap{offer}
	}
	return []RoleMap{offer.WithPaths("model", modelColumn.name), offer}
}

func (c *column) hasTraining() bool {
	return foldName(c.name) == "split" && len(c.times) > 1 && c.times["train"]+c.times["training"] > 0
}

func (c *column) namesModels() bool {
	return c.hasTraining() || c.namesSeveralModels()
}

func (c *column) namesSeveralModels() bool {
	areFew := c.isFew() || len(c.times) > 1 && len(c.times) <= mostModels && 4*len(c.times) <= c.filled
	return c.role == "" && c.hasWord(modelWords) && len(stemOf(c.words, modelWords, ofModels)) == 0 && areFew && !c.isNumeric()
}

func (d *roleDecider) partOf(roleMap RoleMap) *column {
	id := roleMap.pathsOfAll("id", "question")
	return d.findColumn(func(c *column) bool {
		return len(id) > 0 && c.isRepeated(annotatorWords, stepWords) && d.countRows(id[0]) < len(d.all) &&
			d.countRows(id[0], c.name) == len(d.all)
	})
}

func (d *roleDecider) countRows(columns ...string) int { return len(namesIn(d.all, columns)) }

func (c *column) isRepeated(wordLists ...[]string) bool {
	return (c.isFew() || c.isNumeric() && c.fractions == 0) && len(c.words) < 3 && hasWord(slices.Concat(wordLists...), c.words...)
}

func (c *column) mayDivide() bool {
	return c.role == "" && c.isFew() && len(c.times) < c.filled && c.fractions+c.lists+c.structs == 0
}

func (m RoleMap) uses(name string) bool {
	return slices.ContainsFunc(m, func(a RoleAssignment) bool { return a.Role != "kind" && slices.Contains(a.Paths, name) })
}

// columnsApart leaves out columns of repeats and annotators, which may repeat an id. It returns the
// columns that name systems, singly or else in pairs, for the first id that repeats. Of those that
// divide the rows alike the first counts.
func (d *roleDecider) columnsApart(roleMap RoleMap) [][]string {
	var alone, again []string
	if roleMap.SplitPredictions()[0].Name != "" {
		return nil
	}
	for _, c := range d.columns {
		if c.isRepeated(repeatWords, annotatorWords, stepWords) {
			again = append(again, c.name)
		} else if c.mayDivide() && c.filled == len(d.rows) && !roleMap.uses(c.name) {
			alone = append(alone, c.name)
		}
	}
	named, by := roleMap.pathsOfAll("id", "question", "image"), rowDivision{d, again}
	for _, id := range loaders.Distinct(append(named, namesOf(d.columns)...)) {
		of := d.namingSystems(alone, id, roleMap)
		isAnswer := roleMap.uses(id) && !slices.Contains(named, id)
		if isAnswer || len(of) == 0 || d.countRows(id) == len(d.all) {
			continue
		}
		singles := loaders.Map(of, func(name string) []string { return []string{name} })
		for _, candidates := range [][][]string{singles, pairsOf(of, alone)} {
			apart := loaders.Filter(candidates, func(names []string) bool {
				return !slices.Contains(names, id) && by.divides(names, id)
			})
			if apart = slices.CompactFunc(apart, by.divideAlike); len(apart) > 0 {
				return apart
			}
		}
	}
	return by.systemsOfPairs(named, alone)
}

// rowDivision divides rows by system.
type rowDivision struct {
	*roleDecider
	again []string // columns of repeats
}

// systemsOfPairs returns the column that names systems where no column, but two others together, name the example.
func (d rowDivision) systemsOfPairs(named, alone []string) [][]string {
	for _, name := range loaders.IfElse(named == nil, alone, nil) {
		words, rest := wordsOf(name), loaders.Without(alone, []string{name})
		isSystem := len(words) == 1 && hasWord(slices.Concat(modelWords, wayWords, ofModels), words...)
		if isSystem && slices.ContainsFunc(pairsOf(rest, rest), func(ids []string) bool { return d.divides([]string{name}, ids...) }) {
			return [][]string{{name}}
		}
	}
	return nil
}

func (d *roleDecider) namingSystems(nameList []string, idColumn string, roleMap RoleMap) []string {
	return loaders.Filter(nameList, func(name string) bool {
		isWay := slices.Contains(roleMap.pathsOfAll("question", "image"), idColumn) && hasWord(wayWords, wordsOf(name)...)
		return slices.Contains(roleMap.PathsOf("id"), idColumn) || isWay || d.columnAt(name).namesModels() || foldName(name) == "tool"
	})
}

const mostPaired = 12

func pairsOf(firstNames, otherNames []string) (list [][]string) {
	for i, a := range firstNames {
		for _, b := range otherNames[:min(len(otherNames), mostPaired)] {
			if a != b && !slices.Contains(firstNames[:i], b) {
				list = append(list, []string{a, b})
			}
		}
	}
	return list
}

// divides reports whether no id repeats within a value and a repeat, and each value has at least
// half of the ids. In a sample, one id in two values is enough, because the other row may not have
// been looked at.
func (d rowDivision) divides(names []string, idColumns ...string) bool {
	ids, own, seen := map[string]bool{}, map[string]int{}, map[[3]string]bool{}
	pairs := map[[2]string]bool{}
	for _, r := range d.all {
		key := [3]string{ModelOf(idColumns, r.TextAt), ModelOf(names, r.TextAt), ModelOf(d.again, r.TextAt)}
		if key[0] == "" || seen[key] {
			return false
		}
		seen[key], ids[key[0]] = true, true
		if pair := [2]string(key[:2]); !pairs[pair] {
			pairs[pair] = true
			own[key[1]]++
		}
	}
	for _, n := range own {
		if 2*n < len(ids) && !d.partial {
			return false
		}
	}
	several := len(pairs) - len(ids)
	isRepeated := 2*several >= len(ids) || d.partial && several > 0
	return len(ids) > 1 && len(own) > 1 && len(own) <= mostModels && isRepeated
}

func (d rowDivision) divideAlike(a, b []string) bool {
	n := d.countRows(a...)
	return n == d.countRows(b...) && n == d.countRows(slices.Concat(a, b)...)
}

// findPairCount returns the column that counts how often the pairs of a confusion table occur; "" for none.
func (r answerColumns) findPairCount() string {
	for _, c := range r.columns {
		isCount := len(c.words) == 1 && c.hasWord(countWords) && c.numbers == len(r.rows) && c.fractions == 0 && len(c.times) > 1
		if isCount && r.gold != nil && r.predicted.name != "" && r.countRows(r.predicted.name, r.gold.name) == len(r.all) {
			return c.name
		}
	}
	return ""
}

// ModelOf returns the name of the model in a row: the cells of the columns, with commas between.
func ModelOf(modelColumns []string, cellOf func(column string) string) string {
	return strings.Join(loaders.Map(modelColumns, cellOf), ", ")
}

func namesIn(tableRows []rows.Row, modelColumns []string) []string {
	return slices.Sorted(slices.Values(loaders.Distinct(loaders.Map(tableRows, func(r rows.Row) string {
		return ModelOf(modelColumns, r.TextAt)
	}))))
}

// ListModels returns a model for each different value of the columns, in order; nil for fewer than 2
// or more than 200.
func ListModels(rows []rows.Row, modelColumns []string, roleMap RoleMap) []ModelColumns {
	names := namesIn(rows, modelColumns)
	if len(names) < 2 || len(names) > mostModels {
		return nil
	}
	return loaders.Map(names, func(name string) ModelColumns { return ModelColumns{name, roleMap.WithPaths("model", modelColumns...)} })
}

// Messages is the column of the rows that are the messages of one conversation.
const Messages = "messages"

// byWord sets Words for a row per word of a text, or per step of an example with the same answer,
// because accuracies must count examples, not rows.
func (d *roleDecider) byWord(decision RoleDecision) RoleDecision {
	if isConversation(d.columnAt("role"), d.columnAt("content")) && len(decision.Map) == 0 {
		return RoleDecision{Map: RoleMap{{"steps", []string{Messages}}}, Words: true}
	}
	question, words := decision.Map.PathsOf("question"), loaders.Filter(d.columns, (*column).hasWords)
	if step := d.partOf(decision.Map); step != nil && step.isRepeated(stepWords) && step.lists == 0 {
		return d.byStep(decision, question)
	}
	if question == nil || len(words) != 1 {
		return decision
	}
	if text := d.columnAt(question[0]); 3*len(text.times) > text.filled || text.lists > 0 {
		return decision
	}
	by := decision.Map.WithPaths("tokens", words[0].name)
	for _, c := range d.columns {
		if c.hasWord(shareWords) && c.isNumeric() && c.fractions > 0 {
			by = by.WithPaths("attribution."+c.name, c.name)
			decision.Map, decision.Words = by, true
		}
	}
	return decision
}

func (d *roleDecider) byStep(decision RoleDecision, question []string) RoleDecision {
	id := decision.Map.pathsOfAll("id", "question")[0]
	if by, ok := d.byMarkedStep(decision, id); ok {
		return by
	}
	answers := append([]string{id}, decision.Map.pathsOfAll("gold", "predicted", "correct")...)
	decision.Words = d.countRows(answers...) == d.countRows(id)
	if question != nil && d.countRows(id, question[0]) > d.countRows(id) { // it is the step's text
		decision.Map = decision.Map.Without("question")
	}
	return decision
}

func isConversation(role, content *column) bool {
	return role.isOf("system", "developer", "user", "assistant", "tool") && content.filled > 0
}

// byMarkedStep reads a row per step: verdicts that differ within an example, and as the steps' texts the longest
// column that does.
func (d *roleDecider) byMarkedStep(decision RoleDecision, idColumn string) (_ RoleDecision, ok bool) {
	var text, marks *column
	for _, c := range d.columns {
		switch isMark := c.role == "correct" || slices.Contains([]string{"label", stepLabel}, foldName(c.name)); {
		case c.name == idColumn || d.countRows(idColumn, c.name) == d.countRows(idColumn):
		case isMark && c.areVerdicts():
			marks = c
		case c.numbers+c.lists == 0 && (text == nil || c.letters > text.letters):
			text = c
		}
	}
	if text == nil || marks == nil {
		return decision, false
	}
	decision.Map = slices.DeleteFunc(decision.Map, func(a RoleAssignment) bool { // of each step
		isAnswer := hasWord(strings.Fields("gold predicted correct right"), a.Role)
		return isAnswer && d.countRows(idColumn, a.Paths[0]) > d.countRows(idColumn)
	}).WithPaths("steps", text.name).WithPaths("step_labels", marks.name)
	decision.Words, decision.Doubt = true, ""
	return d.addSigned(decision), true
}

func (c *column) hasWords() bool {
	return c.hasWord(wordWords) && len(stemOf(c.words, wordWords)) == 0 && c.lists == 0 && c.spaced <= 2*c.filled && !c.isNumeric()
}
