package facts

import (
	"reflect"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
)

// Column is a column of a table: a field that a query can ask, whose Help is the
// sentence that explains it.
type Column struct {
	query.Field
	Unit   string            // what a number counts: "modules"; "" for a share, a score or no number
	Better scoring.Direction // which of two values is the better one
	// Of returns what the rows of a table have of it.
	Of func(t *Table) query.Column

	pages []string // that it takes, beside what the first pass left
}

// column declares a column of what of gives for a row.
func column[T any](name, help string, of func(t *Table, i int) T, pages ...string) Column {
	return Column{
		Field: query.Field{Name: name, Kind: kindOf(reflect.TypeFor[T]()), Help: help}, pages: pages,
		Of: func(t *Table) query.Column { return query.ColumnOf[T](func(i int) T { return of(t, i) }) },
	}
}

// ofRow declares a column of the texts that a list has of an example.
func ofRow[T any](name, help string, of func(row loaders.Row) T) Column {
	c := column(name, help, func(*Table, int) (none T) { return none })
	c.Of = func(t *Table) query.Column {
		row := t.run.Scored.Run.Walk()
		return query.ColumnOf[T](func(i int) T { return of(row(i)) })
	}
	return c
}

// ofRecord declares a column of what an example's record says.
func ofRecord[T any](name, help string, of func(r *record) T) Column {
	c := column(name, help, func(*Table, int) (none T) { return none }, inRecords)
	c.Of = func(t *Table) query.Column {
		at := t.recorded()
		return query.ColumnOf[T](func(i int) T { return of(at(i)) })
	}
	return c
}

// turning returns what finds the page of an example, and remembers the last one.
// One goroutine asks it.
func turning[P page](t *aim, pageOf func(t *aim, i int) P) func(i int) P {
	var last P
	at := -1
	return func(i int) P {
		if at != i/size || !last.holds(t, i%size) {
			last, at = pageOf(t, i), i/size
		}
		return last
	}
}

// facet says that the values of a column are few and worth counting.
func (c Column) facet() Column {
	c.Facet = true
	return c
}

// also gives a column other names.
func (c Column) also(names ...string) Column {
	c.Aliases = names
	return c
}

// is gives a column its unit and its direction.
func (c Column) is(unit string, better scoring.Direction) Column {
	c.Unit, c.Better = unit, better
	return c
}

// under heads columns in a help.
func under(group string, columns ...Column) []Column {
	for i := range columns {
		columns[i].Group = group
	}
	return columns
}

// kindOf is the kind of a Go type.
func kindOf(t reflect.Type) query.Kind {
	switch t.Kind() {
	case reflect.Bool:
		return query.Truth
	case reflect.String:
		return query.Text
	case reflect.Slice:
		if t.Elem().Kind() == reflect.String {
			return query.Set
		}
		return query.Modules
	}
	return query.Number
}

// fieldsOf declares a column for every field of R, as its tags say, of what of
// gives for a row.
func fieldsOf[R any](group string, of func(t *Table) func(i int) R, pages ...string) []Column {
	var list []Column
	row := reflect.TypeFor[R]()
	for f := range row.NumField() {
		tag := row.Field(f).Tag
		c := Column{
			Field: query.Field{Name: tag.Get("expr"), Kind: kindOf(row.Field(f).Type), Help: tag.Get("help"), Group: group, Facet: tag.Get("facet") != ""},
			Unit:  tag.Get("unit"), Better: map[string]scoring.Direction{"higher": scoring.Higher, "lower": scoring.Lower}[tag.Get("better")], pages: pages,
		}
		c.Of = func(t *Table) query.Column { return fieldOf(of(t), f, c.Kind) }
		list = append(list, c)
	}
	return list
}

// fieldOf is field f of what of gives, as the kind of its column.
func fieldOf[R any](of func(i int) R, f int, kind query.Kind) query.Column {
	value := func(i int) reflect.Value { return reflect.ValueOf(of(i)).Field(f) }
	switch kind {
	case query.Truth:
		return query.ColumnOf[bool](func(i int) bool { return value(i).Bool() })
	case query.Text:
		return query.ColumnOf[string](func(i int) string { return value(i).String() })
	}
	return query.ColumnOf[float64](func(i int) float64 {
		v := value(i)
		if v.CanInt() {
			return float64(v.Int())
		}
		return v.Float()
	})
}
