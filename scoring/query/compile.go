package query

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
	"github.com/expr-lang/expr/vm"
)

// program is an expression made ready for many examples. It does not change.
type program struct {
	code *vm.Program
	kind Kind
	uses []string // names of fields
}

// memory bounds the lists that one example's evaluation may build, in elements.
const memory = 100_000

// compile compiles an expression that is true or false.
func compile(text string, fields Fields) (program, *Error) {
	p, err := compileAny(text, fields)
	switch {
	case err != nil:
		return p, err
	case p.kind != Truth:
		return p, &Error{0, len([]rune(text)), "a condition is true or false, this is a " + p.kind.String()}
	}
	return p, nil
}

// compileAny compiles an expression of any kind but modules.
func compileAny(text string, fields Fields) (program, *Error) {
	written, err := replaceHyphens(text, fields)
	if err != nil {
		return program{}, err
	}
	env := make(map[string]any, len(fields))
	for _, f := range fields {
		env[f.Name] = f.Kind.zero()
	}
	env[meterName] = (*meter)(nil)
	r, m := &resolver{fields: fields, typed: map[ast.Node]string{}, nested: map[*ast.PredicateNode]int{}}, &metered{}
	code, fault := expr.Compile(written, append(functions(), expr.Env(env), expr.Patch(visitor(r.declare)), expr.Patch(r), expr.Patch(m))...)
	switch {
	case cmp.Or(r.refused, m.refused) != nil:
		return program{}, cmp.Or(r.refused, m.refused)
	case fault != nil:
		return program{}, r.explain(fault, text)
	}
	kind, ok := kindOf(code.Node().Type())
	if !ok {
		return program{}, &Error{0, len([]rune(text)), "the expression is neither a number nor a text nor true or false"}
	}
	node, used := code.Node(), []string(nil)
	ast.Walk(&node, visitor(func(node *ast.Node) {
		if n, ok := (*node).(*ast.IdentifierNode); ok && !slices.Contains(used, n.Value) {
			if _, field := fields.Find(n.Value); field {
				used = append(used, n.Value)
			}
		}
	}))
	return program{code, kind, used}, nil
}

// visitor is a function that is called with every node of an expression.
type visitor func(node *ast.Node)

// Visit implements [ast.Visitor].
func (v visitor) Visit(node *ast.Node) { v(node) }

// kindOf is the kind of an expression's type.
func kindOf(t reflect.Type) (Kind, bool) {
	switch t.Kind() {
	case reflect.Bool:
		return Truth, true
	case reflect.String:
		return Text, true
	case reflect.Int, reflect.Float64:
		return Number, true
	case reflect.Slice:
		return Set, t.Elem().Kind() == reflect.String
	}
	return 0, false
}

// builtins are the library's functions that a query has: those whose work is
// bounded by what they are given, since a query may come from a file, or is
// counted.
var builtins = []string{
	"all", "none", "any", "one", "filter", "map", "count", "sum", "find", "first", "last", "len",
	"abs", "ceil", "floor", "round", "int", "float", "lower", "upper",
}

// aggregates make one number of several. They replace the library's, which skip undefined
// numbers or not depending on the order: here an undefined number makes the result
// undefined, as with +, and so does having no numbers.
var aggregates = map[string]func([]float64) float64{
	"min": slices.Min[[]float64], "max": slices.Max[[]float64],
	"mean": func(all []float64) float64 { return sum(all) / float64(len(all)) },
	"median": func(all []float64) float64 {
		slices.Sort(all)
		middle := all[(len(all)-1)/2 : len(all)/2+1]
		return sum(middle)/float64(len(middle)) + 0*all[0] // undefined ones come first
	},
}

func sum(all []float64) (s float64) {
	for _, x := range all {
		s += x
	}
	return s
}

// mostNested bounds how deeply any(…) may be nested in any(…).
const mostNested = 2

// functions are those that a query has.
func functions() []expr.Option {
	options := []expr.Option{expr.DisableAllBuiltins()}
	for _, name := range builtins {
		options = append(options, expr.EnableBuiltin(name))
	}
	for name, count := range counts {
		options = append(options, expr.Function(name, func(p ...any) (any, error) { return nil, count(p[0].(*meter), p[1], p[2].(int)) },
			new(func(*meter, any, int) any)))
	}
	for name, of := range aggregates {
		options = append(options, expr.Function(name, func(p ...any) (any, error) {
			all, err := p[0].(*meter).elements(nil, reflect.ValueOf(p[1:]))
			if err != nil || len(all) == 0 {
				return math.NaN(), err
			}
			return of(all), nil
		}, new(func(...any) float64)))
	}
	return append(options,
		expr.Function("has", func(p ...any) (any, error) { return containsFold(p[0].(string), p[1].(string)), nil }, containsFold),
		expr.Function("defined", func(p ...any) (any, error) { return defined(p[0].(float64)), nil }, defined),
	)
}

