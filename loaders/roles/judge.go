package roles

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

func (d *roleDecider) addSigned(decision RoleDecision) RoleDecision {
	verdicts := append(decision.Map.pathsOfAll(append(markRoles, "correct")...), namesOf(d.candidatesFor("correct"))...)
	decision.Signed = loaders.Filter(verdicts, func(name string) bool { return d.columnAt(name).isSigned() })
	if decision.Map.ComparesAnswers() {
		r := d.readingBy(decision.Map)
		p, g := r.predicted, r.gold
		decision.Truths = p.matchesTruths(g) || decision.Map.RightRole() == rules.Half && g.isOf("true", "false")
		for _, class := range []string{"-", "-1", "?", "1:?"} {
			isFew := g.isFew() && 5*len(g.times) <= 2*g.filled && p.countShared(g) > 1
			if (isFew || class == "1:?") && g.times[class] > 0 && p.times[class] == 0 {
				decision.Unlabelled = class
			}
		}
	}
	return decision
}

func (d *roleDecider) completeMap(decision RoleDecision, judge func(answerColumns) (rule, reason string)) RoleDecision {
	decision = d.addSigned(decision)
	decision.Map = d.addSuccess(decision.Map)
	if !decision.Map.lacksRule() {
		return decision
	}
	if asked := decision.Map.PathsOf("question"); asked != nil {
		d.question = d.columnAt(asked[0])
	}
	rule, why := judge(d.readingBy(decision.Map))
	decision.Map, decision.Why = decision.Map.WithPaths("right", rule), loaders.IfElse(rule == rules.None || rule == rules.Error, why, "")
	return decision
}

// judgeBy tries first the rules that equality would misjudge: solutions, hypotheses, indices,
// measurements and lists. reason says why it calls no answer right.
func (r answerColumns) judgeBy() (rule, reason string) {
	p, g := r.predicted, r.gold
	both, equal := r.countBy(r.base)
	options, isOption := r.optionRules()
	measured := r.explainMeasured()
	switch {
	case g.isSolved() && !p.isSolved():
		return rules.Number, ""
	case areTwoOfThree(p, g):
		return rules.Entailment, ""
	case measured != "":
		return rules.None, measured
	case r.isIndexed():
		return rules.Greatest, ""
	case isOption && equal == 0:
		return options[0], ""
	case r.areMeasurements(both, equal):
		return rules.Error, "both columns contain measurements"
	case p.lists > 0, areListTexts(p.times) && areListTexts(g.times):
		return judgeLists(p, g, labelsIn(r.rows, p))
	case equal == 0 && p.listsClassesOf(g):
		return rules.None, "each prediction lists several answers"
	}
	if reason = explainUnlike(p, g, both, equal); reason == "" && r.findOtherRule().wins {
		reason = anotherRule
	}
	return loaders.IfElse(reason == "", r.base, rules.None), reason
}

func judgeLists(p, g *column, predictedLabels []string) (rule, reason string) {
	isGold := func(label string) bool { return g.times[rules.CanonicalText(label)] > 0 }
	switch {
	case g.lists > 0, areListTexts(p.times):
		return rules.None, "both columns contain lists"
	case 2*p.repeated < p.lists:
		return rules.None, "the lists rarely repeat a value: they may be rankings, not samples"
	case !slices.ContainsFunc(predictedLabels, isGold):
		return rules.None, "the lists contain no correct answer"
	}
	return rules.Majority, ""
}

// judgeAsked is [answerColumns.judgeBy] where a person confirms the rule, and says why one must.
func (r answerColumns) judgeAsked() (rule, reason string) {
	rule, reason = r.judgeBy()
	p, g := r.predicted, r.gold
	areSets := p.lists > 0 && g.lists > 0 && 2*g.repeated < g.lists && len(g.times) > 2
	if areSets && len(labelsIn(r.rows, p, g)) <= mostClasses {
		return rules.Set, reason
	}
	other := r.findOtherRule()
	if rule == rules.None && reason != rareMatch && reason != ownMetrics && other.wins {
		return other.name, anotherRule
	}
	return rule, reason
}

// optionRules returns the rules by which all correct answers and at least half of the predictions name options. It is
// exact if only one rule does, for all predictions, and some are right.
func (r answerColumns) optionRules() (list []string, exact bool) {
	p, g := r.predicted, r.gold
	for _, rule := range []string{rules.Letter, rules.Letter1} {
		goldOf := func(row rows.Row) any { return OptionLetter(&row, row.ValueAt(g.name), rule) }
		isNoOption := func(row rows.Row) bool {
			gold := goldOf(row)
			return rows.Text(gold) != "" && !slices.ContainsFunc(rows.Parts(gold), soleLetter.MatchString)
		}
		if slices.ContainsFunc(r.rows, isNoOption) { // before predictions are searched, which takes longer
			continue
		}
		sole, named, right := 0, 0, 0
		for _, row := range r.rows {
			said := rows.Text(OptionLetter(&row, row.ValueAt(p.name), rule))
			if soleLetter.MatchString(said) {
				sole++
			}
			if soleLetter.MatchString(rules.LetterIn(said)) {
				named++
			}
			if said == rows.Text(goldOf(row)) {
				right++
			}
		}
		if p.lists == 0 && 2*named >= p.filled {
			list, exact = append(list, rule), sole == p.filled && list == nil && right > 0
		}
		if p.numbers+g.numbers == 0 {
			break
		}
	}
	return list, exact
}

