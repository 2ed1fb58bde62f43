package roles

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// checks has what a reading must pass for a table to open by itself. fails returns why it does not,
// "" if it does.
var checks = []struct {
	name  string
	fails func(r answerColumns) string
}{
	{"the column names are recognised", func(r answerColumns) string {
		switch {
		case r.correct != nil:
		case r.predicted.role == "" && len(r.columnsOfClasses()) < 2:
			return r.predicted.name + " is not named like a prediction"
		case r.gold.role == "" && !r.predicted.isNamedAfter(r.gold):
			return r.gold.name + " is not named like a correct answer"
		}
		return ""
	}},
	{"the column names are unambiguous", func(r answerColumns) string {
		p, g := r.predicted, r.gold
		if r.correct != nil || nameLists[p.list].told != "an output" || g.list <= 1 {
			return ""
		}
		if sharesClasses := g.isClosed() && p.numbers == 0 && p.countShared(g) > 1; sharesClasses {
			return ""
		}
		return fmt.Sprintf("%s and %s are ambiguous names", p.name, g.name)
	}},
	{"no answer is the first of several", func(r answerColumns) string {
		for _, c := range []*column{r.predicted, r.gold, r.correct} {
			if c == nil {
				continue
			}
			for at, sign := range c.name {
				if list := c.name[:at]; sign == '[' && countSeveral(r.rows, list) > 0 {
					return list + " has several elements in some rows"
				}
			}
		}
		return ""
	}},
	{"the additional correct answers aren't options", func(r answerColumns) string {
		if r.further == nil || r.correct != nil {
			return ""
		}
		lengths := loaders.Map(r.rows, func(row rows.Row) int { return len(rows.GoldAnswers(row.ValueAt(r.further.name))) })
		isAlike := slices.Min(lengths) == slices.Max(lengths) && lengths[0] > 1
		return loaders.IfElse(isAlike, r.further.name+" may hold options instead of further correct answers", "")
	}},
	{"no other column has the correct answers' classes", func(r answerColumns) string {
		if rival := r.rival(); rival != nil {
			return fmt.Sprintf("%s, unlike %s, has the same values as %s", rival.name, r.predicted.name, r.gold.name)
		}
		return ""
	}},
	{"the answers are comparable", func(r answerColumns) string {
		if r.rule == rules.Set {
			return r.why
		}
		if r.rule == rules.None && (r.predicted.isClosed() || r.gold.isClosed()) {
			return fmt.Sprintf("%s cannot be compared with %s: %s", r.predicted.name, r.gold.name, r.why)
		}
		return ""
	}},
	{"more than half of the rows have a correct answer", func(r answerColumns) string {
		if r.correct != nil {
			return ""
		}
		paths := r.withFallbacks(r.gold, "gold")
		n := loaders.CountFunc(r.rows, func(row rows.Row) bool {
			return slices.ContainsFunc(paths, func(path string) bool { return row.ValueAt(path) != nil && row.ValueAt(path) != "" })
		})
		if 2*n > len(r.rows) {
			return ""
		}
		return fmt.Sprintf("%s is empty in %d of %d rows checked", r.gold.name, len(r.rows)-n, len(r.rows))
	}},
	{"no other column is a verdict", func(r answerColumns) string {
		if graded := r.gradings()[0].correct; graded != r.correct {
			return graded.name + " may say whether an answer is right"
		}
		if r.correct == nil && r.gold.mayJudge(r.predicted) {
			return r.gold.name + " may be the correct answer, or say whether the answer is right"
		}
		return ""
	}},
	{"every verdict is understood", func(r answerColumns) string {
		if c := r.correct; c != nil && !c.areVerdicts() {
			return c.name + " is neither right nor wrong in some rows"
		}
		unread := r.findColumn(func(c *column) bool {
			isNamed := c.role == "correct" && c.list == 0 || c.role == "gold" && c.list == underVerdict && c != r.gold
			isOfTwo := isNamed && r.correct == nil && len(c.times) == 2 && c.numbers == 0
			return isOfTwo && !c.areVerdicts() && c.successOf() == "" && !c.sharesValues(r.gold)
		})
		if unread == nil {
			return ""
		}
		return fmt.Sprintf("%s may say whether an answer is right (%s)", unread.name, strings.Join(loaders.SortedKeys(unread.times), " or "))
	}},
	{"no answer is right only as a number", answerColumns.doubtNumbers},
	{"the correct answers aren't ten annotators' answers", func(r answerColumns) string {
		if r.correct != nil || !r.gold.isOfTen() {
			return ""
		}
		return r.gold.name + " has ten answers, as of VQA's annotators, whose accuracy counts how many agree"
	}},
	{"no column states a tolerance", func(r answerColumns) string {
		return loaders.IfElse(r.hasTolerance(), "the file states tolerances, but no rule uses them", "")
	}},
	{"no other rule finds more right answers", func(r answerColumns) string {
		return loaders.IfElse(r.why == anotherRule, r.why, "")
	}},
	{"the answers aren't sentences", func(r answerColumns) string {
		isWhole := r.correct == nil && r.rule == r.base && r.predicted.isProse() && r.gold.isProse()
		return loaders.IfElse(isWhole && !r.predicted.isClosed(), "answers that are sentences are rarely judged by exact match", "")
	}},
	{"at least one answer is right", func(r answerColumns) string {
		if r.rule != r.base {
			return ""
		}
		both, equal := r.countBy(r.base)
		others := append(r.candidatesFor("predicted"), r.columnsOfClasses()...)
		isSystem := len(r.predicted.stem) > 0 && slices.ContainsFunc(others, func(other *column) bool {
			_, right := r.newReading(other, r.gold).countBy(r.base)
			return len(other.stem) > 0 && right > 0
		})
		if equal > 0 || both < fewestNumbers || isSystem {
			return ""
		}
		return fmt.Sprintf("%s never equals %s in %d rows checked", r.predicted.name, r.gold.name, both)
	}},
	{"the verdict varies between rows", func(r answerColumns) string {
		c := r.correct
		if c != nil && c.times["1"] > 0 && len(c.times) == 1 && c.filled < len(r.rows) {
			return c.name + " is 1 or empty, and empty may mean wrong"
		}
		if c == nil || !c.isMonotonous() {
			return ""
		}
		return fmt.Sprintf("%s is %s in every row checked, so it might not be a verdict", c.name,
			loaders.SortedKeys(c.times)[0])
	}},
	{"the verdict never marks a matching answer wrong", func(r answerColumns) string {
		if r.correct == nil || r.gold == nil || r.predicted.name == "" || r.gold.lists > 0 {
			return ""
		}
		verdicts := r.verdictsIn(r.correct)
		for i, outcome := range r.outcomesBy(rules.Equal) {
			if outcome == loaders.Right && verdicts[i] == loaders.Wrong {
				return fmt.Sprintf("%s marks answers wrong although they equal %s", r.correct.name, r.gold.name)
			}
		}
		return ""
	}},
}

