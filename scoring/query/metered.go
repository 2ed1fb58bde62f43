package query

import (
	"reflect"

	"github.com/expr-lang/expr/ast"
)

const meterName, countedName = "@meter", "@value"

type costVisitor struct{ refused *Error }

// Visit puts counting around expensive nodes, and refuses patterns that aren't constants.
func (c *costVisitor) Visit(syntaxNode *ast.Node) {
	switch n := (*syntaxNode).(type) {
	case *ast.PredicateNode:
		n.Node = countBefore("@step", n.Node, &ast.NilNode{}, 0)
	case *ast.BuiltinNode:
		switch n.Name {
		case "lower", "upper":
			*syntaxNode = countValue("@text", n, 0)
		case "sum":
			n.Arguments[0] = countValue("@list", n.Arguments[0], 0)
		}
	case *ast.CallNode:
		if f, ok := n.Callee.(*ast.IdentifierNode); ok && aggregates[f.Value] != nil {
			n.Arguments = append([]ast.Node{&ast.IdentifierNode{Value: meterName}}, n.Arguments...)
		}
	case *ast.BinaryNode:
		switch {
		case n.Operator == "+" && n.Type().Kind() != reflect.Float64 && n.Type().Kind() != reflect.Int:
			*syntaxNode = countValue("@text", n, 0)
		case n.Operator == "matches":
			pattern, ok := n.Right.(*ast.StringNode)
			if !ok {
				c.refused = errorAt(n, noPattern)
				return
			}
			size, _ := patternSize(pattern.Value)
			n.Left = countValue("@match", n.Left, size)
		}
	}
}

func countValue(counterName string, measuredNode ast.Node, sizeKind int) ast.Node {
	value := &ast.IdentifierNode{Value: countedName}
	let := &ast.VariableDeclaratorNode{Name: countedName, Value: measuredNode, Expr: countBefore(counterName, value, value, sizeKind)}
	let.SetLocation(measuredNode.Location())
	return let
}

func countBefore(counterName string, resultNode, measuredValue ast.Node, sizeKind int) ast.Node {
	call := &ast.CallNode{Callee: &ast.IdentifierNode{Value: counterName}, Arguments: []ast.Node{
		&ast.IdentifierNode{Value: meterName}, measuredValue, &ast.IntegerNode{Value: sizeKind},
	}}
	call.SetLocation(resultNode.Location())
	return &ast.SequenceNode{Nodes: []ast.Node{call, resultNode}}
}
