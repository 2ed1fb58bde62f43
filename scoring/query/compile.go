package query

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
	"github.com/expr-lang/expr/vm"
)

type program struct {
	code *vm.Program
	kind Kind
	uses []string
}

func compileCondition(text string, fields Fields) (program, *Error) {
	p, err := compileAny(text, fields)
	switch {
	case err != nil:
		return p, err
	case p.kind != Truth:
		return p, &Error{0, len([]rune(text)), "a condition is true or false, this is a " + p.kind.String()}
	}
	return p, nil
}

// A query may come from a guest, so excessive nesting and uncountable work are errors.
func compileAny(text string, fields Fields) (program, *Error) {
	written, err := replaceHyphens(text, fields)
	if err != nil {
		return program{}, err
	}
	env := make(map[string]any, len(fields))
	for _, f := range fields {
		env[f.Name] = f.Kind.zeroValue()
	}
	env[meterName] = (*meter)(nil)
	r, m := &resolver{fields: fields, typed: map[ast.Node]string{}, nested: map[*ast.PredicateNode]int{}}, &metered{}
	code, fault := expr.Compile(written, append(queryFunctions(), expr.Env(env), expr.Patch(visitor(r.declareNames)), expr.Patch(r),
		expr.Patch(m))...)
	switch {
	case cmp.Or(r.refused, m.refused) != nil:
		return program{}, cmp.Or(r.refused, m.refused)
	case fault != nil:
		return program{}, r.explainFault(fault, text)
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

func isJoined(t []lexer.Token) bool {
	return len(t) > 2 && t[1].Is(lexer.Operator, "-", ".") && t[2].Is(lexer.Identifier) && t[0].To == t[1].From && t[1].To == t[2].From
}

// Hyphens in names become underscores, so as not to be read as minus; patterns are checked before
// the library builds them. The longest name at a word wins.
func replaceHyphens(text string, fields Fields) (string, *Error) {
	tokens, fault := lexer.Lex(file.NewSource(text))
	if fault != nil {
		return "", locateError(fault)
	}
	if err := checkPatterns(tokens); err != nil || !strings.Contains(text, "-") {
		return text, err
	}
	runes := []rune(text)
	for i := 0; i < len(tokens); i++ {
		if !tokens[i].Is(lexer.Identifier) {
			continue
		}
		last := i
		for k := i; isJoined(tokens[k:]); k += 2 {
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
