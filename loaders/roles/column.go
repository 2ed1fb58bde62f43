package roles

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

func (c *column) isMonotonous() bool {
	isOwn := c.isOf("right", "wrong", "unknown", "unanswered") // in a table that this program wrote
	return len(c.times) == 1 && c.filled > 3 && !c.isOutspoken() && !c.hasWord(judgingWords) && !isOwn
}

func isHypothesis(c *column) bool { return c.hasWord(hypothesisWords) && !c.hasWord(headWords) }

func namesOf(columnList []*column) []string {
	return loaders.Map(columnList, func(c *column) string { return c.name })
}

// roleDecider decides what columns hold by their names and by the values in rows.
type roleDecider struct {
	all      []rows.Row
	rows     []rows.Row // of them, those whose values are looked at
	partial  bool       // all are not those of the whole table
	columns  []*column  // and what is in structs
	question *column    // the first that is called so, nil for none
	further  *column    // further correct answers, nil for none
	base     string     // the rule by which answers are compared
}

const mostNames = 512

// mostProfiled bounds the rows at the beginning whose values are looked at, and those of the rest.
const mostProfiled = 1000

// newDecider profiles the first 512 columns, because a hostile table may have millions, with what is
// in their structs, and finds the question.
func newDecider(nameList []string, rows []rows.Row, otherRoles RoleMap) *roleDecider {
	d := &roleDecider{all: rows, rows: rows, base: rules.Equal}
	if len(rows) > 2*mostProfiled {
		d.rows = slices.Clone(rows[:mostProfiled])
		for i := range mostProfiled {
			d.rows = append(d.rows, rows[mostProfiled+i*(len(rows)-mostProfiled)/mostProfiled])
		}
	}
	names := withInner(nameList, d.rows, mostDeep)
	d.columns = loaders.Map(names[:min(len(names), mostNames)], d.columnAt)
	d.question = d.findColumn(func(c *column) bool { return slices.Contains(strings.Fields(record.QuestionKeys), foldName(c.name)) })
	d.correctNames()
	for _, path := range otherRoles.PathsOf("references") {
		isOther := func(c *column) bool { return c.name != path }
		if otherRoles.Has("gold") || slices.ContainsFunc(d.candidatesFor("gold"), isOther) {
			d.further, d.base, d.columns = d.columnAt(path), rules.SQuAD, loaders.Filter(d.columns, isOther)
		}
	}
	return d
}

func (d *roleDecider) findColumn(isWanted func(c *column) bool) *column {
	return loaders.ElementAt(d.columns, slices.IndexFunc(d.columns, isWanted))
}

func (d *roleDecider) hasColumn(isWanted func(c *column) bool) bool {
	return d.findColumn(isWanted) != nil
}

// correctNames corrects what names say by the columns beside them. A program beside its result, or a
// solution beside the answer, is no answer, otherwise they would be compared.
func (d *roleDecider) correctNames() {
	isAnswer := func(c *column) bool { return c.role == "gold" && hasWord(c.words, "answer", "ans") }
	isCounting := d.question != nil && len(d.candidatesFor("predicted")) == 0
	hasLists := func(columnName string) bool { // also of one element
		return slices.ContainsFunc(d.rows, func(r rows.Row) bool { return r.ListAt(columnName) != nil })
	}
	namedColumns(d.columns).correctSystems()
	for _, c := range d.columns {
		known := c.meaningBeside(d.columns, hasLists)
		switch at := c.countWord(); {
		case known.role != "":
			c.columnNameMeaning = known
		case isCounting && at >= 0:
			c.columnNameMeaning = namingOf(strings.Join(slices.Replace(slices.Clone(c.words), at, at+1, "answer"), "_"))
		case isHypothesis(c) && c.role == "" && d.hasColumn(func(o *column) bool { return o.role == "gold" && o.hasWord(referenceWords) }):
			c.columnNameMeaning = columnNameMeaning{"predicted", 0, "a hypothesis beside its reference", nil}
		case c.role == "" && d.hasColumn(c.isPredictedOf):
			c.columnNameMeaning = columnNameMeaning{"predicted", 0, "a prediction", c.words}
		case d.isProgram(c), foldName(c.name) == "solution" && d.hasColumn(isAnswer), d.labelsSteps(c), d.isEvaluatorsLabel(c):
			c.columnNameMeaning = columnNameMeaning{}
		}
	}
}

