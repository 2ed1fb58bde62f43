package tabular

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"faithscope/scoring/rules"
)

// verdicts returns the columns that say whether an answer is right, and those
// with such names that hold answers instead. Values that are predictions are no
// verdicts, unless the name leaves no doubt.
func (d *deciding) verdicts(predicted, gold []string) (list, rest []string) {
	named := d.candidates("correct")
	for _, name := range d.names {
		if n := d.namings[name]; n.role != "correct" && n.role != "predicted" && d.profile(name).outspoken() && len(named) == 0 {
			named = append(named, name)
		}
	}
	for _, name := range named {
		if d.transports(name) {
			continue
		}
		p := d.profile(name)
		surely := hasWord(strings.Fields("is was"), wordsOf(name)...) || slices.ContainsFunc(predicted, func(p string) bool {
			return slices.ContainsFunc(gold, func(g string) bool { return d.compares(name, p, g) })
		})
		switch {
		case p.verdicts() && (surely || !slices.ContainsFunc(predicted, func(other string) bool { return d.profile(other).shares(p) })):
			list = append(list, name)
		case p.unit < p.filled && len(d.namings[name].stem) == 0 || p.verdicts():
			rest = append(rest, name)
		}
	}
	return list, rest
}

// byVerdict decides where columns say what is right, of predictions or of models.
func (d *deciding) byVerdict(verdicts, predicted, gold []string, others Map) Decision {
	out := Decision{Map: others}
	plain := slices.DeleteFunc(slices.Clone(verdicts), func(name string) bool { return len(d.namings[name].stem) > 0 })
	mapOf := func(verdict, prediction string) Map {
		m := others
		if of, ok := d.partner(prediction, gold); ok {
			m = m.with("gold", of.golds...)
		}
		if prediction != "" {
			m = m.with("predicted", d.either(prediction, predicted)...)
		}
		return m.with("correct", verdict)
	}
	switch {
	case len(plain) == 0 && len(verdicts) > 1:
		out.Models = d.models(verdicts, func(verdict string) (Map, bool) {
			own := d.beside(verdict, predicted)
			return mapOf(verdict, own), own != "" || len(predicted) == 0
		})
		if out.Models == nil {
			out.Doubt = "several columns of verdicts: " + strings.Join(verdicts, ", ")
		}
		return out
	case len(plain) == 0:
		plain = verdicts
	}
	correct := func(name string) bool { return strings.Contains(fold(name), "correct") }
	best := plain[max(0, slices.IndexFunc(plain, correct))]
	if !correct(best) && slices.ContainsFunc(plain, func(name string) bool { return !d.same(best, name) }) {
		out.Doubt = "several columns of verdicts: " + strings.Join(plain, ", ")
	}
	if p := d.profile(best); p.monotonous() && !hasWord(judgingWords, wordsOf(best)...) {
		out.Doubt = fmt.Sprintf("%s is %s in every row looked at: it may say something else than whether an answer is right", best,
			slices.Collect(maps.Keys(p.times))[0])
	}
	own := d.beside(best, predicted)
	if own == "" && len(predicted) > 0 {
		own = predicted[0]
	}
	out.Map = mapOf(best, own)
	return out
}

// The words of a status of the transport, of what stands beside one, and of verdicts that can
// be nothing else.
var (
	statusWords    = strings.Fields("success successful succeeded ok okay status state completed finished")
	transportWords = strings.Fields("error exception latency duration elapsed cached cache request http retry timeout ttft")
	judgingWords   = strings.Fields("correct correctness right accurate accuracy acc em exact")
)

// transports reports whether a column says whether a request was answered, and not how: by its
// name and those beside it.
func (d *deciding) transports(name string) bool {
	within := name[:strings.LastIndexByte(name, '.')+1]
	words := wordsOf(name)
	return hasWord(statusWords, words[len(words)-1]) && slices.ContainsFunc(d.names, func(other string) bool {
		rest, same := strings.CutPrefix(other, within)
		return same && other != name && hasWord(transportWords, wordsOf(rest)...)
	})
}

// beside is the prediction that a verdict is about: in the same struct, or with
// the same stem; "" for none.
func (d *deciding) beside(verdict string, predicted []string) string {
	parent, _, inside := strings.Cut(verdict, ".")
	for _, name := range predicted {
		if inside && strings.HasPrefix(name, parent+".") || !inside && slices.Equal(d.namings[name].stem, d.namings[verdict].stem) {
			return name
		}
	}
	return ""
}

// same reports whether two columns have the same values.
func (d *deciding) same(a, b string) bool {
	return !slices.ContainsFunc(d.rows, func(r row) bool { return rules.CanonicalText(Text(r.at(a))) != rules.CanonicalText(Text(r.at(b))) })
}
