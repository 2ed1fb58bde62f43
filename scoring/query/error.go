package query

import (
	"cmp"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
)

// Error says what is wrong with a query, and where.
type Error struct {
	// At and End are the place, as a range of runes of the text: 0 ≤ At ≤ End.
	At, End int
	What    string
}

// Error returns what is wrong, without the place.
func (e *Error) Error() string { return e.What }

// Point returns two lines, the text and marks below the place, at least one, for a terminal that
// shows runes in one cell each.
func (e *Error) Point(text string) string {
	return text + "\n" + strings.Repeat(" ", min(e.At, utf8.RuneCountInString(text))) + strings.Repeat("^", max(1, e.End-e.At))
}

// errorAt returns an error with the place of a node, which has at least one rune.
func errorAt(node ast.Node, what string) *Error {
	at := node.Location()
	return &Error{at.From, max(at.To, at.From+1), what}
}

// asError returns err as an error, nil for nil: it keeps a nil *Error from becoming an error that
// is not nil.
func asError(err *Error) error {
	if err == nil {
		return nil
	}
	return err
}

// locateError returns a library's error as one with its place in runes, and of its message the
// first line, in which the library's names for list elements are replaced by those that people
// know. Without a place, it is the unchanged first line, at 0.
func locateError(err error) *Error {
	var at *file.Error
	if !errors.As(err, &at) {
		return &Error{0, 0, firstLine(err.Error())}
	}
	return &Error{at.From, max(at.To, at.From), element.Replace(firstLine(cmp.Or(at.Message, "the expression cannot be read")))}
}

// element words the library's names for what lists have.
var element = strings.NewReplacer("type query.Module", "a module", "type query.Other", "a run")

// firstLine returns a text up to its first line break.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
