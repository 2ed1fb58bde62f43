package tabular

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// reading is a way to read a table: the columns with the roles of an answer, nil for none.
type reading struct {
	*deciding
	predicted, gold, correct *column
	rival                    *column // a gold answer that fits as well and differs
	rule, why                string  // how the prediction is judged by the gold answer
	sum                      int     // of the weights of what speaks for the prediction
}

// reasons say by what stands in a column, or beside it, that it has a role; names say the rest.
// What has fewer reasons than [least] has none.
var reasons = []struct {
	role, told string
	weight     int
	holds      func(r reading, c *column) bool
}{
	{"predicted", "stands beside the verdict", 200, reading.isBesideVerdict},
	{"predicted", "stands beside the answer that is expected", least, reading.isAnswerBeside},
	{"predicted", "is a hypothesis beside its reference", least, func(r reading, c *column) bool {
		return r.gold != nil && isHypothesis(c) && r.gold.hasWord(referenceWords)
	}},
	{"predicted", "has the number by which a class is chosen", least, func(r reading, c *column) bool {
		return isLikelihood(c.words) && (r.rule == rules.Greatest || r.rule == rules.Half)
	}},
	{"predicted", "was read from a reply", 8, func(r reading, c *column) bool {
		return c.hasWord(parsedWords) && (r.isJudged(c) || c.lists > 0)
	}},
	{"predicted", "can be compared with the gold answers", 4, reading.isJudged},
	{"predicted", "its name says nothing else", 2, isPlain},
	{"predicted", "its name is not of a form of an answer, or a try", 1, func(_ reading, c *column) bool { return !c.isVariant() }},
	{"gold", "has the prediction's name, without what makes it one", surely, reading.isNamesake},
	{"gold", "alone has the prediction's values", unlikely, reading.isAlike},
	{"gold", "its name tells the same task", 8, func(r reading, c *column) bool { return slices.Equal(c.stem, r.predicted.stem) }},
	{"gold", "shares values with the prediction", 4, func(r reading, c *column) bool { return c.sharesValues(r.predicted.profile) }},
	{"correct", "has words that are verdicts", least, func(r reading, c *column) bool {
		return c.role != "predicted" && c.isOutspoken() && len(r.candidatesFor("correct")) == 0
	}},
	{"correct", "has values that are not verdicts", -100, func(_ reading, c *column) bool { return !c.areVerdicts() }},
	{"correct", "has the values of predictions", -50, func(r reading, c *column) bool {
		predicted := r.candidatesFor("predicted")
		return slices.ContainsFunc(predicted, func(p *column) bool { return p.sharesValues(c.profile) }) && !hasWord(c.words, "is", "was") &&
			!slices.ContainsFunc(predicted, func(p *column) bool {
				return slices.ContainsFunc(r.candidatesFor("gold"), func(g *column) bool { return r.comparesAnswers(c, p, g) })
			})
	}},
	{"correct", "says whether a request was answered", -1000, reading.isTransport},
	{"correct", "its name says nothing else", 2, isPlain},
	{"correct", "is called correct", 1, func(r reading, c *column) bool {
		return isPlain(r, c) &&
			strings.Contains(foldName(c.name), "correct")
	}},
	{"model", "names a few models", least, func(_ reading, c *column) bool {
		return c.role == "" && c.hasWord(modelWords) && len(stemOf(c.words, modelWords, ofModels)) == 0 && c.isFew() && c.numbers < c.filled
	}},
	{"way", "says how examples were asked", least, beginsWith(wayWords)},
	{"try", "numbers tries", least, beginsWith(tryWords)},
	{"tokens", "has a word in each row", least, func(_ reading, c *column) bool {
		return c.hasWord(wordWords) && len(stemOf(c.words, wordWords)) == 0 && c.lists == 0 && c.spaced <= 2*c.filled && c.numbers < c.filled
	}},
	{"attribution", "has numbers that an explainer gives", least, func(_ reading, c *column) bool {
		return c.hasWord(shareWords) && c.numbers == c.filled && c.fractions > 0
	}},
}