// meaningBeside returns what a column means where a known program writes it, with others beside it; none for any other.
func (c *column) meaningBeside(columns []*column, hasLists func(columnName string) bool) columnNameMeaning {
	for _, pair := range knownPairs {
		isGold := func(o *column) bool { return o.name == pair.gold && hasLists(o.name) == pair.isList }
		isPredicted := func(o *column) bool { return o.name == pair.predicted }
		isOtherGold := func(o *column) bool { return o.role == "gold" && o.name != pair.gold && !isPredicted(o) }
		isPair := slices.ContainsFunc(columns, isGold) && slices.ContainsFunc(columns, isPredicted) && !slices.ContainsFunc(columns, isOtherGold)
		if isPair && (isGold(c) || isPredicted(c)) {
			return columnNameMeaning{loaders.IfElse(isGold(c), "gold", "predicted"), 0, "one of a pair of columns", nil}
		}
	}
	switch {
	case strings.HasSuffix(c.name, chatReply), strings.HasSuffix(c.name, messageText):
		return columnNameMeaning{"predicted", 0, "a model's reply", nil}
	case classOfSPSS.MatchString(c.name):
		return columnNameMeaning{"predicted", 0, "a predicted class", nil}
	case c.name == "answer" && c.isReview() && loaders.CountFunc(columns, (*column).isReview) == 1: // Prodigy's
		return columnNameMeaning{"correct", 0, "a verdict", nil}
	}
	return c.meaningLike(columns)
}

// meaningLike returns what a solution in a box means, or else what a sibling with mostly the same few values means for an
// attribute: pred_mean beside pred_sum.
func (c *column) meaningLike(columns []*column) columnNameMeaning {
	if namedColumns(columns).haveSolution(c) {
		return columnNameMeaning{"gold", 1, "a solution with its answer in a box", nil}
	}
	if c.role != "" || len(c.words) != 2 || len(c.times) > mostClasses || c.fractions > 0 {
		return columnNameMeaning{}
	}
	i := slices.IndexFunc(columns, func(other *column) bool {
		isPredicted := other.role == "predicted" && len(other.words) == 2 && hasWord(predictedWords, other.words[0])
		return isPredicted && c.words[0] == other.words[0] && 2*c.countShared(other) > len(c.times)
	})
	if i < 0 {
		return columnNameMeaning{}
	}
	return columnNameMeaning{"predicted", columns[i].list, columns[i].told, c.words[1:]}
}

func (c *column) isReview() bool { return c.isOf("accept", "reject", "ignore") }

// isProgram reports whether a column is a program beside its result, or says whether that could be run.
func (d *roleDecider) isProgram(c *column) bool {
	isExecuted := func(o *column) bool { return hasWord(o.words, "executed") }
	if isExecuted(c) {
		return c.areVerdicts()
	}
	return hasWord(c.words, "generated", "program", "code") && d.hasColumn(isExecuted)
}

// isEvaluatorsLabel reports whether a correct answer by name is an evaluator's label beside its score.
func (d *roleDecider) isEvaluatorsLabel(c *column) bool {
	evaluator, isLabel := strings.CutSuffix(c.name, ".label")
	return isLabel && c.role == "gold" && d.hasColumn(func(o *column) bool { return o.name == evaluator+".score" })
}

