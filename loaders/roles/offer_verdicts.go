package roles

import (
	"slices"
	"strings"

	"faithscope/loaders"
)

// offerMaker makes offers for a table whose other roles are known.
type offerMaker struct {
	*roleDecider
	otherRoles RoleMap
}

const correctWord = "correct"

// offerVerdicts puts columns named as verdicts before what is offered, and others behind.
func (d *roleDecider) offerVerdicts(m RoleMap, offers []RoleMap, golds []*column) (RoleMap, []RoleMap) {
	verdicts := namesOf(d.listVerdicts())
	m = slices.DeleteFunc(m, func(a RoleAssignment) bool { // of no answer
		return BaseOf(a.Role) == "score" && slices.Contains(verdicts, a.Paths[0])
	})
	judged := offerMaker{d, m}.offerVerdictPairs()
	areMeans := d.hasColumn(func(c *column) bool { // or how much of a wrong answer is right
		return hasWord(c.words, "std", "stdev") || c.filled == len(d.rows) && c.hasCorrectClass()
	})
	for _, c := range plainFirst(d.columns) {
		if areMeans && c.fractions > 0 || c.isMonotonous() && c.filled < len(d.rows) { // only failures have it, or only successes
			continue
		}
		if slices.Contains(verdicts, c.name) || c.isShare() || d.mayJudge(c, golds) {
			judged = append(judged, d.withVerdict(m, c))
		} else {
			judged = append(judged, offerMaker{d, m}.offerReversed(c)...)
		}
	}
	offers = loaders.IfElse(len(verdicts) > 0, append(judged, offers...), append(offers, judged...))
	if offers == nil {
		offers = offerMaker{d, m}.offerOnlyFlag()
	}
	if offers == nil {
		offers = offerMaker{d, m}.offerLists()
	}
	return m, offers
}

func (o offerMaker) offerLists() (offers []RoleMap) {
	lists := loaders.Filter(o.columns, func(c *column) bool {
		return c.judged == c.filled && c.judged > 0 && c.numbers < c.filled && !o.isNoVerdict(c)
	})
	if named := loaders.Filter(lists, func(c *column) bool { return c.role == "correct" }); named != nil {
		lists = named
	}
	for _, c := range lists {
		for _, rule := range listRules {
			offers = append(offers, o.otherRoles.Without("predicted").WithPaths("correct", c.name).WithPaths("right", rule))
		}
	}
	return offers
}

// offerOnlyFlag offers as verdicts the only column of truth values that a participle names ("recovered", "is_safe"), or else
// the only one with a few words of which one is "correct".
func (o offerMaker) offerOnlyFlag() []RoleMap {
	whole := loaders.Filter(o.columns, func(c *column) bool { return !o.isNoVerdict(c) && 2*c.filled > len(o.rows) })
	flags := loaders.Filter(whole, func(c *column) bool {
		isFlag := hasWord(c.words, "is", "was") || strings.HasSuffix(foldName(c.name), "ed") || strings.HasSuffix(foldName(c.name), "ful")
		isOther := c.role != "" || c.hasWord(slices.Concat(attributeWords, faultWords)) || hasWord(c.words, "not", "n")
		return isFlag && (c.isOf("true", "false") || c.isOf("0", "1")) && len(c.times) == 2 && !isOther
	})
	if len(flags) == 1 {
		for _, p := range o.candidatesFor("predicted") { // of the flag
			if p.hasClassesOf(flags[0]) {
				return []RoleMap{o.otherRoles.Without("predicted").WithPaths("gold", flags[0].name).WithPaths("predicted", p.name)}
			}
		}
		return []RoleMap{o.otherRoles.WithPaths("correct", flags[0].name)}
	}
	words := loaders.Filter(o.columns, func(c *column) bool { return c.filled == len(o.rows) && c.hasCorrectClass() })
	if len(words) != 1 {
		return nil
	}
	return []RoleMap{o.otherRoles.WithPaths("correct", words[0].name).WithPaths("right", RightValue+correctWord)}
}

func (p *columnProfile) hasCorrectClass() bool {
	return p.times[correctWord] > 0 && len(p.times) > 1 && len(p.times) <= mostClasses
}

// offerVerdictPairs offers a verdict and a model's verdict of the same name as answers, as of fact checkers.
func (o offerMaker) offerVerdictPairs() (offers []RoleMap) {
	isModels := func(c *column) bool { return ofModel(c.words) || c.hasWord(predictedWords) }
	named := loaders.Filter(o.columns, func(c *column) bool { return c.role == "correct" })
	for _, g := range named {
		for _, p := range named {
			isPair := isModels(p) && !isModels(g) && slices.Equal(stemOf(p.words, predictedWords, agentWords), stemOf(g.words))
			isExpected := hasWord(expectedWords, g.words...) && !hasWord(expectedWords, p.words...) &&
				slices.Equal(stemOf(p.words, predictedWords, agentWords, peopleWords), stemOf(g.words, expectedWords))
			if (isPair || isExpected) && o.newReading(p, g).countAgreeing() > 0 {
				offers = append(offers, o.otherRoles.WithPaths("gold", g.name).WithPaths("predicted", p.name))
			}
		}
	}
	return offers
}

// offerReversed offers a column that is true of wrong answers.
func (o offerMaker) offerReversed(c *column) (offers []RoleMap) {
	isReversed := c.hasWord(reversedWords) && !c.hasWord(attributeWords) && c.isVaried() && len(c.times) == 2
	for _, text := range loaders.SortedKeys(c.times) {
		if verdict, _ := VerdictOf(text, false); isReversed && verdict == loaders.Wrong {
			offers = append(offers, o.otherRoles.WithPaths("correct", c.name).WithPaths("right", RightValue+text))
		}
	}
	return offers
}

// plainFirst puts verdicts whose names say nothing else first.
func plainFirst(columns []*column) []*column {
	sorted := slices.Clone(columns)
	loaders.SortBy(sorted, func(c *column) int { return loaders.IfElse(c.role == correctWord && len(c.stem) == 0, 0, 1) })
	return sorted
}

func (d *roleDecider) mayJudge(c *column, golds []*column) bool {
	if slices.ContainsFunc(golds, func(g *column) bool { return (g.isClosed() || g.isOf("0", "1")) && c.countShared(g) > 1 }) {
		return false
	}
	isCompared := d.hasColumn(func(o *column) bool { // or cut
		return o.fractions > 0 && (strings.HasSuffix(o.name, "_"+c.name) || strings.HasPrefix(c.name, o.name+"_"))
	})
	isNumbered := d.hasColumn(func(o *column) bool { return o != c && areNumberedAlike(o.name, c.name) }) // of several labels
	return !d.isNoVerdict(c) && !isNumbered && 2*c.filled >= len(d.rows) && (c.isUnnamedGrade() && !isCompared || c.successOf() != "")
}
