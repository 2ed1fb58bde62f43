package tabular

import (
	"slices"

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
	rule, why := d.judge(predicted[0], gold[0])
	by.Map, by.Why = by.Map.with("right", rule), why
	return by
}

// compares reports whether a column says of each row whether a prediction equals
// a gold answer; a missing one does not.
func (d *deciding) compares(verdict, predicted, gold string) bool {
	return !slices.ContainsFunc(d.rows, func(r row) bool {
		said, known := verdictOf(r.at(verdict), d.profile(verdict).signed())
		equals := r.outcome(predicted, gold, rules.Equal) == loaders.Right
		return known && equals != (said == loaders.Right)
	})
}

// equal counts the rows with a prediction and a gold answer, and those in which
// they are equal.
func (d *deciding) equal(predicted, gold string) (both, equal int) {
	for _, r := range d.rows {
		switch r.outcome(predicted, gold, rules.Equal) {
		case loaders.Right:
			equal++
			both++
		case loaders.Wrong:
			both++
		}
	}
	return both, equal
}

// judge decides by the values of a prediction and a gold answer how the one is
// judged by the other, and says why not at all.
func (d *deciding) judge(predicted, gold string) (rule, why string) {
	p, g := d.profile(predicted), d.profile(gold)
	both, equal := d.equal(predicted, gold)
	switch {
	case g.solved() && !p.solved():
		return rules.Number, ""
	case hypothesis(predicted):
		return rules.None, "a hypothesis is seldom the reference to the letter"
	case d.indexed(predicted, gold):
		return rules.Greatest, ""
	case probable(predicted) && p.likely() && g.binary():
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
	closed := p.closed() || g.closed()
	prose := loaders.CountFunc([]*profile{p, g}, (*profile).prose)
	switch {
	case (closed || equal == 0) && p.measured() != g.measured():
		return "the one is a measurement, the other a class"
	case prose > 0 && 5*equal < both || prose > 1 && 2*equal < both:
		return "the answers are prose, in which right answers differ as well"
	case closed && equal == 0 && !p.shares(g):
		return "they share no value"
	case p.pair() && g.pair() && p.shared(g) == 1:
		return "they share only one of two values"
	}
	return ""
}

// pair reports whether the values are two of a closed vocabulary.
func (p *profile) pair() bool { return p.closed() && len(p.times) == 2 }

// measures reports whether the values are measurements: numbers with fractions, or
// many that are hardly ever equal in the rows with both. Whole numbers that answer
// questions are equal more rarely.
func (d *deciding) measures(p, g *profile, both, equal int) bool {
	if both == 0 || p.numbers < p.filled || g.numbers < g.filled {
		return false
	}
	few := 5
	if question := d.question(); question != "" && d.profile(question).words > 4*d.profile(question).filled {
		few = 20
	}
	if p.measured() && len(g.times) > 2 || g.measured() && p.many() {
		return 2*equal < both
	}
	return both >= fewestNumbers && few*equal < both && p.many() && g.many()
}

// signed are those of some columns in which -1 occurs.
func (d *deciding) signed(names []string) []string {
	return loaders.Filter(names, func(name string) bool { return d.profile(name).signed() })
}
