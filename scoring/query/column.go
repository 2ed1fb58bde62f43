package query

import "math"

// Column returns the values of a field. It is for one goroutine.
type Column interface {
	// At returns the value for example i, in the type of the field's [Kind].
	At(i int) any
}

// ColumnOf is the [Column] of a type, which comparisons read without boxing.
type ColumnOf[T any] func(i int) T

// At implements [Column].
func (c ColumnOf[T]) At(i int) any { return c(i) }

// Source has examples by columns. It does not change while a query reads it.
type Source interface {
	// Column returns a field's column by name. Several goroutines call it.
	Column(name string) Column
}

// Float returns a value as a number: 1 and 0 for a truth, NaN for any other kind.
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
