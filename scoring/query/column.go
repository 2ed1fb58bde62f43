package query

import "math"

// Column has a field's values, for one goroutine.
type Column interface {
	// At returns the value in the type of the field's [FieldKind].
	At(i int) any
}

// ColumnOf is read without boxing.
type ColumnOf[T any] func(i int) T

// At implements [Column].
func (c ColumnOf[T]) At(i int) any { return c(i) }

// Source has examples by columns and doesn't change while a query reads it.
type Source interface {
	// Column is called concurrently.
	Column(name string) Column
}

// Float returns 1 and 0 for a truth, NaN for kinds other than numbers.
func Float(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case bool:
		if v {
			return 1
		}
		return 0
	}
	return math.NaN()
}
