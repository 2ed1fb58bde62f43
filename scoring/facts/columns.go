package facts

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
)

// numbers, texts, truths and sets make columns of what they are of.
func numbers(of func(t *Table, i int) float64) func(t *Table) query.Column {
	return func(t *Table) query.Column { return func(i int) any { return of(t, i) } }
}

func texts(of func(t *Table, i int) string) func(t *Table) query.Column {
	return func(t *Table) query.Column { return func(i int) any { return of(t, i) } }
}

func truths(of func(t *Table, i int) bool) func(t *Table) query.Column {
	return func(t *Table) query.Column { return func(i int) any { return of(t, i) } }
}

func sets(of func(t *Table, i int) []string) func(t *Table) query.Column {
	return func(t *Table) query.Column { return func(i int) any { return of(t, i) } }
}

// Column implements [query.Source]. A field that there is not has no column.
func (t *Table) Column(name string) query.Column {
	for _, c := range t.columns {
		if c.Name == name {
			return c.of(t)
		}
	}
	return nil
}

// Deep reports whether any of the fields takes the records of examples.
func (t *Table) Deep(names []string) bool {
	return slices.ContainsFunc(t.columns, func(c column) bool { return c.deep && slices.Contains(names, c.Name) })
}

func (t *Table) right(i int) bool      { return t.rows.Answer(i) == loaders.Right }
func (t *Table) wrong(i int) bool      { return t.rows.Answer(i) == loaders.Wrong }
func (t *Table) faithful(i int) bool   { return t.rows.Faithful(i) == loaders.Right }
func (t *Table) unfaithful(i int) bool { return t.rows.Faithful(i) == loaders.Wrong }

// quadrant says where an example stands: "right but unfaithful".
func (t *Table) quadrant(i int) string {
	answer, faithful := t.rows.Answer(i), t.rows.Faithful(i)
	switch {
	case answer == loaders.Unknown || faithful == loaders.Unknown:
		return "no verdict"
	case answer == faithful:
		return [...]string{loaders.Right: "right and faithful", loaders.Wrong: "wrong and unfaithful"}[answer]
	case answer == loaders.Right:
		return "right but unfaithful"
	}
	return "wrong but faithful"
}

func (t *Table) culprit(i int) string {
	if k, _ := t.rows.Culprit(i); k >= 0 {
		return t.rows.Types()[k]
	}
	return ""
}

// kinds are the module types of a column, all of the run's for none named.
func (t *Table) kinds(named []int) []int {
	if named != nil {
		return named
	}
	return t.rows.Present()
}

// combination is a set of causes, as the bits of a [session.Matters].
type combination [1 << 9]any

// causesOf is the column of why modules of types are wrong, of any for none
// named. Equal sets of causes are one slice: there are few.
func causesOf(named []int) func(t *Table) query.Column {
	return func(t *Table) query.Column {
		var known combination
		for bits := range known {
			list := []string(nil)
			for _, c := range scoring.Causes() {
				if bits&(1<<c) != 0 {
					list = append(list, c.String())
				}
			}
			known[bits] = list
		}
		kinds := t.kinds(named)
		return func(i int) any {
			var all session.Matters
			for _, k := range kinds {
				all |= t.rows.Matters(i, k)
			}
			return known[int(all)&(len(known)-1)&^1]
		}
	}
}

// nothingWanted is the column of whether a module of types wants and predicts
// nothing.
func nothingWanted(named []int) func(t *Table) query.Column {
	return func(t *Table) query.Column {
		kinds := t.kinds(named)
		return func(i int) any {
			return slices.ContainsFunc(kinds, func(k int) bool { return t.rows.Matters(i, k).NothingWanted() })
		}
	}
}

// mean is the mean of what the scored modules of a type have, NaN for none.
func (g *grades) mean(moduleType string, of func(m *query.Module) float64) float64 {
	var mean scoring.Mean
	for i := range g.modules {
		if g.types[i] == moduleType {
			mean.Add(scoring.Defined(of(&g.modules[i])))
		}
	}
	return number(mean.Value(""))
}

// notes are a person's of example i.
func (t *Table) notes(i int) (tags []string, marked bool) {
	if t.run.Marks == nil {
		return nil, false
	}
	return t.run.Marks(t.row(i).ID)
}

// tags are those of the file and those of a person.
func (t *Table) tags(i int) []string {
	own, _ := t.notes(i)
	tags := t.run.structure(i).tags
	if len(own) == 0 {
		return tags
	}
	tags = slices.Clip(tags)
	for _, tag := range own {
		tags = appendNew(tags, tag)
	}
	return tags
}

// twin returns where the example is in the other run, -1 for nowhere.
func (t *Table) twin(i int) int { return t.other.place(t.row(i).ID) }

// beside asks the same of the example in the other run, false where it is not
// there.
func (t *Table) beside(i int, of func(t *Table, i int) bool) bool {
	at := t.twin(i)
	return at >= 0 && of(t.other, at)
}

// delta is what a number is above the other run's, NaN where either has none.
func (t *Table) delta(name string) query.Column {
	own, other := t.Column(name), t.other.Column(name)
	return func(i int) any {
		at := t.twin(i)
		if at < 0 || own == nil || other == nil {
			return math.NaN()
		}
		if name == "right" && (t.rows.Answer(i) == loaders.Unknown || t.other.rows.Answer(at) == loaders.Unknown) {
			return math.NaN()
		}
		return query.Float(own(i)) - query.Float(other(at))
	}
}

// Values lists the values of a text field among the examples of which it is
// known without reading any, the most frequent first, at most n.
func (t *Table) Values(name string, n int) []string {
	f, ok := t.Fields().Find(name)
	if !ok {
		return nil
	}
	column, deep := t.Column(f.Name), t.Deep([]string{f.Name})
	counts := map[string]int{}
	for i := range t.rows.Len() {
		if !t.rows.Read(i) || deep && t.run.known(i) == nil || deep && (f.Name == "culprit.argument") {
			continue
		}
		switch v := column(i).(type) {
		case string:
			counts[v]++
		case []string:
			for _, s := range v {
				counts[s]++
			}
		}
		if len(counts) > 50*n {
			break
		}
	}
	delete(counts, "")
	return mostFrequent(counts, n)
}