// countWord returns the place of the word count in a name that otherwise only says predicted or gold; -1 for none.
func (c *column) countWord() int {
	at := slices.Index(c.words, "count")
	if at >= 0 && (!hasWord(answerWords, c.words...) || len(stemOf(c.words, predictedWords, goldWords, c.words[at:at+1])) > 0) {
		return -1
	}
	return at
}

func (d *roleDecider) labelsSteps(c *column) bool {
	return foldName(c.name) == stepLabel || c.role == "gold" && c.least == -1 && c.isNumeric() && c.fractions == 0 &&
		d.hasColumn(func(list *column) bool {
			return list.lists > 0 && !slices.ContainsFunc(d.rows, func(r rows.Row) bool {
				k, isNumber := rows.NumberOf(r.ValueAt(c.name))
				return isNumber && k > float64(len(r.ListAt(list.name)))
			})
		})
}

const (
	mostInner   = 20                        // rows, because logs have several kinds
	mostDeep    = 5                         // structs in each other
	chatReply   = "[0].message.content"     // in OpenAI's choices
	messageText = "message.content[0].text" // in Anthropic's batches
)

// withInner adds what is in structs, and in lists that rarely have more than one, behind all else.
func withInner(nameList []string, sampleRows []rows.Row, depth int) []string {
	var inner []string
	for _, name := range loaders.NonEmpty(nameList) {
		keys := map[string]bool{}
		for _, r := range sampleRows[:min(len(sampleRows), mostInner)] {
			v, within := r.ValueAt(name), name+"."
			if list := rows.ListOf(v); len(list) > 0 && 2*countSeveral(sampleRows, name) < len(sampleRows) {
				v, within = list[0], name+"[0]."
			}
			inside, _ := v.(rows.RowObject)
			for key := range inside {
				keys[within+key] = !strings.ContainsAny(key, ".[]") && inside["bbox"] == nil // of a box
			}
		}
		inner = append(inner, loaders.Filter(loaders.SortedKeys(keys), func(path string) bool { return keys[path] })...)
	}
	if depth > 0 && len(inner) > 0 {
		inner = withInner(inner, sampleRows, depth-1)
	}
	return loaders.Distinct(slices.Concat(nameList, inner))
}

func countSeveral(sampleRows []rows.Row, listPath string) int {
	return loaders.CountFunc(sampleRows, func(r rows.Row) bool {
		return len(r.ListAt(listPath)) > 1
	})
}

func (d *roleDecider) columnAt(columnPath string) *column {
	if c := d.findColumn(func(c *column) bool { return c.name == columnPath }); c != nil {
		return c
	}
	return &column{namingOf(columnPath), profileOf(d.rows, columnPath), columnPath, wordsOf(columnPath)}
}

func (d *roleDecider) candidatesFor(role string) []*column {
	list := loaders.Filter(d.columns, func(c *column) bool { return c.role == role && c.filled > c.files })
	loaders.SortBy(list, func(c *column) int { return c.list })
	return list
}

func onFirstList(columns []*column) []*column {
	return loaders.Filter(columns, func(c *column) bool {
		return !slices.ContainsFunc(columns, func(other *column) bool { return other.list < c.list })
	})
}

func (d *roleDecider) withFallbacks(c *column, role string) []string {
	list := []string{c.name}
	for _, other := range d.candidatesFor(role) {
		if other != c && !slices.ContainsFunc(d.rows, func(r rows.Row) bool {
			has := func(name string) bool { return r.TextAt(name) != "" }
			return has(other.name) && slices.ContainsFunc(list, has)
		}) {
			list = append(list, other.name)
		}
	}
	return list
}

func (c *column) successOf() string {
	isPick := hasWord(c.words, "pick", "winner", "choice", "preference", "preferred", "vote")
	switch isGrade := c.hasWord(gradeWords) && !isPick; {
	case isGrade && c.times["A"] > 0 && len(c.times) > 1 && c.isOf("a", "b", "c"):
		return "A" // of SimpleQA: correct, incorrect, not attempted
	case isGrade && c.times["O"] > 0 && c.times["X"] > 0 && len(c.times) == 2:
		return "O" // in Korea
	case len(c.times) > mostClasses || c.numbers+c.lists > 0 || c.areVerdicts() || hasWord(c.words, "type"):
		return ""
	}
	return c.soleSuccess(loaders.SortedKeys(c.times))
}