func defined(x float64) bool { return !math.IsNaN(x) }

// replaceHyphens returns the expression with an underscore for every hyphen that belongs
// to a field's name, so that it is not read as a minus. It returns an error if the
// expression has no words or a pattern is too large.
func replaceHyphens(text string, fields Fields) (string, *Error) {
	tokens, fault := lexer.Lex(file.NewSource(text))
	if fault != nil {
		return "", located(fault)
	}
	if err := checkPatterns(tokens); err != nil || !strings.Contains(text, "-") {
		return text, err
	}
	runes := []rune(text)
	for i := 0; i < len(tokens); i++ {
		if !tokens[i].Is(lexer.Identifier) {
			continue
		}
		// The longest name that begins here.
		last := i
		for k := i; k+2 < len(tokens) && tokens[k+1].Is(lexer.Operator, "-", ".") && tokens[k+2].Is(lexer.Identifier) &&
			tokens[k].To == tokens[k+1].From && tokens[k+1].To == tokens[k+2].From; k += 2 {
			if _, ok := fields.Find(string(runes[tokens[i].From:tokens[k+2].To])); ok {
				last = k + 2
			}
		}
		for k := tokens[i].From; k < tokens[last].To; k++ {
			if runes[k] == '-' {
				runes[k] = '_'
			}
		}
		i = last
	}
	return string(runes), nil
}

// resolver replaces names by the fields that they mean.
type resolver struct {
	fields   Fields
	typed    map[ast.Node]string // what names were before they were a field's
	declared []string            // by let
	unknown  []ast.Node
	members  []ast.Node // that became a part of a name
	nested   map[*ast.PredicateNode]int
	refused  *Error
}

// declare records what a let declares.
func (r *resolver) declare(node *ast.Node) {
	if n, ok := (*node).(*ast.VariableDeclaratorNode); ok {
		r.declared = append(r.declared, n.Name)
	}
}

// Visit is given every node, what it is made of first.
func (r *resolver) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		r.name(node, n.Value)
	case *ast.MemberNode:
		base, plain := n.Node.(*ast.IdentifierNode)
		property, named := n.Property.(*ast.StringNode)
		if plain && named && !slices.Contains(r.declared, base.Value) {
			place := n.Node.Location()
			r.members = append(r.members, n.Node)
			ast.Patch(node, &ast.IdentifierNode{})
			(*node).SetLocation(file.Location{From: place.From, To: max(place.To, property.Location().To)})
			r.name(node, r.typed[base]+"."+property.Value)
		}
	case *ast.BinaryNode:
		if n.Operator == ".." {
			r.refuse(n, "a query has no ranges")
		}
		r.compare(node, n)
	case *ast.PredicateNode:
		r.nest(n)
	case *ast.CallNode:
		// A function is called by a name that is not a field.
		r.unknown = slices.DeleteFunc(r.unknown, func(u ast.Node) bool { return u == n.Callee })
	}
}

func (r *resolver) refuse(node ast.Node, why string) {
	at := node.Location()
	r.refused = &Error{at.From, max(at.To, at.From+1), why}
}

// nest records how deep conditions are nested from n down.
func (r *resolver) nest(n *ast.PredicateNode) {
	deepest := 0
	ast.Walk(&n.Node, visitor(func(node *ast.Node) {
		if inner, ok := (*node).(*ast.PredicateNode); ok {
			deepest = max(deepest, r.nested[inner])
		}
	}))
	if r.nested[n] = deepest + 1; r.nested[n] > mostNested {
		r.refuse(n, "conditions on modules are nested too deeply")
	}
}

// name gives an identifier the name of its field.
func (r *resolver) name(node *ast.Node, typed string) {
	n := (*node).(*ast.IdentifierNode)
	n.Value, r.typed[n] = typed, typed
	f, ok := r.fields.Find(typed)
	if !ok {
		r.unknown = append(r.unknown, n)
		return
	}
	n.Value = f.Name
	n.SetType(reflect.TypeOf(f.Kind.zero()))
}

