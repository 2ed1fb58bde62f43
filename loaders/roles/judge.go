package roles

import (
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

func (d *decider) addSigned(by Decision) Decision {
	by.Signed = loaders.Filter(append(by.Map.PathsOf("correct"), namesOf(d.candidatesFor("correct"))...),
		func(name string) bool { return d.columnAt(name).isSigned() })
	predicted, gold := by.Map.PathsOf("predicted"), by.Map.PathsOf("gold")
	if predicted != nil && gold != nil {
		p, g := d.columnAt(predicted[0]), d.columnAt(gold[0])
		by.Truths = p.matchesTruths(g.profile) || by.Map.RightRole() == rules.Half && g.isOf("true", "false")
	}
	return by
}

// completeMap adds the rule that judges predictions, unless the map has a rule or verdicts, and what
// values mean.
func (d *decider) completeMap(by Decision) Decision {
	by = d.addSuccess(d.addSigned(by))
	predicted, gold := by.Map.PathsOf("predicted"), by.Map.PathsOf("gold")
	if predicted == nil || gold == nil || by.Map.RightRole() != "" {
		return by
	}
	if asked := by.Map.PathsOf("question"); asked != nil {
		d.question = d.columnAt(asked[0])
	}
	rule, why := d.judgeBy(d.columnAt(predicted[0]), d.columnAt(gold[0]))
	by.Map, by.Why = by.Map.WithPaths("right", rule), why
	return by
}

// judgeBy returns the rule that fits names and values first, and why it calls no answer right.
func (d *decider) judgeBy(predicted, gold *column) (rule, reason string) {
	p, g := predicted.profile, gold.profile
	both, equal := d.countEqual(predicted, gold)
	switch {
	case g.isSolved() && !p.isSolved():
		return rules.Number, ""
	case isHypothesis(predicted):
		return rules.None, "a hypothesis is seldom the reference to the letter"
	case d.isIndexed(predicted, gold):
		return rules.Greatest, ""
	case d.areMeasurements(p, g, both, equal):
		return rules.Error, "both are measurements"
	case p.lists > 0 && g.lists > 0:
		return rules.None, "both are lists"
	case p.lists > 0 && 2*p.repeated < p.lists:
		return rules.None, "the lists hardly repeat a value: they may be rankings, and not samples"
	case p.lists > 0:
		return rules.Majority, ""
	}
	if reason = p.explainUnlike(g, both, equal); reason != "" {
		return rules.None, reason
	}
	return rules.Equal, ""
}

func (p *profile) explainUnlike(g *profile, both, equal int) string {
	closed := p.isClosed() || g.isClosed()
	prose := loaders.CountFunc([]*profile{p, g}, (*profile).isProse)
	isUnequalProse := prose > 0 && 5*equal < both || prose > 1 && 2*equal < both
	switch {
	case (closed || equal == 0) && p.isMeasured() != g.isMeasured():
		return "the one is a measurement, the other a class"
	case isUnequalProse:
		return "the answers are prose, in which right answers differ as well"
	case closed && equal == 0 && !p.sharesValues(g):
		return "they share no value"
	case p.isPair() && g.isPair() && p.countShared(g) == 1:
		return "they share only one of two values"
	}
	return ""
}

// areMeasurements reports whether both are numbers that are measured: equal in fewer than half of
// the rows, or a fifth of whole ones. Where they answer questions it is a twentieth, because models
// can be that wrong.
func (d *decider) areMeasurements(p, g *profile, both, equal int) bool {
	if both == 0 || p.numbers < p.filled || g.numbers < g.filled {
		return false
	}
	few := 5
	if q := d.question; q != nil && q.spaced > 4*q.filled {
		few = 20
	}
	isFractional := p.isMeasured() && len(g.times) > 2 || g.isMeasured() && p.hasMany()
	if isFractional {
		return 2*equal < both
	}
	return both >= fewestNumbers && few*equal < both && p.hasMany() && g.hasMany()
}

// isIndexed reports whether predictions are numbers of the classes that gold answers name. The
// columns of a pattern must be as many as the answers, otherwise they may be something else.
func (d *decider) isIndexed(predicted, gold *column) bool {
	n, fractions, classes := 0, false, gold.times
	for _, r := range d.rows {
		if r.ValueAt(predicted.name) == nil {
			continue
		}
		names, weights := rows.WeightsOf(r.ValueAt(predicted.name))
		class := rules.CanonicalText(rows.Text(r.ValueAt(gold.name)))
		isUnlisted := class != "" && !slices.Contains(names, class)
		if n = max(n, len(names), 2); len(names) != n || isUnlisted {
			return false
		}
		fractions = fractions || slices.ContainsFunc(weights, func(x float64) bool { return x != math.Trunc(x) })
	}
	return fractions && len(classes) > 1 && (len(classes) == n || predicted.name[len(predicted.name)-1] != '*')
}

// addConfidence adds the one column whose name is only that of a confidence as probability, if
// predictions are n classes and no value is below 1/n, because a lower one would be another class's.
func (d *decider) addConfidence(by Decision) Decision {
	classes := d.columnAt(append(by.Map.PathsOf("predicted"), "")[0])
	named := loaders.Filter(d.columns, func(c *column) bool {
		return c.hasWord(confidenceWords) && len(stemOf(c.words, confidenceWords, predictedWords, []string{"score"})) == 0
	})
	if !classes.isClosed() || len(classes.times) < 2 || len(named) != 1 {
		return by
	}
	if p := named[0]; p.unit == p.filled && p.fractions > 0 && p.least >= 1/float64(len(classes.times))-rows.Rounding {
		by.Map = by.Map.WithPaths("probability", p.name)
	}
	return by
}

func (d *decider) addSuccess(by Decision) Decision {
	if paths := by.Map.PathsOf("correct"); paths != nil && by.Map.PathsOf("right") == nil {
		if success := d.columnAt(paths[0]).successOf(); success != "" {
			by.Map = by.Map.WithPaths("right", RightValue+success)
		}
	}
	return by
}

// VerdictsAt returns the paths at which rows have verdicts, up to the first that all rows have. A
// star at the end of a path means all metrics in a struct that tell right from wrong. Without rows
// it takes all.
func VerdictsAt(paths, columns []string, rows []rows.Row) (list []string) {
	d := &decider{rows: rows}
	for _, path := range paths {
		names := []string{path}
		if in, all := strings.CutSuffix(path, "*"); all {
			names = loaders.Filter(withInner(columns, rows), func(name string) bool {
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
func Complete(by Decision, rows []rows.Row) Decision { return (&decider{rows: rows}).completeMap(by) }

// GoldColumn returns the first column that is named as a gold answer; "" for none.
func GoldColumn(columns []string, rows []rows.Row) string {
	return append(namesOf(newDecider(columns, rows).candidatesFor("gold")), "")[0]
}
