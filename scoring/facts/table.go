package facts

import (
	"context"
	"math"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
)

// each makes a column of what an example has.
func each[T any](of func(t *Table, i int) T) func(t *Table) query.Column {
	return func(t *Table) query.Column { return query.ColumnOf[T](func(i int) T { return of(t, i) }) }
}

// ofRow makes a column of the texts that a list has of an example.
func ofRow[T any](of func(row loaders.Row) T) func(t *Table) query.Column {
	return func(t *Table) query.Column {
		row := t.run.Scored.Run.Walk()
		return query.ColumnOf[T](func(i int) T { return of(row(i)) })
	}
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

func (t *Table) right(i int) bool      { return t.Answer(i) == loaders.Right }
func (t *Table) wrong(i int) bool      { return t.Answer(i) == loaders.Wrong }
func (t *Table) faithful(i int) bool   { return t.Faithful(i) == loaders.Right }
func (t *Table) unfaithful(i int) bool { return t.Faithful(i) == loaders.Wrong }

// Failed reports whether an example is one to look at: its answer is wrong, it is
// unfaithful, or its record cannot be read.
func (t *Table) Failed(i int) bool {
	return t.wrong(i) || t.unfaithful(i) || t.Read(i) && t.row(i).Broken
}

func (t *Table) culprit(i int) string {
	if k, _ := t.Culprit(i); k >= 0 {
		return t.Types()[k]
	}
	return ""
}

// kinds are the module types of a column, all of the run's for none named.
func (t *Table) kinds(named []int) []int {
	if named != nil {
		return named
	}
	return t.Present()
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
		return query.ColumnOf[any](func(i int) any {
			var all uint16
			for _, k := range kinds {
				all |= t.Matters(i, k).Bits
			}
			return known[int(all)&(len(known)-1)&^1]
		})
	}
}

// nothingWanted is the column of whether a module of types wants and predicts
// nothing.
func nothingWanted(named []int) func(t *Table) query.Column {
	return func(t *Table) query.Column {
		kinds := t.kinds(named)
		return query.ColumnOf[bool](func(i int) bool {
			return slices.ContainsFunc(kinds, func(k int) bool { return t.Matters(i, k).NothingWanted() })
		})
	}
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
	return query.ColumnOf[float64](func(i int) float64 {
		at := t.twin(i)
		if at < 0 || own == nil || other == nil {
			return math.NaN()
		}
		if name == "right" && (t.Answer(i) == loaders.Unknown || t.other.Answer(at) == loaders.Unknown) {
			return math.NaN()
		}
		return query.Float(own.At(i)) - query.Float(other.At(at))
	})
}

// Table is the facts of a run under one settings: a [query.Source].
type Table struct {
	*session.Summaries
	run      *Run
	settings scoring.Settings
	other    *Table
	columns  []column

	placing sync.Once
	places  map[string]int // of the first example of an id
}

// place returns where the example of an id is, -1 for nowhere.
func (t *Table) place(id string) int {
	t.placing.Do(func() {
		t.places = make(map[string]int, t.Len())
		for i := range t.Len() {
			row, ok := t.run.Scored.Run.Peek(i)
			if _, twice := t.places[row.ID]; ok && !twice {
				t.places[row.ID] = i
			}
		}
	})
	if i, ok := t.places[id]; ok {
		return i
	}
	return -1
}

// Fields are those that a query can ask, in the order of a help.
func (t *Table) Fields() query.Fields {
	fields := make(query.Fields, len(t.columns))
	for i, c := range t.columns {
		fields[i] = c.Field
	}
	return fields
}

// All lists the examples that were read, in order: what a query chooses among.
func (t *Table) All() []int {
	all := make([]int, 0, t.Len())
	for i := range t.Len() {
		if t.Read(i) {
			all = append(all, i)
		}
	}
	return all
}

// Select returns the examples, of those that were read, for which a query
// holds. It reads records where the query is [Table.Deep]. Its error is that of
// ctx.
func (t *Table) Select(ctx context.Context, q query.Query) (query.Selection, error) {
	return q.Select(ctx, t, t.All())
}

// row returns the texts of example i.
func (t *Table) row(i int) loaders.Row { return t.run.Scored.Run.Row(i) }

// column is a field with what an example has of it.
type column struct {
	query.Field
	deep bool // it takes the example's record
	of   func(t *Table) query.Column
}
