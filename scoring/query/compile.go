package query

import (
	"cmp"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
	"github.com/expr-lang/expr/vm"
)

type compiledExpression struct {
	code *vm.Program
	kind FieldKind
	uses []string
}

func compileCondition(queryText string, queryFields Fields) (compiledExpression, error) {
	p, err := compileAny(queryText, queryFields)
	if err == nil && p.kind != Truth {
		err = &Error{0, len([]rune(queryText)), "a condition must be true or false, but this has type " + p.kind.String()}
	}
	return p, err
}

// compileAny refuses excessive nesting and uncountable work, because a query may come from a guest.
func compileAny(queryText string, queryFields Fields) (compiledExpression, error) {
	written, err := replaceHyphens(queryText, queryFields)
	if err != nil {
		return compiledExpression{}, err
	}
	env := make(map[string]any, len(queryFields))
	for _, f := range queryFields {
		env[f.Name] = f.Kind.zeroValue()
	}
	env[meterName] = (*costMeter)(nil)
	r, m := &fieldResolver{fields: queryFields, typed: map[ast.Node]string{}, nested: map[*ast.PredicateNode]int{}}, &costVisitor{}
	code, fault := expr.Compile(written, append(queryFunctions(), expr.Env(env), expr.Patch(nodeVisitor(r.declareNames)), expr.Patch(r),
		expr.Patch(m))...)
	switch {
	case cmp.Or(r.refused, m.refused) != nil:
		return compiledExpression{}, cmp.Or(r.refused, m.refused)
	case fault != nil:
		return compiledExpression{}, r.explainFault(fault, queryText)
	}
	if e := r.findUnknown(); e != nil { // in defined(), which takes any type
		return compiledExpression{}, e
	}
	kind, ok := KindOf(code.Node().Type())
	if !ok || kind > Set {
		return compiledExpression{}, &Error{0, len([]rune(queryText)), "the expression must be a number, text, or true or false"}
	}
	node, used := code.Node(), []string(nil)
	ast.Walk(&node, nodeVisitor(func(node *ast.Node) {
		if n, ok := (*node).(*ast.IdentifierNode); ok && !slices.Contains(used, n.Value) {
			if _, field := queryFields.Find(n.Value); field {
				used = append(used, n.Value)
			}
		}
	}))
	return compiledExpression{code, kind, used}, nil
}

func isJoined(t []lexer.Token) bool {
	return len(t) > 2 && t[1].Is(lexer.Operator, "-", ".") && t[2].Is(lexer.Identifier) && t[0].To == t[1].From && t[1].To == t[2].From
}

// replaceHyphens writes hyphens in names as underscores, which the library would read as minus, and
// checks patterns before the library builds them. The longest name at a word wins.
func replaceHyphens(queryText string, queryFields Fields) (string, error) {
	tokens, fault := lexer.Lex(file.NewSource(queryText))
	if fault != nil {
		return "", locateError(fault)
	}
	if err := checkPatterns(tokens); err != nil || !strings.Contains(queryText, "-") {
		return queryText, err
	}
	runes := []rune(queryText)
	for i := 0; i < len(tokens); i++ {
		if !tokens[i].Is(lexer.Identifier) {
			continue
		}
		last := i
		for k := i; isJoined(tokens[k:]); k += 2 {
			if _, ok := queryFields.Find(string(runes[tokens[i].From:tokens[k+2].To])); ok {
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
