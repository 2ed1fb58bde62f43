package facts

import (
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
)

// Column implements [query.Source]: it returns a column's values, nil for an unknown name. It
// ignores aliases.
func (t *Table) Column(name string) query.Column {
	if k := placeOf(t.columns, name); k >= 0 {
		return t.columns[k].Of(t)
	}
	return nil
}

// Columns returns the columns in the order of a help.
func (t *Table) Columns() []Column { return t.columns }

// Measures returns the names, written as in queries, of numeric columns with a better direction,
// without those of one type of module or another run.
func (t *Table) Measures() (names []string) {
	for _, c := range t.columns {
		isMeasured := c.Kind == query.Number && c.Better != scoring.Neither && c.Group != "Modules" && c.Group != "Other run"
		if isMeasured {
			names = append(names, query.Reference(c.Name))
		}
	}
	return names
}

// Fields returns what a query can ask of the rows: columns without values.
func (t *Table) Fields() query.Fields {
	return loaders.Map(t.columns, func(c Column) query.Field { return c.Field })
}

// Deep reports whether any field needs pages, which may have to be made.
func (t *Table) Deep(columnNames []string) bool {
	return slices.ContainsFunc(t.columns, func(c Column) bool { return c.pages != nil && slices.Contains(columnNames, c.Name) })
}

// Known reports whether all fields' values for an example are in memory and current.
func (t *Table) Known(columnNames []string, exampleIndex int) bool {
	for i := range t.columns { // by address, because a list asks for each of its cells
		if c := &t.columns[i]; slices.Contains(columnNames, c.Name) && !t.holdsPages(c, exampleIndex) {
			return false
		}
	}
	return true
}

func (t *runSnapshot) holdsPages(c *Column, exampleIndex int) bool {
	return !slices.ContainsFunc(c.pages, func(kind string) bool { return !t.isKnown(kind, exampleIndex) })
}

// All lists the rows of the examples that were read, in order: what a query chooses from.
func (t *Table) All() []int {
	return t.Rows(slices.DeleteFunc(loaders.Indices(t.Len()), func(i int) bool { return !t.Read(i) }))
}

// Select returns the rows in [Table.All] for which a query holds. The error is the context's.
func (t *Table) Select(ctx context.Context, q query.Query) (query.Selection, error) {
	return q.Select(ctx, t, t.All())
}

func (t *Table) isRight(i int) bool      { return t.Answer(i) == loaders.Right }
func (t *Table) isWrong(i int) bool      { return t.Answer(i) == loaders.Wrong }
func (t *Table) isFaithful(i int) bool   { return t.Faithful(i) == loaders.Right }
func (t *Table) isUnfaithful(i int) bool { return t.Faithful(i) == loaders.Wrong }

// Failed reports whether an example is worth a look: its answer is wrong, it is unfaithful, or
// its record was read and is broken.
func (t *Table) Failed(i int) bool {
	return t.isWrong(i) || t.isUnfaithful(i) || t.Read(i) && t.rowOf(i).Broken
}

func (t *runSnapshot) rowOf(i int) loaders.ListedExample { return t.run.Scored.Run.Row(i) }
