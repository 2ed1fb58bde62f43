package roles

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// listReadings returns a reading per verdict or else per pair of a prediction and a correct answer.
// Only the first list of names that makes a pair counts, because weaker names would only add doubt.
func (d *roleDecider) listReadings() (list []answerColumns) {
	verdicts, predicted := d.listVerdicts(), d.listPredictions()
	isUnowned := func(c *column) bool { return !ofModel(c.words) }
	verdicts = ownedVerdicts(verdicts, predicted)
	if len(verdicts) > 0 && (len(predicted) > 0 || !slices.ContainsFunc(verdicts, isUnowned)) {
		return loaders.Map(verdicts, d.besideVerdict)
	}
	predicted = slices.DeleteFunc(predicted, func(c *column) bool { return c.told == judgedWork })
	if len(predicted)+len(verdicts) == 0 {
		predicted = d.columnsOfClasses()
	}
	for i, p := range predicted {
		if i > 0 && p.list != predicted[i-1].list && slices.ContainsFunc(list, answerColumns.isSettled) {
			break
		}
		for _, g := range d.goldsFor(p) {
			r := d.newReading(p, g)
			if r.rule, r.why = r.judgeAsked(); r.rule == rules.Equal && r.findOtherRule().name != "" {
				r.why = anotherRule
			}
			list = append(list, r)
		}
	}
	plain := loaders.Filter(list, answerColumns.isPlain)
	if len(plain) > 0 && (slices.ContainsFunc(plain, answerColumns.isJudging) || !slices.ContainsFunc(list, answerColumns.isJudging)) {
		return plain
	}
	return list
}

// ownedVerdicts leaves out verdicts without a prediction of their own, if several systems have one.
func ownedVerdicts(verdicts, predicted []*column) []*column {
	owned := loaders.Filter(verdicts, func(c *column) bool {
		return len(c.stem) > 0 && slices.ContainsFunc(predicted, func(p *column) bool { return slices.Equal(p.stem, c.stem) })
	})
	return loaders.IfElse(len(owned) > 1, owned, verdicts)
}

func (r answerColumns) isSettled() bool {
	return r.gold.role != "" && (r.isPlain() && r.predicted.list == 0 && r.gold.list <= 1 || r.passes())
}

func (r answerColumns) isJudging() bool { return r.correct != nil || r.rule != rules.None }

// listVerdicts returns the columns of verdicts. Other columns with a verdict's name become gold
// answers if their values could be, because "correct" may name either.
func (d *roleDecider) listVerdicts() (list []*column) {
	named := d.candidatesFor("correct")
	for _, c := range named {
		hasAnswers := !c.hasWord(measuringWords) && c.unit < c.filled && len(c.stem) == 0 && c.successOf() == "" || c.areVerdicts()
		switch {
		case d.isVerdict(c):
			list = append(list, c)
		case hasAnswers && !d.isNoVerdict(c) && 2*c.filled >= len(d.rows):
			c.columnNameMeaning = columnNameMeaning{"gold", underVerdict, "an answer named like a verdict", c.stem}
		}
	}
	if len(named) == 0 {
		predicted := d.candidatesFor("predicted")
		list = loaders.Filter(d.columns, func(c *column) bool {
			isAnswer := func(p *column) bool { return p.sharesValues(c) }
			return c.role != "predicted" && c.isOutspoken() && !d.isNoVerdict(c) && !slices.ContainsFunc(predicted, isAnswer)
		})
	}
	loaders.SortBy(list, func(c *column) int { return min(1, len(c.stem)) })
	return onFirstList(list)
}

// isVerdict reports whether a column with a verdict's name has verdicts, at least in half of the values. If predictions have the
// same values, it must agree with equality, otherwise it may be the correct answer itself.
func (d *roleDecider) isVerdict(c *column) bool {
	if !c.areVerdicts() && !c.areMostlyVerdicts() || d.isNoVerdict(c) {
		return false
	}
	predicted, golds := d.candidatesFor("predicted"), d.candidatesFor("gold")
	isAlike := func(p *column) bool { return p.areVerdicts() && p.sharesValues(c) }
	return hasWord(c.words, "is", "was") || !slices.ContainsFunc(predicted, isAlike) ||
		slices.ContainsFunc(predicted, func(p *column) bool {
			return slices.ContainsFunc(golds, func(g *column) bool {
				return d.newReading(p, g).repeatsEquality(c)
			})
		})
}

