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
		case r.gold.role == "" && !r.isNamedAfter():
			return r.gold.name + " is not named like a correct answer"
		}
		return ""
	}},
	{"the column names are unambiguous", func(r answerColumns) string {
		p, g := r.predicted, r.gold
		if r.correct != nil || nameLists[p.list].told != "an output" || g.list <= 1 {
			return ""
		}
		if sharesClasses := g.isClosed() && p.numbers == 0 && p.countShared(g.columnProfile) > 1; sharesClasses {
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
	{"the further answers aren't options", func(r answerColumns) string {
		if r.further == nil || r.correct != nil {
			return ""
		}
		lengths := loaders.Map(r.rows, func(row rows.Row) int { return len(rows.GoldAnswers(row.ValueAt(r.further.name))) })
		isAlike := slices.Min(lengths) == slices.Max(lengths) && lengths[0] > 1
		return loaders.IfElse(isAlike, r.further.name+" may hold options instead of further correct answers", "")
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
		if graded := r.asGraded().correct; graded != r.correct {
			return graded.name + " may say whether an answer is right"
		}
		return ""
	}},
	{"no other rule finds more right answers", func(r answerColumns) string {
		return loaders.IfElse(r.why == anotherRule && r.rule != rules.None, r.why, "")
	}},
	{"the answers aren't sentences", func(r answerColumns) string {
		isWhole := r.correct == nil && r.rule == r.base && r.predicted.isProse() && r.gold.isProse()
		return loaders.IfElse(isWhole && !r.predicted.isClosed(), "answers that are sentences are rarely compared as a whole", "")
	}},
	{"at least one answer is right", func(r answerColumns) string {
		if r.rule != r.base {
			return ""
		}
		both, equal := r.countBy(r.base, r.predicted, r.gold)
		others := append(r.candidatesFor("predicted"), r.columnsOfClasses()...)
		isSystem := len(r.predicted.stem) > 0 && slices.ContainsFunc(others, func(other *column) bool {
			_, right := r.countBy(r.base, other, r.gold)
			return len(other.stem) > 0 && right > 0
		})
		if equal > 0 || both < fewestNumbers || isSystem {
			return ""
		}
		return fmt.Sprintf("%s never equals %s in %d rows checked", r.predicted.name, r.gold.name, both)
	}},
	{"the verdict varies between rows", func(r answerColumns) string {
		c := r.correct
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
		for i, outcome := range r.outcomesOf(r.predicted, r.gold, rules.Equal) {
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

// isNoVerdict reports whether a column is a status of the transport, or belongs to a correct answer.
func (d *roleDecider) isNoVerdict(c *column) bool {
	parent, _, inside := strings.Cut(c.name, ".")
	if hasWord(c.words, "cache", "cached") || inside && namingOf(parent).role == "gold" {
		return true
	}
	within := c.name[:strings.LastIndexByte(c.name, '.')+1]
	return hasWord(statusWords, c.words[max(len(c.words)-1, 0):]...) && slices.ContainsFunc(d.columns, func(other *column) bool {
		rest, same := strings.CutPrefix(other.name, within)
		return same && other != c && !strings.Contains(rest, ".") && hasWord(transportWords, wordsOf(rest)...)
	})
}

func (c *column) isGrade() bool {
	return c.hasWord(gradeWords) && (c.isVaried() || c.successOf() != "")
}

func (c *column) isVaried() bool { return len(c.times) > 1 && c.areVerdicts() }

func (r answerColumns) isGraded(c *column) bool {
	isAnswer := c == r.gold || c.role == "predicted" || c.role == "gold" && c.list == 1
	isTicked := c.hasWord(judgingWords) && c.successOf() != ""
	return !isAnswer && (isTicked || (c.isGrade() || r.flagOf(c) != "") && !c.sharesValues(r.predicted.columnProfile) &&
		!r.repeatsEquality(c) && !r.encodesGold(c))
}

func (r answerColumns) asGraded() answerColumns {
	if at := slices.IndexFunc(r.columns, func(c *column) bool { return r.correct == nil && r.isGraded(c) }); at >= 0 {
		r.correct = r.columns[at]
	}
	return r
}

func (r answerColumns) encodesGold(c *column) bool {
	pairs := len(namesIn(r.rows, []string{c.name, r.gold.name}))
	return strings.HasPrefix(foldName(c.name), foldName(r.gold.name)) && pairs == len(c.times) && pairs == len(r.gold.times)
}
