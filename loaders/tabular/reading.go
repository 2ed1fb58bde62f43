package tabular

import (
	"maps"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// reading is a way to read a table: the columns with the roles of an answer, nil for none.
type reading struct {
	*deciding
	predicted, gold, correct *column
	rule, why                string // how the prediction is judged by the gold answer
}

// isPlain reports whether the names of the prediction and the gold answer say nothing else.
func (r reading) isPlain() bool {
	return len(r.predicted.stem) == 0 && len(r.gold.stem) == 0 && r.predicted.role != ""
}

// columnsOfClasses returns the columns without a role that have exactly the classes of a gold
// answer, unless people gave them.
func (d *deciding) columnsOfClasses() (list []*column) {
	for _, g := range onFirstList(d.candidatesFor("gold")) {
		for _, c := range d.columns {
			hasClasses := slices.Equal(slices.Sorted(maps.Keys(c.times)), slices.Sorted(maps.Keys(g.times)))
			if c.role == "" && g.isClosed() && len(g.times) > 1 && hasClasses && !c.hasWord(annotatorWords) {
				c.stem = c.words
				list = append(list, c)
			}
		}
	}
	return list
}

// ownColumn returns the column that tells the reading from others like it: the verdict or, without
// one, the prediction.
func (r reading) ownColumn() *column {
	if r.correct != nil {
		return r.correct
	}
	return r.predicted
}

// rowVerdicts returns the verdict on each row: that of the column of verdicts, or whether the
// prediction equals the gold answer.
func (r reading) rowVerdicts() []loaders.Verdict {
	if r.correct != nil {
		return r.verdictsIn(r.correct)
	}
	return r.outcomesOf(r.predicted, r.gold, r.rule)
}

// fillMap returns m with the columns of the reading: the gold answer and the verdict or, without
// one, the rule, and the prediction. Gold, and a prediction beside a verdict, have other columns
// behind them that stand in for them in rows without.
func (r reading) fillMap(m Map) Map {
	if r.gold != nil {
		m = m.withPaths("gold", r.withFallbacks(r.gold, "gold")...)
	}
	switch {
	case r.correct == nil:
		return m.withPaths("predicted", r.predicted.name).withPaths("right", r.rule)
	case r.predicted.name != "":
		m = m.withPaths("predicted", r.withFallbacks(r.predicted, "predicted")...)
	}
	return m.withPaths("correct", r.correct.name)
}

// comparesAnswers reports whether a column of verdicts nowhere contradicts equality of a prediction
// and a gold answer.
func (d *deciding) comparesAnswers(verdict, predicted, gold *column) bool {
	return !verdictsDisagree(d.verdictsIn(verdict), d.outcomesOf(predicted, gold, rules.Equal))
}

// verdictsIn returns the verdict in a column for each row, Unknown for none.
func (d *deciding) verdictsIn(c *column) []loaders.Verdict {
	return loaders.Map(d.rows, func(r row) loaders.Verdict {
		said, _ := verdictOf(r.valueAt(c.name), c.isSigned())
		return said
	})
}

// outcomesOf returns for each row whether the prediction, as the rule chooses it, equals a gold
// answer; Unknown where either is missing.
func (d *deciding) outcomesOf(predicted, gold *column, rule string) []loaders.Verdict {
	truths := predicted.matchesTruths(gold.profile)
	return loaders.Map(d.rows, func(r row) loaders.Verdict { return r.outcomeOf(predicted.name, gold.name, rule, truths) })
}

// verdictsDisagree reports whether in any row the two verdicts are known and differ. The lists are
// of one length.
func verdictsDisagree(a, b []loaders.Verdict) bool {
	for i, said := range a {
		if said != b[i] && said != loaders.Unknown && b[i] != loaders.Unknown {
			return true
		}
	}
	return false
}

// countEqual returns the number of rows with a prediction and a gold answer, and of those in which
// they are equal.
func (d *deciding) countEqual(predicted, gold *column) (both, equal int) {
	for _, outcome := range d.outcomesOf(predicted, gold, rules.Equal) {
		if outcome != loaders.Unknown {
			both++
		}
		if outcome == loaders.Right {
			equal++
		}
	}
	return both, equal
}

// isNamedAfter reports whether the prediction has the gold column's name, and the words that make it
// a prediction.
func (r reading) isNamedAfter() bool {
	rest := loaders.Filter(r.predicted.words, func(word string) bool { return !hasWord(predictedWords, word) })
	return len(rest) > 0 && len(rest) < len(r.predicted.words) && slices.Equal(rest, r.gold.words)
}
