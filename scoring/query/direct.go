package query

import (
	"cmp"
	"math"

	"github.com/expr-lang/expr/ast"
)

// direct is what an expression comes to where the machine need not run: a field,
// a field compared with another or a constant, a text that has another, and
// these joined by not, and, or; nil for any other. It has the machine's values to
// the last bit.
func direct(node ast.Node, src Source) Column {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		return src.Column(n.Value)
	case *ast.UnaryNode:
		if x, ok := direct(n.Node, src).(ColumnOf[bool]); ok && (n.Operator == "not" || n.Operator == "!") {
			return ColumnOf[bool](func(i int) bool { return !x(i) })
		}
	case *ast.BinaryNode:
		switch x := direct(n.Left, src).(type) {
		case ColumnOf[bool]:
			return join(x, n.Operator, operand[bool](n.Right, src))
		case ColumnOf[float64]:
			return compare(x, n.Operator, operand[float64](n.Right, src))
		case ColumnOf[string]:
			return compare(x, n.Operator, operand[string](n.Right, src))
		}
	case *ast.CallNode:
		f, ok := n.Callee.(*ast.IdentifierNode)
		if !ok || f.Value != "has" {
			return nil
		}
		text, part := operand[string](n.Arguments[0], src), operand[string](n.Arguments[1], src)
		if text != nil && part != nil {
			return ColumnOf[bool](func(i int) bool { return containsFold(text(i), part(i)) })
		}
	}
	return nil
}

// join is two conditions in one, nil where y is nil or another operator is
// between them.
func join(x ColumnOf[bool], operator string, y ColumnOf[bool]) Column {
	switch {
	case y == nil:
		return nil
	case operator == "and" || operator == "&&":
		return ColumnOf[bool](func(i int) bool { return x(i) && y(i) })
	case operator == "or" || operator == "||":
		return ColumnOf[bool](func(i int) bool { return x(i) || y(i) })
	}
	return nil
}

// operand is a constant as a column, or a direct one; nil for neither.
func operand[T any](node ast.Node, src Source) ColumnOf[T] {
	var constant any
	switch n := node.(type) {
	case *ast.IntegerNode:
		constant = float64(n.Value)
	case *ast.FloatNode:
		constant = n.Value
	case *ast.StringNode:
		constant = n.Value
	default:
		column, _ := direct(node, src).(ColumnOf[T])
		return column
	}
	x, ok := constant.(T)
	if !ok {
		return nil
	}
	return func(int) T { return x }
}

// compare is a comparison as a column, nil for another operator.
func compare[T cmp.Ordered](x ColumnOf[T], operator string, y ColumnOf[T]) Column {
	if y == nil {
		return nil
	}
	switch operator {
	case "==":
		return ColumnOf[bool](func(i int) bool { return x(i) == y(i) })
	case "!=":
		return ColumnOf[bool](func(i int) bool { return x(i) != y(i) })
	case "<":
		return ColumnOf[bool](func(i int) bool { return x(i) < y(i) })
	case "<=":
		return ColumnOf[bool](func(i int) bool { return x(i) <= y(i) })
	case ">":
		return ColumnOf[bool](func(i int) bool { return x(i) > y(i) })
	case ">=":
		return ColumnOf[bool](func(i int) bool { return x(i) >= y(i) })
	}
	return nil
}

// Column tells what examples have of a field. One goroutine asks it.
type Column interface {
	// At returns what example i has, in the type of the field's [Kind].
	At(i int) any
}

// ColumnOf is the [Column] of a type, which comparisons ask without boxing.
type ColumnOf[T any] func(i int) T

// At implements [Column].
func (c ColumnOf[T]) At(i int) any { return c(i) }

// Source has examples by columns. It does not change while it is asked.
type Source interface {
	// Column returns the column of a field, by its name. It is called from
	// several goroutines.
	Column(name string) Column
}

// Float returns a value as a number, NaN for what is none.
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