// weighReasons returns the sum of the weights that speak for a column to have a role: its name's,
// unless its values are names of files, and those of [reasons] that hold, in their order. One below
// [least] counts only if the sum is not 0 before it.
func (r reading) weighReasons(role string, c *column) (sum int) {
	if c.role == role && c.filled > c.files {
		sum = c.weight
	}
	for _, by := range reasons {
		isCounted := sum != 0 || by.weight >= least
		if isCounted && by.role == role && by.holds(r, c) {
			sum += by.weight
		}
	}
	return sum
}

// columnsHaving returns the columns for which enough reasons speak to have a role, without regard
// to the others' roles.
func (d *deciding) columnsHaving(role string) []*column {
	return loaders.Filter(d.columns, func(c *column) bool { return reading{deciding: d}.weighReasons(role, c) >= least })
}

// beginsWith returns a function that reports whether a column has no other role, a name of one or
// two words of which the first is on a list, and a few different values.
func beginsWith(list []string) func(r reading, c *column) bool {
	return func(_ reading, c *column) bool {
		return c.role == "" && len(c.words) < 3 && hasWord(list, c.words[:min(1, len(c.words))]...) && c.isFew()
	}
}

// isPlain reports whether a column's name says nothing besides its role.
func isPlain(_ reading, c *column) bool { return len(c.stem) == 0 }

// isJudged reports whether the reading has a gold answer and a rule that judges by it; the column
// does not matter.
func (r reading) isJudged(*column) bool { return r.gold != nil && r.rule != rules.None }

// isBesideVerdict reports whether a column is named as a prediction of the same task or model as
// the reading's verdict.
func (r reading) isBesideVerdict(c *column) bool {
	return r.correct != nil && c.role == "predicted" && slices.Equal(c.stem, r.correct.stem)
}

// isAnswerBeside reports whether a column with the name of a gold answer stands beside one that is
// expressly gold: "actual" beside "expected", "answer" beside "ground truth". They must differ in
// some row, and agree in some unless one is prose: otherwise it is a copy or something else.
func (r reading) isAnswerBeside(p *column) bool {
	g := r.gold
	if g == nil || g.weight < surely || p.role != "gold" {
		return false
	}
	isAnswer := p.weight == partly && hasWord(p.words, "answer") || hasWord(p.words, "actual") && hasWord(g.words, "expected")
	if !isAnswer {
		return false
	}
	both, equal := r.countEqual(p, g)
	return equal < both && (equal > 0 || p.isProse() || g.isProse())
}

// isNamesake reports whether a column without a role has the name of the prediction without the
// words that make it one: "price" beside "predicted price".
func (r reading) isNamesake(g *column) bool {
	own := g.words
	return g.role == "" && len(own) > 0 && len(own) < len(r.predicted.words) && g.structs == 0 &&
		slices.Equal(loaders.Filter(r.predicted.words, func(word string) bool { return !hasWord(predictedWords, word) }), own)
}

// isAlike reports whether a column is the only one with the values of the prediction, both of
// closed vocabularies, where no column is named as gold and the prediction is the first named so.
func (r reading) isAlike(c *column) bool {
	p := r.predicted
	return len(c.times) > 1 && (c.role == "" || c.weight == maybe || c.weight == perhaps) && c.isClosed() && c.sharesValues(p.profile) &&
		p.isClosed() && p.numbers == 0 && len(r.candidatesFor("gold")) == 0 && slices.Index(r.candidatesFor("predicted"), p) == 0 &&
		loaders.CountFunc(r.columns, func(o *column) bool { return o != p && o.isClosed() && o.sharesValues(p.profile) }) == 1
}

// isTransport reports whether a column says whether a request was answered, and not how well: its
// name ends as that of a status, and beside it are columns of errors, times or requests.
func (r reading) isTransport(c *column) bool {
	within := c.name[:strings.LastIndexByte(c.name, '.')+1]
	return hasWord(statusWords, c.words[max(len(c.words)-1, 0):]...) && slices.ContainsFunc(r.columns, func(other *column) bool {
		rest, same := strings.CutPrefix(other.name, within)
		return same && other != c && hasWord(transportWords, wordsOf(rest)...)
	})
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
	return loaders.Map(d.rows, func(r row) loaders.Verdict { return r.outcomeOf(predicted.name, gold.name, rule) })
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
