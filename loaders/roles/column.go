package roles

import (
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// column is a column of a table, or what is within one.
type column struct {
	naming
	*profile
	name  string
	words []string
}

func (c *column) hasWord(list []string) bool { return hasWord(list, c.words...) }

func (c *column) isMonotonous() bool {
	return len(c.times) == 1 && c.filled > 3 && !c.isOutspoken() && !c.hasWord(judgingWords)
}

func isHypothesis(c *column) bool { return c.hasWord(hypothesisWords) && !c.hasWord(headWords) }

func namesOf(list []*column) []string {
	return loaders.Map(list, func(c *column) string { return c.name })
}

// deciding decides what columns hold by their names and by the values in rows.
type deciding struct {
	all      []rows.Row
	rows     []rows.Row // of them, those whose values are looked at
	partial  bool       // all are not those of the whole table
	columns  []*column  // and what is in structs
	question *column    // the first that is called so, nil for none
}

const mostNames = 512

// mostProfiled bounds the rows at the beginning whose values are looked at, and those of the rest.
const mostProfiled = 1000

// newDeciding profiles the first 512 columns, with what is in their structs, and finds the question.
func newDeciding(columns []string, rows []rows.Row) *deciding {
	d := &deciding{all: rows, rows: rows}
	if len(rows) > 2*mostProfiled {
		d.rows = slices.Clone(rows[:mostProfiled])
		for i := range mostProfiled {
			d.rows = append(d.rows, rows[mostProfiled+i*(len(rows)-mostProfiled)/mostProfiled])
		}
	}
	names := withInner(columns, d.rows)
	d.columns = loaders.Map(names[:min(len(names), mostNames)], d.columnAt)
	for _, c := range d.columns {
		if slices.Contains(strings.Fields(record.QuestionKeys), foldName(c.name)) {
			d.question = c
			break
		}
	}
	d.correctNames()
	return d
}

// correctNames corrects what names say by the columns beside them: if a question asks for a count,
// count is an answer; a text beside its reference is a hypothesis; a program beside its result, a
// solution beside the answer, and the number of a step in a list are no answers, otherwise they
// would be compared with one.
func (d *deciding) correctNames() {
	has := func(so func(c *column) bool) bool { return slices.ContainsFunc(d.columns, so) }
	isExecuted := func(c *column) bool { return c.hasWord([]string{"executed"}) }
	isAnswer := func(c *column) bool { return c.role == "gold" && c.hasWord([]string{"answer", "ans"}) }
	isCounting := d.question != nil && len(d.candidatesFor("predicted")) == 0
	for _, c := range d.columns {
		at := slices.Index(c.words, "count")
		switch {
		case isCounting && at >= 0 && len(stemOf(c.words, predictedWords, goldWords, c.words[at:at+1])) == 0:
			c.naming = namingOf(strings.Join(slices.Replace(slices.Clone(c.words), at, at+1, "answer"), "_"))
		case isHypothesis(c) && c.role == "" && has(func(o *column) bool { return o.role == "gold" && o.hasWord(referenceWords) }):
			c.naming = naming{"predicted", 0, "a hypothesis beside its reference", nil}
		case hasWord([]string{"generated", "program", "code"}, c.words...) && !isExecuted(c) && has(isExecuted),
			foldName(c.name) == "solution" && has(isAnswer), d.numbersSteps(c):
			c.naming = naming{}
		}
	}
}

func (d *deciding) numbersSteps(c *column) bool {
	return c.role == "gold" && c.least == -1 && c.numbers == c.filled && c.fractions == 0 &&
		slices.ContainsFunc(d.columns, func(list *column) bool {
			return list.lists > 0 && !slices.ContainsFunc(d.rows, func(r rows.Row) bool {
				elements, _ := r.ValueAt(list.name).([]any)
				k, isNumber := rows.NumberOf(r.ValueAt(c.name))
				return isNumber && k > float64(len(elements))
			})
		})
}

// withInner returns the columns, each followed by the paths of the struct that the first row has
// there, without keys that a path can't contain.
func withInner(columns []string, all []rows.Row) (names []string) {
	for _, name := range columns {
		names = append(names, name)
		for _, r := range all[:min(len(all), 1)] {
			inside, _ := r.ValueAt(name).(rows.Object)
			for _, key := range loaders.SortedKeys(inside) {
				if !strings.ContainsAny(key, ".[]") {
					names = append(names, name+"."+key)
				}
			}
		}
	}
	return names
}

func (d *deciding) columnAt(path string) *column {
	return &column{namingOf(path), profileOf(d.rows, path), path, wordsOf(path)}
}

func (d *deciding) candidatesFor(role string) []*column {
	list := loaders.Filter(d.columns, func(c *column) bool { return c.role == role && c.filled > c.files })
	loaders.SortBy(list, func(c *column) int { return c.list })
	return list
}

func onFirstList(columns []*column) []*column {
	return loaders.Filter(columns, func(c *column) bool {
		return !slices.ContainsFunc(columns, func(other *column) bool { return other.list < c.list })
	})
}

// withFallbacks returns a column, then others of the same role that have values only in rows where
// those before have none.
func (d *deciding) withFallbacks(c *column, role string) []string {
	list := []string{c.name}
	for _, other := range d.candidatesFor(role) {
		if other != c && !slices.ContainsFunc(d.rows, func(r rows.Row) bool {
			return rows.Text(r.ValueAt(other.name)) != "" && slices.ContainsFunc(list, func(name string) bool { return rows.Text(r.ValueAt(name)) != "" })
		}) {
			list = append(list, other.name)
		}
	}
	return list
}

// successOf returns the only one of a column's two values that reads as success; "" for none, and
// for verdicts.
func (c *column) successOf() (success string) {
	if len(c.times) != 2 || c.numbers > 0 || c.areVerdicts() {
		return ""
	}
	for text := range c.times {
		if said, _ := VerdictOf(text, false); said == loaders.Right || hasWord(verdictWords, strings.ToLower(text)) {
			if success != "" {
				return ""
			}
			success = text
		}
	}
	return success
}

// answerReading is a way to read a table: the columns with the roles of an answer, nil for none.
type answerReading struct {
	*deciding
	predicted, gold, correct *column
	rule, why                string // how the prediction is judged by the gold answer
}

func (r answerReading) isPlain() bool {
	return len(r.predicted.stem) == 0 && len(r.gold.stem) == 0 && r.predicted.role != ""
}

// columnsOfClasses returns the columns without a role that have exactly the classes of a gold
// answer, unless people gave them.
func (d *deciding) columnsOfClasses() (list []*column) {
	for _, g := range onFirstList(d.candidatesFor("gold")) {
		for _, c := range d.columns {
			hasClasses := slices.Equal(slices.Sorted(maps.Keys(c.times)), slices.Sorted(maps.Keys(g.times)))
			if c.role == "" && g.isClosed() && len(g.times) > 1 && hasClasses && !c.hasWord(annotatorWords) {
				c.stem = c.words
				list = append(list, c)
			}
		}
	}
	return list
}

func (r answerReading) ownColumn() *column {
	if r.correct != nil {
		return r.correct
	}
	return r.predicted
}

func (r answerReading) rowVerdicts() []loaders.Verdict {
	if r.correct != nil {
		return r.verdictsIn(r.correct)
	}
	return r.outcomesOf(r.predicted, r.gold, r.rule)
}

// fillMap returns m with the columns of the reading. Gold, and a prediction beside a verdict, are
// followed by columns that replace them in rows without.
func (r answerReading) fillMap(m Map) Map {
	if r.gold != nil {
		m = m.WithPaths("gold", r.withFallbacks(r.gold, "gold")...)
	}
	switch {
	case r.correct == nil:
		return m.WithPaths("predicted", r.predicted.name).WithPaths("right", r.rule)
	case r.predicted.name != "":
		m = m.WithPaths("predicted", r.withFallbacks(r.predicted, "predicted")...)
	}
	return m.WithPaths("correct", r.correct.name)
}

func (d *deciding) comparesAnswers(verdict, predicted, gold *column) bool {
	return !verdictsDisagree(d.verdictsIn(verdict), d.outcomesOf(predicted, gold, rules.Equal))
}

func (d *deciding) verdictsIn(c *column) []loaders.Verdict {
	return loaders.Map(d.rows, func(r rows.Row) loaders.Verdict {
		said, _ := VerdictOf(r.ValueAt(c.name), c.isSigned())
		return said
	})
}

func (d *deciding) outcomesOf(predicted, gold *column, rule string) []loaders.Verdict {
	truths := predicted.matchesTruths(gold.profile)
	return loaders.Map(d.rows, func(r rows.Row) loaders.Verdict { return outcomeOf(&r, predicted.name, gold.name, rule, truths) })
}

func verdictsDisagree(a, b []loaders.Verdict) bool {
	for i, said := range a {
		if said != b[i] && said != loaders.Unknown && b[i] != loaders.Unknown {
			return true
		}
	}
	return false
}

// countEqual returns how many rows have a prediction and a gold answer, and in how many both are
// equal.
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

func (r answerReading) isNamedAfter() bool {
	rest := loaders.Filter(r.predicted.words, func(word string) bool { return !hasWord(predictedWords, word) })
	return len(rest) > 0 && len(rest) < len(r.predicted.words) && slices.Equal(rest, r.gold.words)
}