// compare makes a comparison hold for one text of several, and an undefined
// number unequal to nothing.
func (r *resolver) compare(node *ast.Node, n *ast.BinaryNode) {
	id, ok := n.Left.(*ast.IdentifierNode)
	if !ok {
		return
	}
	left, ok := r.fields.Find(id.Value)
	if !ok {
		return
	}
	switch {
	case left.Kind == Set && n.Operator == "==":
		ast.Patch(node, &ast.BinaryNode{Operator: "in", Left: n.Right, Right: n.Left})
	case left.Kind == Set && n.Operator == "!=":
		in := &ast.BinaryNode{Operator: "in", Left: n.Right, Right: n.Left}
		in.SetLocation(n.Location())
		ast.Patch(node, &ast.UnaryNode{Operator: "not", Node: in})
	case left.Kind == Set && slices.Contains([]string{"contains", "startsWith", "endsWith", "matches"}, n.Operator):
		one := &ast.BinaryNode{Operator: n.Operator, Left: &ast.PointerNode{}, Right: n.Right}
		one.SetLocation(n.Location())
		each := &ast.PredicateNode{Node: one}
		each.SetLocation(n.Location())
		ast.Patch(node, &ast.BuiltinNode{Name: "any", Arguments: []ast.Node{n.Left, each}})
	case left.Kind == Number && n.Operator == "!=":
		less := &ast.BinaryNode{Operator: "<", Left: n.Left, Right: n.Right}
		more := &ast.BinaryNode{Operator: ">", Left: n.Left, Right: n.Right}
		less.SetLocation(n.Location())
		more.SetLocation(n.Location())
		ast.Patch(node, &ast.BinaryNode{Operator: "or", Left: less, Right: more})
	}
}

// explain words the error of an expression itself where a name is not a
// field's.
func (r *resolver) explain(fault error, text string) *Error {
	for _, u := range r.unknown {
		name := u.(*ast.IdentifierNode).Value
		if root, _, _ := strings.Cut(name, "."); !slices.Contains(r.declared, root) && !slices.Contains(r.members, u) {
			at := u.Location()
			e := r.fields.unknown(name, at.From, max(at.To, at.From+1))
			if !strings.Contains(e.What, ";") {
				e.What += "; a word is in quotes"
			}
			return e
		}
	}
	e := located(fault)
	e.End = min(max(e.End, e.At+1), max(e.At+1, len([]rune(text))))
	return e
}

// longClauses reads an expression, cut where and joins what all must hold.
func longClauses(text string, fields Fields) ([]clause, *Error) {
	if _, err := compile(text, fields); err != nil {
		return nil, err
	}
	parts, loose := conjuncts(text)
	var clauses []clause
	for _, part := range parts {
		c := clause{text: part, long: part}
		if loose {
			c.long = "(" + part + ")"
		}
		var err *Error
		if c.program, err = compile(c.long, fields); err != nil { // it is right as a whole
			return nil, &Error{0, len([]rune(text)), "the expression cannot be put in parentheses: " + err.What}
		}
		clauses = append(clauses, c)
	}
	return clauses, nil
}

// conjuncts cuts an expression at its outermost ands, and leaves out the
// comments and semicolons at an end of a part. One with anything that binds
// looser is whole, and loose.
func conjuncts(text string) (parts []string, loose bool) {
	tokens, err := lexer.Lex(file.NewSource(text))
	if err != nil {
		return []string{text}, true
	}
	tokens = slices.DeleteFunc(tokens, func(t lexer.Token) bool { return t.Is(lexer.EOF) })
	for len(tokens) > 1 && tokens[len(tokens)-1].Is(lexer.Operator, ";") {
		tokens = tokens[:len(tokens)-1]
	}
	runes := []rune(text)
	span := func(part []lexer.Token) string {
		if len(part) == 0 {
			return ""
		}
		return string(runes[part[0].From:part[len(part)-1].To])
	}
	depth, from := 0, 0
	for i, t := range tokens {
		switch {
		case t.Is(lexer.Bracket, "(", "[", "{"):
			depth++
		case t.Is(lexer.Bracket):
			depth--
		case depth > 0:
		case t.Is(lexer.Operator, "and", "&&"):
			parts = append(parts, span(tokens[from:i]))
			from = i + 1
		case t.Is(lexer.Operator, "or", "||", "?", ":", "??", "let", "if", ";", "|", "="):
			return []string{span(tokens)}, true
		}
	}
	return append(parts, span(tokens[from:])), false
}

// clause is a part of a query that can be removed.
type clause struct {
	text    string // as it was typed
	short   bool   // in the short form, where the same text may mean another thing
	long    string // the same as an expression, which binds no looser than and
	program program
}
