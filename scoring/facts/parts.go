package facts

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/query"
)

// parts say where the rows of each example begin in a table of what examples
// are made of; one more says where they end.
type parts struct {
	begin []int32
	// where writes a query for the examples that have a part whose field has a
	// value; nil where there is none.
	where func(f query.Field, v any) string
	own   int // how many of the columns are the parts' own
}

var (
	moduleColumns = fieldsOf("Module", func(t *Table) func(i int) query.Module {
		recorded, grades := t.recorded(), turning(&t.aim, (*aim).grades)
		return func(i int) query.Module {
			example, node := t.part(i)
			return moduleAt(recorded(example), grades(example), example%size, node)
		}
	}, inRecords, inGrades)
	attributionColumns = fieldsOf("Attribution", func(t *Table) func(i int) Attribution {
		recorded := t.recorded()
		return func(i int) Attribution {
			example, k := t.part(i)
			return recorded(example).attributions[k]
		}
	}, inRecords)
)

// Modules returns the table of the modules of the examples' programs, in program
// order: its own columns, and those of their examples that are called otherwise.
func (t *Table) Modules() *Table {
	row := t.run.Scored.Run.Walk()
	return t.partsOf(moduleColumns, func(i int) int { return row(i).Modules }, func(f query.Field, v any) string {
		one := query.Equal(query.Field{Name: "." + f.Name, Kind: f.Kind}, v)
		return "any(modules, " + one + ")"
	})
}

// Attributions returns the table of the examples' attributions, in the order of
// the file, as [Table.Modules] does that of modules. It reads records.
func (t *Table) Attributions() *Table {
	recorded := t.recorded()
	return t.partsOf(attributionColumns, func(i int) int { return len(recorded(i).attributions) }, nil)
}

func (t *Table) partsOf(own []Column, count func(i int) int, where func(f query.Field, v any) string) *Table {
	p := *t
	p.parts = &parts{begin: make([]int32, t.Len()+1), where: where, own: len(own)}
	for i := range t.Len() {
		p.parts.begin[i+1] = p.parts.begin[i]
		if t.Read(i) {
			p.parts.begin[i+1] += int32(count(i))
		}
	}
	p.columns = slices.Clone(own)
	for _, c := range t.columns {
		if slices.ContainsFunc(own, func(o Column) bool { return o.Name == c.Name }) || c.Kind == query.Modules {
			continue
		}
		c.Aliases = slices.DeleteFunc(slices.Clone(c.Aliases), func(a string) bool { return slices.ContainsFunc(own, func(o Column) bool { return o.Name == a }) })
		of := c.Of
		c.Of = func(*Table) query.Column { return ofExample(of(t), p.Example) }
		p.columns = append(p.columns, c)
	}
	return &p
}

// ofExample is the column of parts whose values are those of their examples.
func ofExample(c query.Column, example func(row int) int) query.Column {
	switch c := c.(type) {
	case query.ColumnOf[string]:
		return query.ColumnOf[string](func(i int) string { return c(example(i)) })
	case query.ColumnOf[float64]:
		return query.ColumnOf[float64](func(i int) float64 { return c(example(i)) })
	case query.ColumnOf[bool]:
		return query.ColumnOf[bool](func(i int) bool { return c(example(i)) })
	}
	return query.ColumnOf[any](func(i int) any { return c.At(example(i)) })
}

// Own names the columns of a table of parts that are its own.
func (t *Table) Own() (names []string) {
	for _, c := range t.columns[:t.parts.own] {
		names = append(names, c.Name)
	}
	return names
}

// part returns the example of a row, and which of its parts it is.
func (t *Table) part(row int) (example, k int) {
	example = t.Example(row)
	return example, row - int(t.parts.begin[example])
}

// Example returns the example that a row is of: itself, in a table of examples.
func (t *Table) Example(row int) int {
	if t.parts == nil {
		return row
	}
	at, found := slices.BinarySearch(t.parts.begin, int32(row))
	for ; found && at+1 < len(t.parts.begin) && t.parts.begin[at+1] == int32(row); at++ {
	} // those before the last have no parts
	if !found {
		at--
	}
	return at
}

// Rows are the rows of some examples: themselves, in a table of examples.
func (t *Table) Rows(examples []int) []int {
	if t.parts == nil {
		return examples
	}
	var rows []int
	for _, i := range examples {
		for row := t.parts.begin[i]; row < t.parts.begin[i+1]; row++ {
			rows = append(rows, int(row))
		}
	}
	return rows
}

// row returns the texts of example i.
func (t *Table) row(i int) loaders.Row { return t.run.Scored.Run.Row(i) }