func (d *roleDecider) besideVerdict(verdictColumn *column) answerColumns {
	p, g, list := &column{columnProfile: &columnProfile{}}, (*column)(nil), d.listPredictions()
	if own := loaders.Filter(list, func(c *column) bool { return slices.Equal(c.stem, verdictColumn.stem) }); len(own) > 0 {
		list = own
	}
	if len(list) > 0 {
		p = list[0]
	}
	if golds := append(d.goldsFor(p), onFirstList(d.candidatesFor("gold"))...); len(golds) > 0 {
		g = golds[0]
	}
	if g != nil && !p.sharesValues(g) { // another prediction may have its values
		if p = append(loaders.Filter(list, g.sharesValues), p)[0]; g.told == aClass && !g.sharesValues(p) {
			g = nil // what the question is about
		}
	}
	r := d.newReading(p, g)
	r.correct = verdictColumn
	return r
}

// goldsFor returns a sibling's for a system whose answers look unlike the correct ones.
func (d *roleDecider) goldsFor(p *column) []*column {
	own := func(p *column) []*column {
		named := loaders.Filter(d.candidatesFor("gold"), func(g *column) bool {
			return g != p && (!isHypothesis(p) || g.hasWord(referenceWords))
		})
		return p.goldsAmong(named, d.columns, func(g *column) bool {
			_, isOption := d.newReading(p, g).optionRules()
			return isOption
		})
	}
	golds := own(p)
	for _, sibling := range d.candidatesFor("predicted") {
		if isSystem := len(p.stem) > 0 && len(sibling.stem) > 0 && sibling.list == p.list; golds == nil && isSystem {
			golds = own(sibling)
		}
	}
	return golds
}

func (c *column) goldsAmong(named, columns []*column, isOption func(gold *column) bool) []*column {
	for _, list := range [][]*column{
		loaders.Filter(named, func(g *column) bool { return slices.Equal(g.stem, c.stem) }),
		loaders.Filter(columns, func(g *column) bool {
			isNumber := g.isOfNumbers() && len(g.times) == g.filled && 2*len(c.times) <= c.filled // of a row
			return g.role == "" && g.structs == 0 && c.isNamedAfter(g) && !isNumber
		}),
		loaders.Filter(named, func(g *column) bool {
			isAlike := 2*c.countShared(g) >= len(c.times) || c.isOpenNumber() && g.isOpenNumber()
			return g.isWithin(c.columnNameMeaning) && (isAlike || isOption(g))
		}),
		loaders.Filter(columns, func(g *column) bool {
			return len(named) == 0 && g != c && g.role == "" && c.sharesClasses(g)
		}),
	} {
		if len(list) > 0 {
			return onFirstList(list)
		}
	}
	return nil
}

// listPredictions returns the columns named as predictions, or else as gold beside one that is expressly gold: "actual"
// beside "expected". These must differ in some row, and agree in some unless one is prose, otherwise it is a copy or
// something else.
func (d *roleDecider) listPredictions() []*column {
	if named := d.candidatesFor("predicted"); len(named) > 0 {
		return named
	}
	golds := loaders.Filter(d.candidatesFor("gold"), func(g *column) bool { return g.list == 1 })
	return loaders.Filter(d.candidatesFor("gold"), func(p *column) bool {
		return slices.ContainsFunc(golds, func(g *column) bool {
			isAnswer := p.list > 1 && p.list != underVerdict && hasWord(p.words, "answer") ||
				hasWord(p.words, "actual") && hasWord(g.words, "expected")
			both, equal := d.newReading(p, g).countBy(rules.Equal)
			return p != g && isAnswer && (equal < both || p.filled < g.filled) && (equal > 0 || p.isProse() || g.isProse())
		})
	})
}