// totalOfRight matches what people write below verdicts: 11/24.
var totalOfRight = regexp.MustCompile(`^\d+ ?/ ?\d+$`)

// soleSuccess returns the only text for right: a tick, one of two, or beside one for wrong and one for partly. Shares are none.
func (c *column) soleSuccess(texts []string) string {
	texts = loaders.Filter(texts, func(text string) bool { return !totalOfRight.MatchString(text) })
	right := loaders.Filter(texts, isSuccess)
	switch {
	case len(texts) == 1 && c.hasWord(judgingWords) && IsTick(texts[0]):
		return texts[0]
	case len(right) != 1 || len(texts) < 2 || strings.HasSuffix(texts[0], "%") && strings.HasSuffix(texts[1], "%"):
		return ""
	case len(texts) == 3 && (c.hasWord(gradeWords) || c.hasWord(judgingWords)):
		isPlain := func(text string) bool {
			if said, _ := VerdictOf(text, false); c.hasWord(judgingWords) && said == loaders.Wrong {
				return true
			}
			return text != right[0] && (&columnProfile{times: map[string]int{text: 1, right[0]: 1}, filled: 2}).isOutspoken()
		}
		return loaders.IfElse(slices.ContainsFunc(texts, isPlain), right[0], "")
	}
	return loaders.IfElse(len(texts) == 2, right[0], "")
}

func isSuccess(text string) bool {
	said, _ := VerdictOf(text, false)
	return said == loaders.Right && len(text) > 1 || hasWord(verdictWords, strings.ToLower(text))
}

// answerColumns is a way to read a table: the columns with the roles of an answer, nil for none.
type answerColumns struct {
	*roleDecider
	predicted, gold, correct *column
	rule, why                string // how the prediction is judged by the correct answer
}

func (d *roleDecider) newReading(predictedColumn, goldColumn *column) answerColumns {
	return answerColumns{roleDecider: d, predicted: predictedColumn, gold: goldColumn}
}

func (d *roleDecider) readingBy(m RoleMap) answerColumns {
	return d.newReading(d.columnAt(m.FirstOf("predicted")), d.columnAt(m.FirstOf("gold")))
}

func (r answerColumns) isPlain() bool {
	return len(r.predicted.stem) == 0 && len(r.gold.stem) == 0 && r.predicted.role != ""
}

// columnsOfClasses returns columns without a name for it that have all classes of the correct answers, and beside one the
// columns that have some.
func (d *roleDecider) columnsOfClasses() (list []*column) {
	for _, g := range onFirstList(d.candidatesFor("gold")) {
		areAll := func(c *column) bool { return len(c.times) == len(g.times) }
		of := loaders.Filter(d.columns, func(c *column) bool {
			return c.role == "" && g.isClosed() && c.hasClassesOf(g) && !c.isAnnotator() && !c.hasWord(attributeWords)
		})
		if !slices.ContainsFunc(of, areAll) {
			continue
		}
		for _, c := range of {
			c.stem = c.words
			list = append(list, c)
		}
	}
	return list
}

func (c *column) isAnnotator() bool {
	return slices.ContainsFunc(c.words, func(word string) bool {
		return slices.Contains(annotatorWords, strings.TrimRight(word, "0123456789"))
	})
}

func (r answerColumns) ownColumn() *column { return cmp.Or(r.correct, r.predicted) }

func (r answerColumns) rowVerdicts() []loaders.Verdict {
	if r.correct != nil {
		return r.verdictsIn(r.correct)
	}
	return r.outcomesBy(r.rule)
}

