package query

import (
	"fmt"
	"regexp/syntax"
	"strings"

	"github.com/expr-lang/expr/parser/lexer"
)

// mostPattern bounds the steps of a pattern for each letter of a text: ".{0,9}"
// has 18.
const mostPattern = 1000

const noPattern = "matches takes a pattern in quotes"

// checkPatterns returns an error, at its place, for the first "matches" that is not followed by a
// text in quotes, or whose pattern cannot be read or is too large (patternSize); nil for none. It
// is called before compiling, where the library would build a pattern of any size.
func checkPatterns(tokens []lexer.Token) *Error {
	for i, t := range tokens[:max(0, len(tokens)-1)] {
		if !t.Is(lexer.Operator, "matches") {
			continue
		}
		if !tokens[i+1].Is(lexer.String) {
			return &Error{t.From, t.To, noPattern}
		}
		if _, err := patternSize(tokens[i+1].Value); err != nil {
			return &Error{tokens[i+1].From, tokens[i+1].To, err.Error()}
		}
	}
	return nil
}

// patternSize returns an upper bound of the steps that a pattern takes for each letter of a text,
// with repetitions written out (partSize); one that cannot be read, or has more than mostPattern,
// is an error.
func patternSize(pattern string) (int, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0, fmt.Errorf("the pattern cannot be read: %s", firstLine(strings.TrimPrefix(err.Error(), "error parsing regexp: ")))
	}
	size := partSize(parsed)
	if size > mostPattern {
		return 0, fmt.Errorf("the pattern is too large: it has %d steps, more than %d", size, mostPattern)
	}
	return size, nil
}

// partSize returns the size of a part of a pattern: its letters if it is literal, else one more
// than the sizes of its parts, times its highest count if it is repeated. The parser bounds it by
// some millions.
func partSize(part *syntax.Regexp) int {
	size := 1
	for _, sub := range part.Sub {
		size += partSize(sub)
	}
	switch part.Op {
	case syntax.OpLiteral:
		size = len(part.Rune)
	case syntax.OpRepeat:
		size *= max(part.Min, part.Max, 1)
	}
	return size
}
