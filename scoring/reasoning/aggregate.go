package reasoning

import (
	"math"

	"faithscope/scoring"
)

// scope is a set of questions.
type scope int

const (
	overall scope = iota // the balanced ones
	hard
	easy
	scopes // how many are scored
	all    = scopes
)

// groups are what every score of a scope is of.
var groups = [...]string{"overall", "open", "binary"}

// record is how often a question was answered, by scope, and how often right:
// more than once only where the run has its id more than once.
type record struct{ answered, right [scopes + 1]float64 }

// aggregate keeps its questions, since consistency looks one's answer up from
// another. It is not safe for concurrent use.
type aggregate struct {
	settings scoring.Settings
	list     []*evidence
	records  map[string]*record // by id; nil until they are needed
	fates    map[string]*fate   // by group; nil until they are needed
	has      kinds
}

// kinds says which kinds of examples there are.
type kinds struct {
	questions, semantic, groups bool
}

func (k kinds) or(o kinds) kinds {
	return kinds{k.questions || o.questions, k.semantic || o.semantic, k.groups || o.groups}
}

// Add takes up one question.
func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(*evidence)
	a.list = append(a.list, ev)
	a.has = a.has.or(kinds{ev.Question, ev.Question && ev.Semantic >= 0, ev.Groups != nil})
	a.records, a.fates = nil, nil
}

// Merge takes up another aggregate of this package.
func (a *aggregate) Merge(other scoring.Aggregate) {
	o := other.(*aggregate)
	a.list = append(a.list, o.list...)
	a.has = a.has.or(o.has)
	a.records, a.fates = nil, nil
}

// record keeps the answers of all questions by id.
func (a *aggregate) record() {
	a.records = make(map[string]*record, len(a.list))
	for _, e := range a.list {
		if !e.Known || !e.Question {
			continue
		}
		r := a.records[e.ID]
		if r == nil {
			r = &record{}
			a.records[e.ID] = r
		}
		for s := range scopes + 1 {
			if e.in(s, a.settings.Substring) {
				r.answered[s]++
				if e.right() {
					r.right[s]++
				}
			}
		}
	}
}

// consistency is the accuracy on what the question entails, looked up within
// a scope; ok is false where there is nothing.
func (a *aggregate) consistency(e *evidence, within scope) (accuracy float64, ok bool) {
	if a.records == nil {
		a.record()
	}
	sum, n := 0.0, 0
	for _, id := range e.Entailed {
		if r := a.records[id]; r != nil && r.answered[within] > 0 {
			sum += r.right[within] / r.answered[within]
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// Places in a row of terms. All are pairs of a sum and of a count.
const (
	accuracies    = 0 // by scope, then by group; errors on the easy set
	consistencies = accuracies + 2*int(scopes)*len(groups)
	structurals   = consistencies + 2*int(scopes)*len(groups)
	semantics     = structurals + 2*len(structural)
	unknowns      = semantics + 2*len(semantic)
	grouping      = unknowns + 2 // parts of groups that are right as a whole; parts
	width         = grouping + 2
)

func place(base int, s scope, group int) int { return base + 2*(int(s)*len(groups)+group) }

// Width is the number of terms of a question.
func (a *aggregate) Width() int { return width }

// Related says that terms look at the questions that were added.
func (a *aggregate) Related() {}

// Terms writes a question's terms into row. What it entails is looked up among
// the questions that were added.
func (a *aggregate) Terms(e scoring.Evidence, row []float64) {
	clear(row)
	ev := e.(*evidence)
	if a.grouped(ev, row); !ev.Question {
		return
	}
	row[unknowns+1] = 1
	if !ev.Known {
		row[unknowns] = 1
		return
	}
	if !ev.Balanced {
		return
	}
	put := func(place int, x float64) { row[place], row[place+1] = x, 1 }
	if ev.Structural >= 0 {
		put(structurals+2*ev.Structural, ev.Match)
	}
	if ev.Semantic >= 0 {
		put(semantics+2*ev.Semantic, ev.Match)
	}
	for s := range scopes {
		if !ev.in(s, a.settings.Substring) {
			continue
		}
		x := ev.Match
		if s == easy {
			x = 1 - x
		}
		within := all
		if a.settings.EntailedInSubset {
			within = s
		}
		consistent, ok := a.consistency(ev, within)
		for g := range groups {
			if !ev.group(g) {
				continue
			}
			put(place(accuracies, s, g), x)
			if ok && ev.right() {
				put(place(consistencies, s, g), consistent)
			}
		}
	}
}

// column is one score.
type column struct {
	metric, of string
	place      int
	why        string
}

// columns are the scores of questions in their order, those of semantic types
// last.
var columns = lay()

// inGroups is the score of groups.
var inGroups = column{"consistency_groups", "overall", grouping, "no example of a group has a verdict"}

func lay() []column {
	var list []column
	add := func(metrics [scopes]string, base int, whys [scopes]string) {
		for s, metric := range metrics {
			for g, group := range groups {
				list = append(list, column{metric, group, place(base, scope(s), g), whys[s]})
			}
		}
	}
	add([...]string{"accuracy", "acc_hard", "err_easy"}, accuracies, [...]string{
		"no such question has a verdict", "no such question is in the hard set", "no such question is in the easy set",
	})
	add([...]string{"consistency", "consistency_hard", "consistency_easy"}, consistencies, [...]string{
		whyInconsistent, whyInconsistent + " in the hard set", whyInconsistent + " in the easy set",
	})
	list = append(list, column{"unknown", "overall", unknowns, "no question"})
	for i, of := range structural {
		list = append(list, column{"accuracy", of, structurals + 2*i, "no question of this structural type"})
	}
	for i, of := range semantic {
		list = append(list, column{"accuracy", of, semantics + 2*i, "no question of this semantic type"})
	}
	return list
}

const whyInconsistent = "no such question is answered right and entails another of the run"

// columns are those of the scores: a run that tells no semantic types has no
// score of them, one that has groups alone has that of groups alone.
func (a *aggregate) columns() []column {
	list := columns[: len(columns)-len(semantic) : len(columns)-len(semantic)]
	switch {
	case a.has.semantic:
		list = columns[:len(columns):len(columns)]
	case a.has.groups && !a.has.questions:
		list = nil
	}
	if a.has.groups {
		list = append(list, inGroups)
	}
	return list
}

// Scores returns what the package's documentation lists.
func (a *aggregate) Scores() []scoring.Score {
	exact, sums, row := make([]scoring.Sum, width), make([]float64, width), make([]float64, width)
	for _, e := range a.list {
		a.Terms(e, row)
		for i, x := range row {
			exact[i].Add(x)
		}
	}
	for i := range exact {
		sums[i] = exact[i].Float()
	}
	scores := make([]scoring.Score, 0, len(columns))
	for _, c := range a.columns() {
		scores = append(scores, scoring.Score{
			Protocol: name, Metric: c.metric, Of: c.of, Value: c.value(sums), Count: int(math.Round(sums[c.place+1])), Settings: a.settings,
		})
	}
	return scores
}

// Values returns the scores' values from sums of rows.
func (a *aggregate) Values(sums []float64) []scoring.Value {
	values := make([]scoring.Value, 0, len(columns))
	for _, c := range a.columns() {
		values = append(values, c.value(sums))
	}
	return values
}

func (c column) value(sums []float64) scoring.Value {
	n := sums[c.place+1]
	switch {
	case n == 0:
		return scoring.Undefined(c.why)
	case c.place == unknowns:
		return scoring.Defined(sums[c.place])
	}
	return scoring.Defined(sums[c.place] / n)
}