func (r answerColumns) listChecks() (list []ReadingCheck) {
	for _, c := range checks {
		list = append(list, ReadingCheck{c.name, c.fails(r)})
	}
	return list
}

func (r answerColumns) passes() bool { return r.firstFailure() == "" }

func (r answerColumns) firstFailure() string {
	for _, c := range checks {
		if reason := c.fails(r); reason != "" {
			return reason
		}
	}
	return ""
}

// isFault reports whether a column says that something happened besides the answer.
func (c *column) isFault() bool {
	return hasWord(c.words, "cache", "cached", "error", "exceeded") || strings.HasSuffix(foldName(c.name), "issue")
}

func (c *column) isStatus() bool { return hasWord(statusWords, c.words[max(len(c.words)-1, 0):]...) }

// isNoVerdict reports whether a column is a status of the transport or of reading a reply, or belongs to a correct answer.
func (d *roleDecider) isNoVerdict(c *column) bool {
	parent, _, inside := strings.Cut(c.name, ".")
	if c.isFault() || inside && namingOf(parent).role == "gold" {
		return true
	}
	if !c.isStatus() {
		return false
	}
	within := c.name[:strings.LastIndexByte(c.name, '.')+1]
	return c.hasWord(readingWords) || d.hasColumn(func(other *column) bool {
		rest, same := strings.CutPrefix(other.name, within)
		isBeside := same && other != c && other.filled > 0 && !strings.Contains(rest, ".")
		return isBeside && hasWord(transportWords, wordsOf(rest)...)
	})
}

// isGrade leaves out whether all models or judges agree.
func (c *column) isGrade() bool {
	areAgreeing := hasWord(c.words, "agree") && (hasWord(c.words, "all") || c.hasWord(annotatorWords))
	isOfMany := hasWord(c.words, "rate", "std", "mean", "avg", "average", "id", "repetition")
	isOther := c.hasWord(confidenceWords) || hasWord(c.words, "omitted", "failed", "missing")
	return c.hasWord(gradeWords) && !isOther && !areAgreeing && !isOfMany && (c.isVaried() || c.successOf() != "")
}

// areMostlyVerdicts reports whether half of the values are verdicts, right ones and wrong ones, and no word stands
// for right.
func (c *column) areMostlyVerdicts() bool {
	has := map[loaders.Verdict]bool{}
	for text := range c.times {
		verdict, known := VerdictOf(text, c.isSigned())
		has[verdict] = has[verdict] || known
	}
	return c.successOf() == "" && c.hasVerdicts(5) && has[loaders.Right] && has[loaders.Wrong]
}

func (c *column) isVaried() bool { return len(c.times) > 1 && c.areVerdicts() }