// areTwoOfThree reports whether only predictions tell contradiction from neutral.
func areTwoOfThree(p, g *column) bool {
	return g.isOf("entailment", "non-entailment", "not_entailment") && p.times["neutral"]+p.times["contradiction"] > 0
}

const ownMetrics = "they are prose, and the file has its own metrics for them"

// explainMeasured says why other measures than accuracy are usual for answers; "" if none are.
func (r answerColumns) explainMeasured() string {
	isSpoken := func(c *column) bool {
		return hasWord(c.words, "wer", "cer") || c.name == "src" && r.gold.hasWord(referenceWords)
	}
	switch {
	case r.predicted.isProse() && r.gold.isProse() && r.hasColumn((*column).isGrounding):
		return ownMetrics
	case isHypothesis(r.predicted) || r.hasColumn(isSpoken):
		return rareMatch
	}
	return ""
}

// isGrounding reports whether a column has a metric of Ragas for the answers of a model with retrieved texts.
func (c *column) isGrounding() bool {
	return hasWord(strings.Fields("faithfulness answer_relevancy context_precision context_recall"), c.name)
}

const rareMatch = "a hypothesis rarely matches its reference exactly"

// labelsIn returns the different elements of lists.
func labelsIn(tableRows []rows.Row, columns ...*column) (labels []string) {
	for _, c := range columns {
		for _, r := range tableRows {
			labels = append(labels, rows.Parts(r.ValueAt(c.name))...)
		}
	}
	return loaders.Distinct(labels)
}

const anotherRule = "another rule finds more right answers than equality does"

// otherRule is a rule that calls at least a tenth of the answers right that equality doesn't, or any if it only ignores
// case; it wins with more than twice as many right answers.
type otherRule struct {
	name  string
	wins  bool
	folds bool // caseless finds more right answers than equality, too
}

// findOtherRule returns the rule with the most right answers, or else caseless if case matters.
func (r answerColumns) findOtherRule() (best otherRule) {
	options, _ := r.optionRules()
	both, equal := r.countBy(r.base)
	most := equal + max(min(equal, 1), both/10)
	for _, rule := range rivalRules(r.predicted, r.gold, options) {
		if _, right := r.countBy(rule); right > most {
			most, best = right, otherRule{name: rule, wins: 2*equal < min(both, right)}
		}
	}
	if _, folded := r.countBy(rules.Caseless); folded > equal && r.base == rules.Equal {
		best.name, best.folds, best.wins = cmp.Or(best.name, rules.Caseless), true, best.wins || equal == 0
	}
	return best
}

// areListTexts reports whether all values are lists as Python prints them, longer than answers are.
func areListTexts(times map[string]int) bool {
	return len(times) > 0 && !slices.ContainsFunc(loaders.SortedKeys(times), func(text string) bool {
		return !strings.HasPrefix(text, "[") || strings.Count(text, ",") < leastListed
	})
}

const leastListed = 20

// rivalRules returns the rules that may find more right answers than equality, given those of options, if both columns name
// any.
func rivalRules(p, g *column, optionRules []string) (candidates []string) {
	areDelimited, areNumbers := p.isDelimited() && g.isDelimited(), g.isNumeric() && p.isNumeric()
	areClasses := len(p.times) > 1 && p.countShared(g) == len(p.times)
	switch {
	case g.name == annotationOfCharts:
		return []string{rules.Relaxed}
	case p.lists > 0, areListTexts(p.times), areNumbers && optionRules == nil, areClasses && !areDelimited:
		return nil
	case strings.Contains(strings.Join(loaders.SortedKeys(p.times), ""), `\boxed{`):
		return []string{rules.Boxed}
	case optionRules != nil:
		return optionRules
	case g.isOf("true", "false", "yes", "no"):
		return []string{rules.MME, rules.Contains}
	case g.isNumeric():
		return []string{rules.Number}
	case areDelimited:
		candidates = append(candidates, rules.Set)
	}
	if g.times["A"] == 0 { // an article, which no answer contains
		candidates = append(candidates, rules.Contains)
	}
	if !g.isProse() {
		candidates = append(candidates, rules.Number)
	}
	return candidates
}

