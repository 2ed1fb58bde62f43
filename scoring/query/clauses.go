package query

import (
	"slices"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
)

// longClauses compiles an expression in the long form, and cuts it at its outermost ands into the
// clauses that all must hold, each compiled by itself. One that cannot be cut (splitConjuncts) is
// one clause, whose long form is put in parentheses. An error is that of the whole expression, or,
// over all of it, that a part does not compile.
func longClauses(text string, fields Fields) ([]clause, *Error) {
	if _, err := compileCondition(text, fields); err != nil {
		return nil, err
	}
	parts, loose := splitConjuncts(text)
	var clauses []clause
	for _, part := range parts {
		c := clause{text: part, long: part}
		if loose {
			c.long = "(" + part + ")"
		}
		var err *Error
		if c.program, err = compileCondition(c.long, fields); err != nil { // it is right as a whole
			return nil, &Error{0, len([]rune(text)), "the expression cannot be put in parentheses: " + err.What}
		}
		clauses = append(clauses, c)
	}
	return clauses, nil
}

// splitConjuncts cuts an expression at its ands outside all brackets, and leaves out comments and
// spaces at the ends of the parts, and semicolons at the end of the text. If something outside
// brackets binds looser than and (or, ?:, ??, let, if, a semicolon, a pipe, =), or it has no
// tokens, loose is true and the expression is the only part.
func splitConjuncts(text string) (parts []string, loose bool) {
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