// doubtNumbers says that answers are equal as numbers and not as texts where most correct answers aren't numbers; "" if
// none are.
func (r answerColumns) doubtNumbers() string {
	isOther := r.correct != nil || r.rule != rules.Equal || 2*r.gold.numbers >= r.gold.filled
	if isOther || r.predicted.matchesTruths(r.gold) {
		return ""
	}
	n, exact := 0, r.outcomesBy(rules.Exact)
	for i, outcome := range r.outcomesBy(rules.Equal) {
		n += loaders.IfElse(outcome != exact[i], 1, 0)
	}
	return loaders.IfElse(n == 0, "",
		loaders.Count(n, "answer")+" would be right as numbers but not as text, and most correct answers aren't numbers")
}

func (r answerColumns) hasTolerance() bool {
	return r.correct == nil && r.gold.numbers > 0 && r.hasColumn(func(c *column) bool {
		return hasWord(c.words, "tolerance", "atol", "rtol")
	})
}

func (r answerColumns) isGraded(c *column) bool {
	isAnswer := c == r.gold || c.role == "predicted" || c.role == "gold" && c.list == 1
	switch isTicked := c.hasWord(judgingWords) && c.successOf() != "" && !c.hasClassesOf(r.gold); {
	case isAnswer || c.isFault() || c.isStatus() && c.hasWord(readingWords):
		return false
	case isTicked:
		return true
	}
	mayJudge := c.isGrade() || c.isOutspoken() || r.flagOf(c) != ""
	return mayJudge && !r.isRestatedBy(c)
}

// isMereFlag reports whether only values, and no name, say that a column may be a verdict.
func (c *column) isMereFlag() bool { return !c.isGrade() && !c.isOutspoken() && c.successOf() == "" }

const mostGradings = 3

// gradings returns the reading with each column that may say whether an answer is right, people's first; or else as it is.
func (r answerColumns) gradings() (list []answerColumns) {
	if r.correct != nil {
		return []answerColumns{r}
	}
	grades := loaders.Filter(r.columns, r.isGraded)
	loaders.SortBy(grades, func(c *column) int { return loaders.IfElse(c.hasWord(peopleWords), 0, 1) })
	for _, r.correct = range grades[:min(len(grades), mostGradings)] {
		list = append(list, r)
	}
	return loaders.IfElse(list != nil, list, []answerColumns{r})
}

// mayJudge reports whether a column of correct answers has a verdict's name, and verdicts, like the predictions.
func (c *column) mayJudge(predictions *column) bool {
	return c.list == underVerdict && c.areVerdicts() && predictions.areVerdicts()
}

// isRestatedBy reports whether a column only repeats predictions, whether they equal the correct answer, or that in
// another code.
func (r answerColumns) isRestatedBy(c *column) bool {
	if c.sharesValues(r.predicted) || r.repeatsEquality(c) {
		return true
	}
	pairs := len(namesIn(r.rows, []string{c.name, r.gold.name}))
	return strings.HasPrefix(foldName(c.name), foldName(r.gold.name)) && pairs == len(c.times) && pairs == len(r.gold.times)
}

// countAgreeing returns in how many rows two columns with the same few values are equal; 0 for others, or if they
// always are.
func (r answerColumns) countAgreeing() int {
	p, g := r.predicted, r.gold
	shared := g.countShared(p)
	if p == g || shared < 2 || !g.isFew() || !p.isFew() || areNumberedAlike(p.name, g.name) {
		return 0
	}
	isAttribute := hasWord(slices.Concat(attributeWords, transportWords, repeatWords, placeWords), slices.Concat(g.words, p.words)...)
	repeats := max(fewestNumbers, len(g.times), len(p.times)) <= min(g.filled, p.filled)/2
	isNamed := p.role != "" && (p.numbers == 0 || hasWord(headWords, g.words...))
	if !repeats || isAttribute && !(isNamed && len(p.times) == len(g.times) && shared == len(p.times)) {
		return 0
	}
	both, equal := r.countBy(rules.Equal)
	return loaders.IfElse(equal < both, equal, 0)
}

// areNumberedAlike reports whether two columns are of several annotators or systems, like winner1 and winner2. V1 and V2
// aren't names.
func areNumberedAlike(a, b string) bool {
	stem := strings.TrimRight(a, "0123456789")
	return len(stem) > 3 && stem != rows.Unnamed && stem == strings.TrimRight(b, "0123456789")
}

func (c *column) isUnnamedGrade() bool {
	isWithin := strings.Contains(c.name, ".") && c.isVaried() && !c.hasWord(attributeWords) // of metrics by name
	return c.role == "" && (c.isGrade() || isWithin) && !c.hasWord(faultWords)
}

// isShare reports whether the column has partial credit. Probabilities are rarely both 0 and 1.
func (c *column) isShare() bool {
	none, all := c.times["0"], c.times["1"]
	isNamed := c.role == "correct" || c.hasWord(gradeWords) && !c.hasWord(faultWords) && !c.hasWord(goldWords)
	return isNamed && c.fractions > 0 && c.unit == c.filled && min(none, all) > 0 && 4*(none+all) >= c.filled
}
