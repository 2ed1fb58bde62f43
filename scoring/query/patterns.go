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

// checkPatterns returns an error for the first pattern of an expression that is too large, cannot
// be read or is not a text in quotes, nil for none: the library would build it unasked.
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

// patternSize returns how many steps a pattern takes for each letter of a text, at most; it is an
// error if it cannot be read or has more than mostPattern.
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

// partSize returns the size of a part of a pattern, repetitions written out. The
// parser bounds it by some millions.
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
