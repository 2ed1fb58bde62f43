package tabular

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
)

// How an answer is judged where no column says whether it is right: values of
// the role "right" of a [Map].
const (
	byEquality = "equal" // to a gold answer, as a text or as a number
	byError    = "error" // not as right or wrong: the errors of numbers
	byNothing  = "none"
)

// noGold is the doubt about predictions with nothing to judge them by.
const noGold = "no column of gold answers or verdicts"

var rules = []string{byEquality, byError, byNothing}

// Decision is how a table is read.
type Decision struct {
	// Map says what the columns hold, and how an answer is judged.
	Map Map
	// Why says why no answer is judged, "" where answers are.
	Why string
	// Doubt says what the columns leave open, "" where they say what makes the
	// file a run: predictions, with gold answers or verdicts.
	Doubt string
	// Kept says that the map is one that was kept for the table's columns.
	Kept bool
	// Models are those whose answers the table has side by side, nil for one.
	Models []Model
}

// Model is one of several in a table.
type Model struct {
	Name string
	Map  Map
}

// String says in a line how answers are read, "" for a table without answers.
func (d Decision) String() string {
	var said []string
	for _, role := range []string{"gold", "predicted"} {
		if paths := d.Map.paths(role); paths != nil {
			said = append(said, role+" = "+strings.Join(paths, " or "))
		}
	}
	if d.Map.paths("predicted") == nil && d.Map.paths("correct") == nil {
		return ""
	}
	right := "right = unknown"
	if d.Why != "" {
		right = "no answer is called right, since " + d.Why
	} else if correct := d.Map.paths("correct"); correct != nil {
		right = "right = " + strings.Join(correct, " or ")
	} else if rule := d.Map.paths("right"); rule != nil {
		right = map[string]string{
			byEquality: "right = equal text or number", byError: "no answer is called right: errors of numbers",
			byNothing: "no answer is called right",
		}[rule[0]]
	}
	text := "read as: "
	if d.Kept {
		text = "read by the map kept for these columns as: "
	}
	if said != nil {
		text += strings.Join(said, ", ") + "; "
	}
	return text + right
}

// complete adds to a person's map how answers are judged, where it does not say
// it.
func (d *deciding) complete(by Decision) Decision {
	predicted, gold := by.Map.paths("predicted"), by.Map.paths("gold")
	if predicted == nil || gold == nil || by.Map.paths("correct") != nil || by.Map.paths("right") != nil {
		return by
	}
	rule, why := d.judge(predicted[0], gold[0])
	by.Map, by.Why = by.Map.with("right", rule), why
	return by
}

// deciding decides what columns hold by their names and by the values in rows.
type deciding struct {
	rows     []row
	names    []string // of columns, and of what is in structs
	namings  map[string]naming
	profiles map[string]*profile
}

// mostNames bounds the columns that are looked at, with those in structs.
const mostNames = 512

func newDeciding(columns []string, rows []row) *deciding {
	d := &deciding{rows: rows, namings: map[string]naming{}, profiles: map[string]*profile{}}
	for _, column := range columns {
		d.names = append(d.names, column)
		for _, r := range rows[:min(len(rows), 1)] {
			inside, _ := r.values[column].(object)
			for _, key := range slices.Sorted(maps.Keys(inside)) {
				if !strings.ContainsAny(key, ".[]") {
					d.names = append(d.names, column+"."+key)
				}
			}
		}
	}
	d.names = d.names[:min(len(d.names), mostNames)]
	for _, name := range d.names {
		d.namings[name] = namingOf(name)
	}
	return d
}

func (d *deciding) profile(name string) *profile {
	if d.profiles[name] == nil {
		d.profiles[name] = profileOf(d.rows, name)
	}
	return d.profiles[name]
}

// candidates are the columns whose names give them a role and which have
// values, those whose names say least else first.
func (d *deciding) candidates(role string) (list []string) {
	for _, name := range d.names {
		if p := d.profile(name); d.namings[name].role == role && p.filled > 0 && p.structs == 0 {
			list = append(list, name)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(d.namings[a].weak, d.namings[b].weak) })
	return list
}

// decide decides how a table is read; others are the roles of its other columns.
func decide(columns []string, rows []row, others Map) Decision {
	d := newDeciding(columns, rows)
	predicted, gold := d.candidates("predicted"), d.candidates("gold")
	verdicts, rest := d.verdicts(predicted, gold)
	gold = append(gold, rest...)
	if len(verdicts) > 0 && len(predicted) > 0 {
		return d.byVerdict(verdicts, predicted, gold, others)
	}
	out := Decision{Map: others}
	predicted = slices.DeleteFunc(predicted, func(name string) bool { return d.namings[name].weak >= weakest })
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
		gold = d.namesake(predicted[0])
	}
	if len(gold) == 0 {
		out.Map, out.Doubt = out.Map.with("predicted", predicted[0]), noGold
		return out
	}
	return d.byGold(predicted, gold, others)
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

