package tabular

import (
	"faithscope/loaders"
	"faithscope/scoring/rules"
)

// complete adds to a person's map how answers are judged, where it does not say
// it.
func (d *deciding) complete(by Decision) Decision {
	by.Signed = d.signed(by.Map.paths("correct"))
	predicted, gold := by.Map.paths("predicted"), by.Map.paths("gold")
	if predicted == nil || gold == nil || by.Map.paths("correct") != nil || by.Map.paths("right") != nil {
		return by
	}
	if asked := by.Map.paths("question"); asked != nil {
		d.question = d.read(asked[0])
	}
	rule, why := d.judge(d.read(predicted[0]), d.read(gold[0]))
	by.Map, by.Why = by.Map.with("right", rule), why
	return by
}

// judge decides by the values of a prediction and a gold answer how the one is
// judged by the other, and says why not at all.
func (d *deciding) judge(predicted, gold *column) (rule, why string) {
	p, g := predicted.profile, gold.profile
	both, equal := d.countEqual(predicted, gold)
	switch {
	case g.isSolved() && !p.isSolved():
		return rules.Number, ""
	case isHypothesis(predicted):
		return rules.None, "a hypothesis is seldom the reference to the letter"
	case d.isIndexed(predicted, gold):
		return rules.Greatest, ""
	case isProbable(predicted.words) && p.isLikely(g):
		return rules.Half, ""
	case d.measures(p, g, both, equal):
		return rules.Error, "both are measurements"
	case p.lists > 0 && g.lists > 0:
		return rules.None, "both are lists"
	case p.lists > 0 && 2*p.repeated < p.lists:
		return rules.None, "the lists hardly repeat a value: they may be rankings, and not samples"
	case p.lists > 0:
		return rules.Majority, ""
	}
	if why = p.unlike(g, both, equal); why != "" {
		return rules.None, why
	}
	return rules.Equal, ""
}

// unlike says why it says nothing how many predictions equal gold answers, of the rows with
// both; "" if it does.
func (p *profile) unlike(g *profile, both, equal int) string {
	closed := p.isClosed() || g.isClosed()
	prose := loaders.CountFunc([]*profile{p, g}, (*profile).isProse)
	switch {
	case (closed || equal == 0) && p.isMeasured() != g.isMeasured():
		return "the one is a measurement, the other a class"
	case prose > 0 && 5*equal < both || prose > 1 && 2*equal < both:
		return "the answers are prose, in which right answers differ as well"
	case closed && equal == 0 && !p.shares(g):
		return "they share no value"
	case p.isPair() && g.isPair() && p.shared(g) == 1:
		return "they share only one of two values"
	}
	return ""
}

// measures reports whether the values are measurements: numbers with fractions, or
// many that are hardly ever equal in the rows with both. Whole numbers that answer
// questions are equal more rarely.
func (d *deciding) measures(p, g *profile, both, equal int) bool {
	if both == 0 || p.numbers < p.filled || g.numbers < g.filled {
		return false
	}
	few := 5
	if q := d.question; q != nil && q.spaced > 4*q.filled {
		few = 20
	}
	if p.isMeasured() && len(g.times) > 2 || g.isMeasured() && p.hasMany() {
		return 2*equal < both
	}
	return both >= fewestNumbers && few*equal < both && p.hasMany() && g.hasMany()
}

// signed are those of some columns in which -1 occurs.
func (d *deciding) signed(names []string) []string {
	return loaders.Filter(names, func(name string) bool { return d.read(name).isSigned() })
}
