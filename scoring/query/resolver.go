package query

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
)

type nodeVisitor func(node *ast.Node)

func (v nodeVisitor) Visit(syntaxNode *ast.Node) { v(syntaxNode) }

const mostNested = 2

type fieldResolver struct {
	fields   Fields
	typed    map[ast.Node]string
	declared []string // by let
	unknown  []ast.Node
	members  []ast.Node
	nested   map[*ast.PredicateNode]int
	refused  *Error
}

func (r *fieldResolver) declareNames(syntaxNode *ast.Node) {
	if n, ok := (*syntaxNode).(*ast.VariableDeclaratorNode); ok {
		r.declared = append(r.declared, n.Name)
	}
}

// Visit resolves names, with their parts after dots, and notes unknown ones. It relies on children
// coming first. Ranges are refused, because they may have any size.
func (r *fieldResolver) Visit(syntaxNode *ast.Node) {
	switch n := (*syntaxNode).(type) {
	case *ast.IdentifierNode:
		r.nameField(syntaxNode, n.Value)
	case *ast.MemberNode:
		base, plain := n.Node.(*ast.IdentifierNode)
		property, named := n.Property.(*ast.StringNode)
		if plain && named && !slices.Contains(r.declared, base.Value) {
			place := n.Node.Location()
			r.members = append(r.members, n.Node)
			ast.Patch(syntaxNode, &ast.IdentifierNode{})
			(*syntaxNode).SetLocation(file.Location{From: place.From, To: max(place.To, property.Location().To)})
			r.nameField(syntaxNode, r.typed[base]+"."+property.Value)
		}
	case *ast.BinaryNode:
		if n.Operator == ".." {
			r.refused = errorAt(n, "queries can't use ranges")
		}
		r.resolveComparison(syntaxNode, n)
	case *ast.PredicateNode:
		r.recordNesting(n)
	case *ast.CallNode:
		r.unknown = slices.DeleteFunc(r.unknown, func(u ast.Node) bool { return u == n.Callee })
	}
}

func (r *fieldResolver) recordNesting(n *ast.PredicateNode) {
	deepest := 0
	ast.Walk(&n.Node, nodeVisitor(func(node *ast.Node) {
		if inner, ok := (*node).(*ast.PredicateNode); ok {
			deepest = max(deepest, r.nested[inner])
		}
	}))
	if r.nested[n] = deepest + 1; r.nested[n] > mostNested {
		r.refused = errorAt(n, "conditions on modules are nested too deeply")
	}
}

func (r *fieldResolver) nameField(syntaxNode *ast.Node, typedName string) {
	n := (*syntaxNode).(*ast.IdentifierNode)
	n.Value, r.typed[n] = typedName, typedName
	f, ok := r.fields.Find(typedName)
	if !ok {
		r.unknown = append(r.unknown, n)
		return
	}
	n.Value = f.Name
	n.SetType(reflect.TypeOf(f.Kind.zeroValue()))
}

// Comparisons of a Set hold if one of its texts does (!= if none is equal). Number != x becomes <
// or >, so that an undefined number is not unequal. A value's former name becomes the present one.
func (r *fieldResolver) resolveComparison(syntaxNode *ast.Node, n *ast.BinaryNode) {
	id, ok := n.Left.(*ast.IdentifierNode)
	if !ok {
		return
	}
	left, ok := r.fields.Find(id.Value)
	if !ok {
		return
	}
	if value, ok := n.Right.(*ast.StringNode); ok {
		value.Value = cmp.Or(left.Former[value.Value], value.Value)
	}
	place := func(x ast.Node) ast.Node {
		x.SetLocation(n.Location())
		return x
	}
	binary := func(operator string, left, right ast.Node) ast.Node {
		return place(&ast.BinaryNode{Operator: operator, Left: left, Right: right})
	}
	switch {
	case left.Kind == Set && n.Operator == "==":
		ast.Patch(syntaxNode, binary("in", n.Right, n.Left))
	case left.Kind == Set && n.Operator == "!=":
		ast.Patch(syntaxNode, &ast.UnaryNode{Operator: "not", Node: binary("in", n.Right, n.Left)})
	case left.Kind == Set && slices.Contains([]string{"contains", "startsWith", "endsWith", "matches"}, n.Operator):
		one := place(&ast.PredicateNode{Node: binary(n.Operator, &ast.PointerNode{}, n.Right)})
		ast.Patch(syntaxNode, &ast.BuiltinNode{Name: "any", Arguments: []ast.Node{n.Left, one}})
	case left.Kind == Number && n.Operator == "!=":
		ast.Patch(syntaxNode, binary("or", binary("<", n.Left, n.Right), binary(">", n.Left, n.Right)))
	}
}

// The first unknown name is the likeliest cause; otherwise the library's fault counts.
func (r *fieldResolver) explainFault(parseFault error, text string) *Error {
	if e := r.findUnknown(); e != nil {
		return e
	}
	e := locateError(parseFault)
	e.End = min(max(e.End, e.At+1), max(e.At+1, len([]rune(text))))
	return e
}

func (r *fieldResolver) findUnknown() *Error {
	for _, u := range r.unknown {
		name := u.(*ast.IdentifierNode).Value
		if root, _, _ := strings.Cut(name, "."); !slices.Contains(r.declared, root) && !slices.Contains(r.members, u) {
			at := errorAt(u, "")
			e := r.fields.unknownName(name, at.At, at.End)
			if !strings.Contains(e.What, ";") {
				e.What += "; put words in quotes"
			}
			return e
		}
	}
	return nil
}