func (r answerColumns) fillMap(m RoleMap) RoleMap {
	if r.gold != nil {
		m = m.WithPaths("gold", r.withFallbacks(r.gold, "gold")...)
	}
	switch {
	case r.correct == nil:
		return m.WithPaths("predicted", r.predicted.name).WithPaths("right", r.rule)
	case r.predicted.name != "":
		m = m.WithPaths("predicted", r.withFallbacks(r.predicted, "predicted")...)
	}
	if success := r.flagOf(r.correct); strings.EqualFold(success, "false") {
		return m.WithPaths("correct", r.correct.name).WithPaths("right", RightValue+success)
	}
	return r.withVerdict(m, r.correct)
}

// flagOf returns the truth value that a column has in all rows whose prediction is right by the
// rule and in some others, so that it may be a verdict; "" for none. In too many or too few others
// it says something else.
func (r answerColumns) flagOf(c *column) string {
	if r.gold == nil || r.predicted.name == "" || !c.isOf("true", "false") || len(c.times) != 2 {
		return ""
	}
	equal, others := map[string]int{}, map[string]int{}
	for i, outcome := range r.outcomesBy(r.rule) {
		if text := r.rows[i].TextAt(c.name); outcome != loaders.Unknown {
			loaders.IfElse(outcome == loaders.Right, equal, others)[text]++
		}
	}
	values, rest := loaders.SortedKeys(equal), loaders.Sum(slices.Collect(maps.Values(others)))
	if len(values) != 1 || equal[values[0]] < fewestNumbers || others[values[0]] < 2 || 4*others[values[0]] > 3*rest {
		return ""
	}
	return values[0]
}

func (r answerColumns) repeatsEquality(verdictColumn *column) bool {
	outcomes, isKnown := r.outcomesBy(rules.Equal), false
	for i, known := range r.verdictsIn(verdictColumn) {
		if known != outcomes[i] && known != loaders.Unknown && outcomes[i] != loaders.Unknown {
			return false
		}
		isKnown = isKnown || known != loaders.Unknown
	}
	return isKnown
}

func (d *roleDecider) verdictsIn(c *column) []loaders.Verdict {
	return loaders.Map(d.rows, func(r rows.Row) loaders.Verdict {
		said, _ := VerdictOf(r.ValueAt(c.name), c.isSigned())
		return said
	})
}

func (r answerColumns) outcomesBy(ruleName string) []loaders.Verdict {
	truths := r.predicted.matchesTruths(r.gold)
	return loaders.Map(r.rows, func(row rows.Row) loaders.Verdict {
		v, _ := ChooseAnswer(row.ValueAt(r.predicted.name), ruleName)
		g := row.ValueAt(r.gold.name)
		if truths {
			v, g = TruthOf(v), TruthOf(g)
		} else if ruleName == rules.Letter || ruleName == rules.Letter1 {
			v, g = OptionLetter(&row, v, ruleName), OptionLetter(&row, g, ruleName)
		}
		golds := rows.GoldAnswers(g)
		if r.further != nil {
			golds = append(golds, rows.GoldAnswers(row.ValueAt(r.further.name))...)
		}
		return rules.CompareAnswers(ruleName, rows.Text(v), golds)
	})
}

func (r answerColumns) countBy(ruleName string) (both, right int) {
	for _, outcome := range r.outcomesBy(ruleName) {
		if outcome != loaders.Unknown {
			both++
		}
		if outcome == loaders.Right {
			right++
		}
	}
	return both, right
}

func (d *roleDecider) withVerdict(m RoleMap, c *column) RoleMap {
	return d.addSuccess(m.WithPaths("correct", c.name))
}

func (d *roleDecider) addSuccess(m RoleMap) RoleMap {
	if paths := m.PathsOf("correct"); paths != nil && !m.Has("right") {
		if success := d.columnAt(paths[0]).successOf(); success != "" {
			return m.WithPaths("right", RightValue+success)
		}
	}
	return m
}
