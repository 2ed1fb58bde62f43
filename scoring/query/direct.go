package query

import (
	"cmp"

	"github.com/expr-lang/expr/ast"
)

// directColumn evaluates fields, comparisons, has, not, and, or without the machine, only to save
// time, so its values must equal the machine's to the last bit; nil for others.
func directColumn(syntaxNode ast.Node, rowSource Source) Column {
	switch n := syntaxNode.(type) {
	case *ast.IdentifierNode:
		return rowSource.Column(n.Value)
	case *ast.UnaryNode:
		if x, ok := directColumn(n.Node, rowSource).(ColumnOf[bool]); ok && (n.Operator == "not" || n.Operator == "!") {
			return ColumnOf[bool](func(i int) bool { return !x(i) })
		}
	case *ast.BinaryNode:
		switch x := directColumn(n.Left, rowSource).(type) {
		case ColumnOf[bool]:
			return joinConditions(x, n.Operator, operandColumn[bool](n.Right, rowSource))
		case ColumnOf[float64]:
			return compareColumns(x, n.Operator, operandColumn[float64](n.Right, rowSource))
		case ColumnOf[string]:
			return compareColumns(x, n.Operator, operandColumn[string](n.Right, rowSource))
		}
	case *ast.CallNode:
		f, ok := n.Callee.(*ast.IdentifierNode)
		if !ok || f.Value != "has" {
			return nil
		}
		text, part := operandColumn[string](n.Arguments[0], rowSource), operandColumn[string](n.Arguments[1], rowSource)
		if text != nil && part != nil {
			return ColumnOf[bool](func(i int) bool { return containsFold(text(i), part(i)) })
		}
	}
	return nil
}

func joinConditions(x ColumnOf[bool], operatorSign string, y ColumnOf[bool]) Column {
	switch {
	case y == nil:
		return nil
	case operatorSign == "and" || operatorSign == "&&":
		return ColumnOf[bool](func(i int) bool { return x(i) && y(i) })
	case operatorSign == "or" || operatorSign == "||":
		return ColumnOf[bool](func(i int) bool { return x(i) || y(i) })
	}
	return nil
}

func operandColumn[T any](syntaxNode ast.Node, rowSource Source) ColumnOf[T] {
	var constant any
	switch n := syntaxNode.(type) {
	case *ast.IntegerNode:
		constant = float64(n.Value)
	case *ast.FloatNode:
		constant = n.Value
	case *ast.StringNode:
		constant = n.Value
	default:
		column, _ := directColumn(syntaxNode, rowSource).(ColumnOf[T])
		return column
	}
	x, ok := constant.(T)
	if !ok {
		return nil
	}
	return func(int) T { return x }
}

func compareColumns[T cmp.Ordered](x ColumnOf[T], operatorSign string, y ColumnOf[T]) Column {
	holds := map[string]func(a, b T) bool{
		"==": func(a, b T) bool { return a == b }, "!=": func(a, b T) bool { return a != b },
		"<": func(a, b T) bool { return a < b }, "<=": func(a, b T) bool { return a <= b },
		">": func(a, b T) bool { return a > b }, ">=": func(a, b T) bool { return a >= b },
	}[operatorSign]
	if y == nil || holds == nil {
		return nil
	}
	return ColumnOf[bool](func(i int) bool { return holds(x(i), y(i)) })
}