// verdicts returns the columns that say whether an answer is right, and those
// with such names that hold answers instead. Values that are predictions are no
// verdicts, unless the name leaves no doubt.
func (d *deciding) verdicts(predicted, gold []string) (list, rest []string) {
	for _, name := range d.candidates("correct") {
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

// compares reports whether a column says of each row whether a prediction equals
// a gold answer.
func (d *deciding) compares(verdict, predicted, gold string) bool {
	return !slices.ContainsFunc(d.rows, func(r row) bool {
		said, known := verdictOf(r.at(verdict))
		return known && said != agrees(textOf(r.at(predicted)), r.at(gold))
	})
}

// byVerdict decides where columns say what is right.
func (d *deciding) byVerdict(verdicts, predicted, gold []string, others Map) Decision {
	out := Decision{Map: others}
	plain := slices.DeleteFunc(slices.Clone(verdicts), func(name string) bool { return len(d.namings[name].stem) > 0 })
	mapOf := func(verdict, prediction string) Map {
		m := others
		if len(gold) > 0 {
			m = m.with("gold", d.either(gold[0], gold)...)
		}
		return m.with("predicted", d.either(prediction, predicted)...).with("correct", verdict)
	}
	switch {
	case len(plain) == 0 && len(verdicts) > 1:
		out.Models = d.models(verdicts, func(verdict string) (Map, bool) {
			own := d.beside(verdict, predicted)
			return mapOf(verdict, own), own != ""
		})
		if out.Models == nil {
			out.Doubt = "several columns of verdicts: " + strings.Join(verdicts, ", ")
		}
		return out
	case len(plain) == 0:
		plain = verdicts
	}
	best := plain[0]
	for _, name := range plain {
		if strings.Contains(fold(name), "correct") {
			best = name
			break
		}
	}
	for _, name := range plain {
		if !strings.Contains(fold(best), "correct") && !d.same(best, name) {
			out.Doubt = "several columns of verdicts: " + strings.Join(plain, ", ")
		}
	}
	out.Map = mapOf(best, d.beside(best, predicted))
	if out.Map.paths("predicted")[0] == "" {
		out.Map = mapOf(best, predicted[0])
	}
	return out
}

// either is a column with those of the same role that have values only where it
// and the others before have none.
func (d *deciding) either(name string, role []string) []string {
	list := []string{name}
	for _, other := range role {
		if other != name && !slices.ContainsFunc(d.rows, func(r row) bool {
			return textOf(r.at(other)) != "" && slices.ContainsFunc(list, func(name string) bool { return textOf(r.at(name)) != "" })
		}) {
			list = append(list, other)
		}
	}
	return list
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
	return !slices.ContainsFunc(d.rows, func(r row) bool { return alike(textOf(r.at(a))) != alike(textOf(r.at(b))) })
}

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
	case d.namings[first.predicted].weak > 1 && d.namings[first.gold].weak > 0:
		out.Doubt = fmt.Sprintf("%s and %s can be many things", first.predicted, first.gold)
	}
	for _, name := range gold {
		if p := d.profile(name); name != first.gold && d.namings[name].weak > 0 && p.numbers == 0 && p.verdicts() && len(p.times) == 2 &&
			!p.shares(d.profile(first.predicted)) {
			out.Doubt = name + " may say whether an answer is right"
		}
	}
	return out
}

// pair is a prediction with its gold answer, and how the one is judged by the
// other.
type pair struct {
	predicted string
	gold      string
	golds     []string // those of rows without it too
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
		if name != predicted && own.within(d.namings[name]) && (!ok || rank(name) < rank(best.gold)) {
			best, ok = pair{predicted: predicted, gold: name}, true
		}
	}
	if ok {
		best.rule, best.why = d.judge(predicted, best.gold)
		best.golds = d.either(best.gold, gold)
	}
	return best, ok
}

// likeliest leaves the pairs of which each may be the one that is meant: those
// of names that say least else, and not other forms of an answer that is there.
func (d *deciding) likeliest(pairs []pair) []pair {
	weak := d.namings[pairs[0].predicted].weak
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return d.namings[p.predicted].weak > weak })
	judged := func(p pair) bool { return p.rule != byNothing }
	plain := func(p pair) bool { return len(d.namings[p.predicted].stem) == 0 }
	form := func(p pair) bool { return !d.namings[p.predicted].variant() }
	for _, better := range []func(p pair) bool{judged, plain, form} {
		if slices.ContainsFunc(pairs, better) {
			pairs = slices.DeleteFunc(pairs, func(p pair) bool { return !better(p) })
		}
	}
	return slices.CompactFunc(pairs, func(a, b pair) bool { return a.gold == b.gold && d.same(a.predicted, b.predicted) })
}

// models are those that columns of one role are about; nil where the names do
// not say so, or of says false of one.
func (d *deciding) models(names []string, of func(name string) (Map, bool)) (list []Model) {
	said := apart(names)
	for i, name := range names {
		m, ok := of(name)
		if !ok || said[i] == "" || d.namings[name].variant() || strings.Contains(said[i], "#") {
			return nil
		}
		list = append(list, Model{said[i], m})
	}
	return list
}

// judge decides by the values of a prediction and a gold answer how the one is
// judged by the other, and says why not at all.
func (d *deciding) judge(predicted, gold string) (rule, why string) {
	p, g := d.profile(predicted), d.profile(gold)
	both, equal := 0, 0
	for _, r := range d.rows {
		switch agrees(strings.TrimSpace(textOf(r.at(predicted))), r.at(gold)) {
		case loaders.Right:
			equal++
			both++
		case loaders.Wrong:
			both++
		}
	}
	allNumbers := p.numbers == p.filled && g.numbers == g.filled && both > 0
	many := func(of *profile) bool { return len(of.times) > mostClasses || 5*len(of.times) >= 4*of.filled }
	switch {
	case allNumbers && 2*equal < both && (p.measured() && g.measured() || p.measured() && many(g) || g.measured() && many(p)),
		allNumbers && both >= fewestNumbers && 20*equal < both && many(p) && many(g):
		return byError, "both are measurements"
	case p.measured() && g.closed() && !g.measured(), g.measured() && p.closed():
		return byNothing, "the one is a measurement, the other a class"
	case 5*equal < both && (p.prose() || g.prose()):
		return byNothing, "the answers are prose, in which right answers differ as well"
	case !p.shares(g) && equal == 0 && (p.closed() || g.closed()):
		return byNothing, "they share no value"
	}
	return byEquality, ""
}
