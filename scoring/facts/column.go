package facts

import (
	"reflect"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
)

func newColumn[T any](name, help string, value func(t *Table, i int) T, pages ...string) Column {
	return columnOf(name, help, func(t *Table) func(i int) T { return func(i int) T { return value(t, i) } }, pages...)
}

func columnOf[T any](name, help string, valuesOf func(t *Table) func(i int) T, pages ...string) Column {
	return Column{
		Field: query.Field{Meaning: scoring.Meaning{Name: name, Help: help}, Kind: kindOf(reflect.TypeFor[T]())}, pages: pages,
		Of: func(t *Table) query.Column { return query.ColumnOf[T](valuesOf(t)) },
	}
}

func ofRow[T any](name, help string, value func(row loaders.Row) T) Column {
	return columnOf(name, help, func(t *Table) func(i int) T {
		row := t.run.Scored.Run.Walk()
		return func(i int) T { return value(row(i)) }
	})
}

func ofRecord[T any](name, help string, value func(r *record) T) Column {
	return columnOf(name, help, func(t *Table) func(i int) T {
		at := t.recordFinder()
		return func(i int) T { return value(at(i)) }
	}, inRecords)
}

func (c Column) asFacet() Column {
	c.Facet = true
	return c
}

func (c Column) withNames(names ...string) Column {
	c.Aliases = names
	return c
}

func (c Column) withFormer(was, is string) Column {
	c.Former = map[string]string{was: is}
	return c
}

func (c Column) knownBy(where string) Column {
	c.Known = where
	return c
}

func (c Column) withUnit(unit string, better scoring.Direction) Column {
	c.Unit, c.Better = unit, better
	return c
}

func underGroup(group string, columns ...Column) []Column {
	for i := range columns {
		columns[i].Group = group
	}
	return columns
}

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

// fieldsOf declares a column for every field of the struct R that rowOf returns, so that the
// fields' tags are the only list of them: expr (the name), unit, help, facet, known, better.
func fieldsOf[R any](group string, rowOf func(t *Table) func(i int) R, pages ...string) []Column {
	var list []Column
	row := reflect.TypeFor[R]()
	for f := range row.NumField() {
		tag := row.Field(f).Tag
		c := Column{Field: query.Field{
			Meaning: scoring.Meaning{Name: tag.Get("expr"), Unit: tag.Get("unit"), Help: tag.Get("help")},
			Kind:    kindOf(row.Field(f).Type), Group: group, Facet: tag.Get("facet") != "", Known: tag.Get("known"),
		}, pages: pages}
		_ = c.Better.UnmarshalText([]byte(tag.Get("better"))) // it has no error
		c.Of = func(t *Table) query.Column { return fieldOf(rowOf(t), f) }
		list = append(list, c)
	}
	return list
}

func fieldOf[R any](rowOf func(i int) R, f int) query.Column {
	return query.ColumnOf[any](func(i int) any {
		v := reflect.ValueOf(rowOf(i)).Field(f)
		if v.CanInt() {
			return float64(v.Int())
		}
		return v.Interface()
	})
}
