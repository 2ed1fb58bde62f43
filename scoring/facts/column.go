package facts

import (
	"reflect"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
)

// newColumn declares a column with this name and help whose value for row i of a table is what of
// returns; its kind follows from T. pages are the kinds of pages that it reads.
func newColumn[T any](name, help string, of func(t *Table, i int) T, pages ...string) Column {
	return columnOf(name, help, func(t *Table) func(i int) T { return func(i int) T { return of(t, i) } }, pages...)
}

// columnOf declares a column whose values are those of the function that of returns for a table;
// its kind follows from T, pages are the kinds of pages that it reads. That function is for one
// goroutine.
func columnOf[T any](name, help string, of func(t *Table) func(i int) T, pages ...string) Column {
	return Column{
		Field: query.Field{Meaning: scoring.Meaning{Name: name, Help: help}, Kind: kindOf(reflect.TypeFor[T]())}, pages: pages,
		Of: func(t *Table) query.Column { return query.ColumnOf[T](of(t)) },
	}
}

// ofRow declares a column made from the texts that a list shows of an example, which need no
// reading.
func ofRow[T any](name, help string, of func(row loaders.Row) T) Column {
	return columnOf(name, help, func(t *Table) func(i int) T {
		row := t.run.Scored.Run.Walk()
		return func(i int) T { return of(row(i)) }
	})
}

// ofRecord declares a column made from what an example's record says; it reads pages of records.
func ofRecord[T any](name, help string, of func(r *record) T) Column {
	return columnOf(name, help, func(t *Table) func(i int) T {
		at := t.recordFinder()
		return func(i int) T { return of(at(i)) }
	}, inRecords)
}

// asFacet returns the column as one that has few values, which are worth counting.
func (c Column) asFacet() Column {
	c.Facet = true
	return c
}

// withNames returns the column with these aliases.
func (c Column) withNames(names ...string) Column {
	c.Aliases = names
	return c
}

// withFormer returns the column such that queries may write the value is as it once was called,
// was.
func (c Column) withFormer(was, is string) Column {
	c.Former = map[string]string{was: is}
	return c
}

// knownBy returns a column of truths that has a value only where a query holds.
func (c Column) knownBy(where string) Column {
	c.Known = where
	return c
}

// withUnit returns the column with a unit, "" for none, and a better direction.
func (c Column) withUnit(unit string, better scoring.Direction) Column {
	c.Unit, c.Better = unit, better
	return c
}

// underGroup sets the heading in a help of all columns, and returns them.
func underGroup(group string, columns ...Column) []Column {
	for i := range columns {
		columns[i].Group = group
	}
	return columns
}

// kindOf returns the kind of query values for a Go type: Truth, Text, Set for []string, Others or
// Modules for other slices, else Number.
func kindOf(t reflect.Type) query.Kind {
	switch t.Kind() {
	case reflect.Bool:
		return query.Truth
	case reflect.String:
		return query.Text
	case reflect.Slice:
		switch t.Elem() {
		case reflect.TypeFor[string]():
			return query.Set
		case reflect.TypeFor[query.Other]():
			return query.Others
		}
		return query.Modules
	}
	return query.Number
}

// fieldsOf declares a column, in group and on the help pages, for every field of the struct R that
// of returns for a row. The field's tags are its expr (the column's name), unit, help, facet, known
// and better; the kind follows from its type.
func fieldsOf[R any](group string, of func(t *Table) func(i int) R, pages ...string) []Column {
	var list []Column
	row := reflect.TypeFor[R]()
	for f := range row.NumField() {
		tag := row.Field(f).Tag
		c := Column{Field: query.Field{
			Meaning: scoring.Meaning{Name: tag.Get("expr"), Unit: tag.Get("unit"), Help: tag.Get("help")},
			Kind:    kindOf(row.Field(f).Type), Group: group, Facet: tag.Get("facet") != "", Known: tag.Get("known"),
		}, pages: pages}
		_ = c.Better.UnmarshalText([]byte(tag.Get("better"))) // it has no error
		c.Of = func(t *Table) query.Column { return fieldOf(of(t), f) }
		list = append(list, c)
	}
	return list
}

// fieldOf returns the column of field f of what of returns for a row, whole numbers as float64.
func fieldOf[R any](of func(i int) R, f int) query.Column {
	return query.ColumnOf[any](func(i int) any {
		v := reflect.ValueOf(of(i)).Field(f)
		if v.CanInt() {
			return float64(v.Int())
		}
		return v.Interface()
	})
}
