package tabular

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/rules"
)

// decide decides how a table is read; others are the roles of its other columns.
func decide(columns []string, rows []row, others Map) Decision {
	d := newDeciding(columns, rows)
	by := d.confident(d.decide(others))
	by.Signed = d.signed(d.candidates("correct"))
	if by = d.byWord(by); by.Words {
		return by
	}
	return d.doubtful(d.byModel(by))
}

func (d *deciding) decide(others Map) Decision {
	predicted, gold := d.candidates("predicted"), d.candidates("gold")
	verdicts, rest := d.verdicts(predicted, gold)
	if gold = append(gold, rest...); len(predicted) == 0 {
		predicted, gold = d.against(gold)
	}
	ofOthers := func(name string) bool { return !ofModel(wordsOf(name)) }
	if len(verdicts) > 0 && (len(predicted) > 0 || !slices.ContainsFunc(verdicts, ofOthers)) {
		return d.byVerdict(verdicts, predicted, gold, others)
	}
	out := Decision{Map: others}
	predicted = slices.DeleteFunc(predicted, func(name string) bool { return d.namings[name].weak >= weakest })
	if len(predicted) == 0 {
		predicted = d.unnamed(gold)
	}
	switch {
	case len(predicted) == 0:
		out.Doubt = "no column of predictions"
		if len(gold) > 0 {
			out.Map = out.Map.with("gold", d.either(gold[0], gold)...)
		}
		if len(verdicts) > 0 {
			out.Map = out.Map.with("correct", verdicts[0])
		}
		return out
	case len(gold) == 0:
		if gold = d.namesake(predicted[0]); gold == nil {
			gold = d.alikes(predicted[0])
		}
	}
	if len(gold) == 0 {
		out.Map, out.Doubt = out.Map.with("predicted", predicted[0]), noGold
		return out
	}
	return d.byGold(predicted, gold, others)
}

// against finds predictions among columns with the names of gold answers, where
// another is expressly gold: "actual" beside "expected", "answer" beside "ground
// truth". Answers that are all the same, or never, are copies or something else.
func (d *deciding) against(gold []string) (predicted, rest []string) {
	expected := slices.ContainsFunc(gold, func(name string) bool { return hasWord(wordsOf(name), "expected") })
	for _, name := range gold {
		answers := d.namings[name].weak == 1 && hasWord(wordsOf(name), "answer")
		if !answers && (!expected || !hasWord(wordsOf(name), "actual")) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(gold), func(other string) bool { return other == name || d.namings[other].weak > 0 })
		if len(others) == 0 {
			continue
		}
		both, equal := d.equal(name, others[0])
		if prose := d.profile(name).prose() || d.profile(others[0]).prose(); prose && equal < both || 0 < equal && equal < both {
			return []string{name}, others
		}
	}
	return nil, gold
}

// alikes is the only other column that has the words of a prediction, of a
// closed vocabulary, nil if there is none or several are.
func (d *deciding) alikes(predicted string) (list []string) {
	p := d.profile(predicted)
	if !p.closed() || p.numbers > 0 || len(p.times) < 2 {
		return nil
	}
	for _, name := range d.names {
		other := d.profile(name)
		if name == predicted || !other.closed() || !other.shares(p) {
			continue
		}
		if list != nil || len(other.times) < 2 || d.namings[name].role != "" && d.namings[name].weak != 2 {
			return nil
		}
		list = []string{name}
	}
	return list
}

// unnamed are the columns that may hold predictions where no name says so: numbers by which
// an answer can be told, and hypotheses beside a reference.
func (d *deciding) unnamed(gold []string) []string {
	list := d.spread(gold)
	if list == nil {
		list = loaders.Filter(d.names, func(name string) bool {
			return slices.ContainsFunc(gold, func(other string) bool {
				rule, _ := d.judge(name, other)
				return likelihood(name) && (rule == rules.Greatest || rule == rules.Half) ||
					hypothesis(name) && hasWord(referenceWords, wordsOf(other)...) && name != other
			})
		})
	}
	for _, name := range list {
		d.namings[name] = naming{"predicted", 1, stemOf(wordsOf(name), likelihoodWords, predictedWords, outputWords, hypothesisWords)}
	}
	return list
}
