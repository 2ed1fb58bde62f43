package query

import (
	"slices"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
)

// longClauses cuts an expression at its outermost ands, so that clauses can be removed singly. The
// whole is compiled first, because its errors have the right place.
func longClauses(queryText string, queryFields Fields) ([]queryClause, error) {
	if _, err := compileCondition(queryText, queryFields); err != nil {
		return nil, err
	}
	parts, loose := splitConjuncts(queryText)
	var clauses []queryClause
	for _, part := range parts {
		c := queryClause{text: part, long: part}
		if loose {
			c.long = "(" + part + ")"
		}
		var err error
		if c.program, err = compileCondition(c.long, queryFields); err != nil {
			return nil, &Error{0, len([]rune(queryText)), "the expression cannot be put in parentheses: " + err.Error()}
		}
		clauses = append(clauses, c)
	}
	return clauses, nil
}

func splitConjuncts(queryText string) (parts []string, loose bool) {
	tokens, err := lexer.Lex(file.NewSource(queryText))
	if err != nil {
		return []string{queryText}, true
	}
	tokens = slices.DeleteFunc(tokens, func(t lexer.Token) bool { return t.Is(lexer.EOF) })
	for len(tokens) > 1 && tokens[len(tokens)-1].Is(lexer.Operator, ";") {
		tokens = tokens[:len(tokens)-1]
	}
	runes := []rune(queryText)
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

type queryClause struct {
	text    string
	short   bool   // the text may mean something else in the long form
	long    string // binds no looser than and
	program compiledExpression
}
