package facts

import (
	"reflect"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
)

func newColumn[T any](name, help string, cellValueOf func(t *Table, i int) T, pageKinds ...string) Column {
	return columnOf(name, help, func(t *Table) func(i int) T { return func(i int) T { return cellValueOf(t, i) } }, pageKinds...)
}

func columnOf[T any](name, help string, valuesOf func(t *Table) func(i int) T, pageKinds ...string) Column {
	kind, _ := query.KindOf(reflect.TypeFor[T]())
	return Column{
		Field: query.Field{ColumnMeaning: scoring.ColumnMeaning{Name: name, Help: help}, Kind: kind}, pages: pageKinds,
		Of: func(t *Table) query.Column { return query.ColumnOf[T](valuesOf(t)) },
	}
}

func ofRow[T any](name, help string, cellValueOf func(row loaders.ListedExample) T) Column {
	return columnOf(name, help, func(t *Table) func(i int) T {
		row := t.run.Scored.Run.WalkWhole()
		return func(i int) T { return cellValueOf(row(i)) }
	})
}

func ofRecord[T any](name, help string, cellValueOf func(r *exampleRecord) T) Column {
	return columnOf(name, help, func(t *Table) func(i int) T {
		at := t.recordFinder()
		return func(i int) T { return cellValueOf(at(i)) }
	}, inRecords)
}

func placeOf(columns []Column, name string) int {
	return slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
}

func (c Column) asFacet() Column {
	c.Facet = true
	return c
}

func (c Column) withNames(alternativeNames ...string) Column {
	c.Aliases = alternativeNames
	return c
}

func (c Column) withFormer(formerValue, currentValue string) Column {
	c.Former = map[string]string{formerValue: currentValue}
	return c
}

func (c Column) knownBy(knownCondition string) Column {
	c.Known = knownCondition
	return c
}

func (c Column) withUnit(unitName string, betterDirection scoring.Direction) Column {
	c.Unit, c.Better = unitName, betterDirection
	return c
}

func underGroup(groupHeading string, columns ...Column) []Column {
	for i := range columns {
		columns[i].Group = groupHeading
	}
	return columns
}

// fieldsOf declares a column for every field of the struct R that rowOf returns, so that the
// fields' tags are the only list of them: expr (the name), unit, help, facet, known, better.
func fieldsOf[R any](groupHeading string, rowOf func(t *Table) func(i int) R, pageKinds ...string) []Column {
	var list []Column
	row := reflect.TypeFor[R]()
	for f := range row.NumField() {
		tag := row.Field(f).Tag
		kind, _ := query.KindOf(row.Field(f).Type)
		c := Column{Field: query.Field{
			ColumnMeaning: scoring.ColumnMeaning{Name: tag.Get("expr"), Unit: tag.Get("unit"), Help: tag.Get("help")},
			Kind:          kind, Group: groupHeading, Facet: tag.Get("facet") != "", Known: tag.Get("known"),
		}, pages: pageKinds}
		_ = c.Better.UnmarshalText([]byte(tag.Get("better"))) // it has no error
		c.Of = func(t *Table) query.Column {
			of := rowOf(t)
			return query.ColumnOf[any](func(i int) any {
				v := reflect.ValueOf(of(i)).Field(f)
				if v.CanInt() {
					return float64(v.Int())
				}
				return v.Interface()
			})
		}
		list = append(list, c)
	}
	return list
}
