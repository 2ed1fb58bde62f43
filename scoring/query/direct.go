package query

import (
	"cmp"

	"github.com/expr-lang/expr/ast"
)

// directColumn evaluates fields, comparisons, has, not, and, or; nil for others. Values must equal
// the machine's to the last bit.
func directColumn(node ast.Node, src Source) Column {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		return src.Column(n.Value)
	case *ast.UnaryNode:
		if x, ok := directColumn(n.Node, src).(ColumnOf[bool]); ok && (n.Operator == "not" || n.Operator == "!") {
			return ColumnOf[bool](func(i int) bool { return !x(i) })
		}
	case *ast.BinaryNode:
		switch x := directColumn(n.Left, src).(type) {
		case ColumnOf[bool]:
			return joinConditions(x, n.Operator, operandColumn[bool](n.Right, src))
		case ColumnOf[float64]:
			return compareColumns(x, n.Operator, operandColumn[float64](n.Right, src))
		case ColumnOf[string]:
			return compareColumns(x, n.Operator, operandColumn[string](n.Right, src))
		}
	case *ast.CallNode:
		f, ok := n.Callee.(*ast.IdentifierNode)
		if !ok || f.Value != "has" {
			return nil
		}
		text, part := operandColumn[string](n.Arguments[0], src), operandColumn[string](n.Arguments[1], src)
		if text != nil && part != nil {
			return ColumnOf[bool](func(i int) bool { return containsFold(text(i), part(i)) })
		}
	}
	return nil
}

func joinConditions(x ColumnOf[bool], operator string, y ColumnOf[bool]) Column {
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

func operandColumn[T any](node ast.Node, src Source) ColumnOf[T] {
	var constant any
	switch n := node.(type) {
	case *ast.IntegerNode:
		constant = float64(n.Value)
	case *ast.FloatNode:
		constant = n.Value
	case *ast.StringNode:
		constant = n.Value
	default:
		column, _ := directColumn(node, src).(ColumnOf[T])
		return column
	}
	x, ok := constant.(T)
	if !ok {
		return nil
	}
	return func(int) T { return x }
}

func compareColumns[T cmp.Ordered](x ColumnOf[T], operator string, y ColumnOf[T]) Column {
	holds := map[string]func(a, b T) bool{
		"==": func(a, b T) bool { return a == b }, "!=": func(a, b T) bool { return a != b },
		"<": func(a, b T) bool { return a < b }, "<=": func(a, b T) bool { return a <= b },
		">": func(a, b T) bool { return a > b }, ">=": func(a, b T) bool { return a >= b },
	}[operator]
	if y == nil || holds == nil {
		return nil
	}
	return ColumnOf[bool](func(i int) bool { return holds(x(i), y(i)) })
}
