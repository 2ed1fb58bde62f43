package query

import (
	"cmp"
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
)

// Error holds what is wrong with a query, and where.
type Error struct {
	// runes: 0 ≤ At ≤ End
	At, End int
	What    string
}

// Error omits the place.
func (e *Error) Error() string { return e.What }

// Point marks the place below the text, for a terminal with one cell per rune.
func (e *Error) Point(queryText string) string {
	return queryText + "\n" + strings.Repeat(" ", min(e.At, utf8.RuneCountInString(queryText))) + strings.Repeat("^", max(1, e.End-e.At))
}

func errorAt(syntaxNode ast.Node, problemText string) *Error {
	at := syntaxNode.Location()
	return &Error{at.From, max(at.To, at.From+1), problemText}
}

func locateError(err error) *Error {
	var at *file.Error
	if !errors.As(err, &at) {
		return &Error{0, 0, firstLine(err.Error())}
	}
	what := unexpected.ReplaceAllString(firstLine(cmp.Or(at.Message, "can't parse the expression")), "something is missing before $1")
	return &Error{at.From, max(at.To, at.From), element.Replace(what)}
}

var unexpected = regexp.MustCompile(`unexpected token \w+\("(.*)"\)`)

var element = strings.NewReplacer("unexpected token EOF", "something is missing at the end",
	"something is missing before =", "in an expression, write == instead of =",
	"type query.ModuleRow", "a module", "type query.OtherRunExample", "a run")

func firstLine(messageText string) string {
	line, _, _ := strings.Cut(messageText, "\n")
	return line
}
