package facts

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/query"
)

var (
	moduleColumns      = fieldsOf("Module", readModules, inRecords, inGrades)
	attributionColumns = fieldsOf("Attribution", func(t *Table) func(i int) AttributionRow {
		recorded := t.recordFinder()
		return func(i int) AttributionRow {
			example, k := t.partOf(i)
			return recorded(example).attributions[k]
		}
	}, inRecords)
)

func readModules(t *Table) func(row int) query.ModuleRow {
	recorded, grades := t.recordFinder(), pageFinder(&t.runSnapshot, (*runSnapshot).gradesOf)
	return func(row int) query.ModuleRow {
		example, node := t.partOf(row)
		return recorded(example).moduleAt(node, grades(example).moduleOf(example%size, node), node == t.CulpritNode(example))
	}
}

// Modules returns the table of the programs' modules, in program order: their own columns, then
// the examples' columns with other names. It reads no records yet.
func (t *Table) Modules() *Table {
	row := t.run.Scored.Run.Walk()
	return t.partsOf(moduleColumns, func(i int) int { return row(i).Modules })
}

// Attributions returns the table of the examples' attributions, in the order of the file, with
// columns like [Table.Modules]. It reads the records.
func (t *Table) Attributions() *Table {
	recorded := t.recordFinder()
	return t.partsOf(attributionColumns, func(i int) int { return len(recorded(i).attributions) })
}

// partsOf returns a table with partCountOf(i) rows for example i: columns ownColumns, then t's with the
// example's value. Names and aliases in ownColumns win, because a query finds the first.
func (t *Table) partsOf(ownColumns []Column, partCountOf func(i int) int) *Table {
	p := *t
	p.partRowStarts = &partRowStarts{begin: make([]int32, t.Len()+1), own: len(ownColumns)}
	for i := range t.Len() {
		p.begin[i+1] = p.begin[i]
		if t.Read(i) {
			p.begin[i+1] += int32(partCountOf(i))
		}
	}
	p.columns = slices.Clone(ownColumns)
	for _, c := range t.columns {
		if placeOf(ownColumns, c.Name) >= 0 {
			continue
		}
		c.Aliases = loaders.Filter(c.Aliases, func(a string) bool { return placeOf(ownColumns, a) < 0 })
		if placeOf(ownColumns, c.Known) >= 0 {
			c.Known = "" // it names a column of the parts
		}
		of := c.Of
		c.Of = func(*Table) query.Column {
			own := of(t)
			return query.ColumnOf[any](func(i int) any { return own.At(p.Example(i)) })
		}
		p.columns = append(p.columns, c)
	}
	return &p
}

// Own names the parts' own columns. The table must be one of parts.
func (t *Table) Own() []string {
	return loaders.Map(t.columns[:t.own], func(c Column) string { return c.Name })
}