func explainUnlike(p, g *column, pairCount, equalCount int) string {
	closed := p.isClosed() || g.isClosed()
	prose := loaders.CountFunc([]*column{p, g}, (*column).isProse)
	isUnequalProse := prose > 0 && 5*equalCount < pairCount || prose > 1 && 2*equalCount < pairCount
	switch {
	case (closed || equalCount == 0) && p.isMeasured() != g.isMeasured():
		return "one column contains measurements, the other class labels"
	case isUnequalProse:
		return "the answers are prose, so even right ones differ in wording"
	case closed && equalCount == 0 && !p.sharesValues(g):
		return "the columns have no value in common"
	case p.sharesOneOfPair(g):
		return "the columns share only one of two values"
	}
	return ""
}

// listsClassesOf reports whether each text has several of the correct answers, as rankings have.
func (c *column) listsClassesOf(gold *column) bool {
	for text := range c.times {
		words := strings.Fields(text)
		if len(words) < 2 || slices.ContainsFunc(words, func(word string) bool { return gold.times[word] == 0 }) {
			return false
		}
	}
	return true
}

// areMeasurements reports whether both are numbers that are measured: equal in fewer than half of
// the rows, or a fifth of whole ones. Where they answer questions it is a twentieth, because models
// can be that wrong.
func (r answerColumns) areMeasurements(pairCount, equalCount int) bool {
	p, g := r.predicted, r.gold
	if pairCount == 0 || !p.isNumeric() || !g.isNumeric() {
		return false
	}
	few := 5
	if q := r.question; q != nil && q.spaced > 4*q.filled {
		few = 20
	}
	isFractional := p.isMeasured() && len(g.times) > 2 || g.isMeasured() && p.hasMany()
	if isFractional {
		return 2*equalCount < pairCount
	}
	isNumbered := hasWord(g.words, "index", "idx", "class", "label")
	return pairCount >= fewestNumbers && few*equalCount < pairCount && p.hasMany() && g.hasMany() && !isNumbered
}

// isIndexed reports whether predictions are numbers of the classes that correct answers name. The
// columns of a pattern must be as many as the answers, otherwise they may be something else.
func (r answerColumns) isIndexed() bool {
	n, fractions, classes, path := 0, false, r.gold.times, r.predicted.name
	for _, row := range r.rows {
		v := row.ValueAt(path)
		if v == nil {
			continue
		}
		names, weights := rows.WeightsOf(v)
		class := rules.CanonicalText(row.TextAt(r.gold.name))
		isUnlisted := class != "" && !slices.Contains(names, class)
		if n = max(n, len(names), 2); len(names) != n || isUnlisted {
			return false
		}
		fractions = fractions || slices.ContainsFunc(weights, func(x float64) bool { return x != math.Trunc(x) })
	}
	return fractions && len(classes) > 1 && (len(classes) == n || path[len(path)-1] != '*')
}

// addConfidence adds the one column whose name is only that of a confidence as probability, if
// predictions are n classes and no value is below 1/n, because a lower one would be another class's.
func (d *roleDecider) addConfidence(decision RoleDecision) RoleDecision {
	classes := d.columnAt(decision.Map.FirstOf("predicted"))
	named := loaders.Filter(d.columns, func(c *column) bool {
		return c.hasWord(confidenceWords) && len(stemOf(c.words, confidenceWords, predictedWords, []string{"score"})) == 0
	})
	if !classes.isClosed() || len(classes.times) < 2 || len(named) != 1 {
		return decision
	}
	if p := named[0]; p.unit == p.filled && p.fractions > 0 && p.least >= 1/float64(len(classes.times))-rows.Rounding {
		decision.Map = decision.Map.WithPaths("probability", p.name)
	}
	return decision
}

// VerdictsAt returns the paths at which rows have verdicts, up to the first that all rows have. A
// star at the end of a path means all metrics in a struct that tell right from wrong. Without rows
// it takes all.
func VerdictsAt(verdictPaths, nameList []string, rows []rows.Row) (list []string) {
	d := &roleDecider{rows: rows}
	for _, path := range verdictPaths {
		names := []string{path}
		if in, all := strings.CutSuffix(path, "*"); all {
			names = loaders.Filter(withInner(nameList, rows, mostDeep), func(name string) bool {
				judges, _ := record.Judges(name)
				return judges && strings.HasPrefix(name, in)
			})
		}
		for _, name := range names {
			if p := d.columnAt(name); !slices.Contains(list, name) && (len(rows) == 0 || p.areVerdicts()) {
				if list = append(list, name); p.filled > 0 && p.filled == len(rows) {
					return list
				}
			}
		}
	}
	return list
}

// Complete returns a decision with the rule that rows say for its map, and what their values mean.
func Complete(decision RoleDecision, rows []rows.Row) RoleDecision {
	d := newDecider(nil, rows, decision.Map)
	return d.completeMap(decision, answerColumns.judgeBy)
}

// GoldColumn returns the first column that is named as a correct answer; "" for none.
func GoldColumn(nameList []string, rows []rows.Row) string {
	return append(namesOf(newDecider(nameList, rows, nil).candidatesFor("gold")), "")[0]
}
