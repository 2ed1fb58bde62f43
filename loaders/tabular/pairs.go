package tabular

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/rules"
)

// byGold decides where predictions are compared with gold answers.
func (d *deciding) byGold(predicted, gold []string, others Map) Decision {
	out := Decision{Map: others}
	var pairs []pair
	for _, p := range predicted {
		if best, ok := d.partner(p, gold); ok {
			pairs = append(pairs, best)
		}
	}
	if len(pairs) == 0 {
		out.Doubt = fmt.Sprintf("no gold answers for %s", predicted[0])
		return out
	}
	pairs = d.likeliest(pairs)
	first := pairs[0]
	out.Map, out.Why = first.on(others), first.why
	switch {
	case len(pairs) > 1 && slices.ContainsFunc(pairs, func(p pair) bool { return p.gold != first.gold }):
		out.Doubt = "several predictions, each with gold answers of its own"
	case len(pairs) > 1:
		names := loaders.Map(pairs, func(p pair) string { return p.predicted })
		out.Models = d.models(names, func(name string) (Map, bool) {
			p := pairs[slices.Index(names, name)]
			return p.on(others), p.rule == first.rule
		})
		if out.Models == nil {
			out.Doubt = "several predictions for " + first.gold + ": " + strings.Join(names, ", ")
		}
	case first.rival != "":
		out.Doubt = fmt.Sprintf("several columns of gold answers: %s, %s", first.gold, first.rival)
	case d.namings[first.predicted].weak > 1 && d.namings[first.gold].weak > 0 &&
		!d.profile(first.predicted).isAlike(d.profile(first.gold)):
		out.Doubt = fmt.Sprintf("%s and %s can be many things", first.predicted, first.gold)
	}
	for _, name := range d.names {
		if d.grades(name, first) {
			out.Doubt = name + " may say whether an answer is right"
		}
	}
	return out
}

// isAlike reports whether a prediction and its gold answer are of one closed vocabulary.
func (p *profile) isAlike(g *profile) bool {
	return p.closed() && g.closed() && p.numbers == 0 && p.shared(g) > 1
}

// grades reports whether a column of another name may hold verdicts on a pair
// that equality contradicts.
func (d *deciding) grades(name string, on pair) bool {
	p := d.profile(name)
	if !hasWord(gradeWords, wordsOf(name)...) || name == on.gold || d.expressly(name) || !p.verdicts() || len(p.times) != 2 {
		return false
	}
	return !p.shares(d.profile(on.predicted)) && !d.compares(name, on.predicted, on.gold) && !encodes(d.rows, name, on.gold)
}

// encodes reports whether a column has a number or name of its own for each value of another, whose name begins its own.
func encodes(rows []row, name, other string) bool {
	seen := map[string]string{}
	differ := func(from, to string) bool {
		return slices.ContainsFunc(rows, func(r row) bool {
			a, b := from+"="+Text(r.at(from)), Text(r.at(to))
			differs := cmp.Or(seen[a], b) != b
			seen[a] = b
			return differs
		})
	}
	return strings.HasPrefix(fold(name), fold(other)) && !differ(name, other) && !differ(other, name)
}

// expressly reports whether a name says that it is a prediction, or a gold
// answer.
func (d *deciding) expressly(name string) bool {
	n := d.namings[name]
	return n.role == "predicted" || n.role == "gold" && n.weak == 0
}

// pair is a prediction with its gold answer, and how the one is judged by the
// other.
type pair struct {
	predicted string
	gold      string
	golds     []string // those of rows without it too
	rival     string   // another gold answer that fits as well and differs, "" for none
	rule, why string
}

func (p pair) on(others Map) Map {
	return others.with("gold", p.golds...).with("predicted", p.predicted).with("right", p.rule)
}

// partner is the gold answer that fits a prediction best: by the words of the
// name first, then by what its values say.
func (d *deciding) partner(predicted string, gold []string) (best pair, ok bool) {
	own := d.namings[predicted]
	rank := func(name string) (r int) {
		if n := d.namings[name]; !slices.Equal(n.stem, own.stem) {
			r += 2
		}
		if !d.profile(name).shares(d.profile(predicted)) {
			r++
		}
		return r
	}
	for _, name := range slices.Concat(gold, d.namesake(predicted)) {
		if name == predicted || !own.within(d.namings[name]) {
			continue
		}
		switch {
		case !ok || rank(name) < rank(best.gold):
			best, ok = pair{predicted: predicted, gold: name}, true
		case rank(name) == rank(best.gold) && d.namings[name].weak == d.namings[best.gold].weak && d.differ(predicted, name, best.gold):
			best.rival = name
		}
	}
	if ok {
		best.rule, best.why = d.judge(predicted, best.gold)
		best.golds = d.either(best.gold, gold)
	}
	return best, ok
}

// parsedWords name answers that were read from a reply, which is then not the answer itself.
var parsedWords = strings.Fields("parsed extracted")

// likeliest leaves the pairs of which each may be the one that is meant: those
// of names that say least else, and not other forms of an answer that is there.
func (d *deciding) likeliest(pairs []pair) []pair {
	weak := d.namings[pairs[0].predicted].weak
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return d.namings[p.predicted].weak > weak })
	parsed := func(p pair) bool {
		return hasWord(parsedWords, wordsOf(p.predicted)...) && (p.rule != rules.None || d.profile(p.predicted).lists > 0)
	}
	judged := func(p pair) bool { return p.rule != rules.None }
	plain := func(p pair) bool { return len(d.namings[p.predicted].stem) == 0 }
	form := func(p pair) bool { return !d.namings[p.predicted].variant() }
	for _, better := range []func(p pair) bool{parsed, judged, plain, form} {
		if slices.ContainsFunc(pairs, better) {
			pairs = slices.DeleteFunc(pairs, func(p pair) bool { return !better(p) })
		}
	}
	return slices.CompactFunc(pairs, func(a, b pair) bool {
		return !slices.ContainsFunc(d.rows, func(r row) bool {
			return a.rule != b.rule || r.outcome(a.predicted, a.gold, a.rule) != r.outcome(b.predicted, b.gold, b.rule)
		})
	})
}

// differ reports whether a prediction is right by one of two gold answers and wrong by the
// other, in a row with both.
func (d *deciding) differ(predicted, a, b string) bool {
	return slices.ContainsFunc(d.rows, func(r row) bool {
		x, y := r.outcome(predicted, a, rules.Equal), r.outcome(predicted, b, rules.Equal)
		return x != y && x != loaders.Unknown && y != loaders.Unknown
	})
}

// namesake is the column that has the name of a prediction without what makes
// it one: "price" beside "predicted price".
func (d *deciding) namesake(predicted string) []string {
	stem := wordsOf(predicted)
	for _, name := range d.names {
		own := wordsOf(name)
		if name != predicted && d.namings[name].role == "" && d.profile(name).structs == 0 && len(own) > 0 && len(own) < len(stem) &&
			slices.Equal(slices.DeleteFunc(slices.Clone(stem), func(word string) bool { return hasWord(predictedWords, word) }), own) {
			return []string{name}
		}
	}
	return nil
}
