package tabular

import (
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// listReadings returns the ways to read a table, one per column that is named as a prediction, each
// with the gold answer that fits it best, the best first; nil for none. If none is named so, those
// named as gold, likelihoods or hypotheses, and patterns of likelihoods, may be predictions if
// enough speaks for it. Work such as code is one only beside a verdict. verdict, if not nil, is
// each reading's verdict.
func (d *deciding) listReadings(verdict *column) (list []reading) {
	named := loaders.Filter(d.candidatesFor("predicted"), func(c *column) bool { return c.weight > scarcely || verdict != nil })
	if len(named) == 0 {
		named = append(loaders.Filter(d.columns, func(c *column) bool {
			return c.role == "gold" || isLikelihood(c.words) || isHypothesis(c)
		}), d.patternColumns()...)
	}
	for _, p := range named {
		if p.role == "" {
			p.stem = stemOf(p.words, answerWords)
		}
		r := d.findGold(reading{deciding: d, predicted: p, correct: verdict})
		if r.sum = r.weighReasons("predicted", p); r.sum >= least || p.role == "predicted" {
			list = append(list, r)
		}
	}
	loaders.SortBy(list, func(r reading) int { return -r.sum })
	return list
}

// patternColumns returns a column for each prefix of names that says a likelihood, as prob_* for
// prob_yes and prob_no, each once.
func (d *deciding) patternColumns() (list []*column) {
	var names []string
	for _, c := range d.columns {
		for i, sign := range c.name {
			if strings.ContainsRune("_- ", sign) && isLikelihood(wordsOf(c.name[:i])) {
				names = append(names, c.name[:i+1]+"*")
				break
			}
		}
	}
	return loaders.Map(loaders.Distinct(names), d.columnAt)
}

// findGold returns the reading with the gold answer that fits its prediction best, by name and
// values, the first of equals, and with the rule that judges them. rival is the first other one
// that fits as well, or nearly so under a verdict's name, and makes other answers right. Without a
// gold answer that has enough reasons it returns r.
func (d *deciding) findGold(r reading) reading {
	most := 0
	for _, g := range append(d.candidatesFor("gold"), d.columns...) {
		if g == r.predicted || !r.predicted.isWithin(g.naming) {
			continue
		}
		sum := r.weighReasons("gold", g)
		isRival := sum == most || sum > most-4 && g.weight == unlikely
		switch {
		case sum < least:
		case sum > most:
			r.gold, r.rival, most = g, nil, sum
		case isRival && r.rival == nil &&
			verdictsDisagree(d.outcomesOf(r.predicted, r.gold, rules.Equal), d.outcomesOf(r.predicted, g, rules.Equal)):
			r.rival = g
		}
	}
	if r.gold != nil {
		r.rule, r.why = d.judgeBy(r.predicted, r.gold)
	}
	return r
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
