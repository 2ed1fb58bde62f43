package query

import (
	"fmt"
	"regexp/syntax"
	"strings"

	"github.com/expr-lang/expr/parser/lexer"
)

// mostPattern bounds a pattern's steps per letter: ".{0,9}" has 18.
const mostPattern = 1000

const noPattern = "the matches operator needs a quoted pattern"

// The library would build a pattern of any size.
func checkPatterns(tokens []lexer.Token) error {
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

// patternSize bounds the steps per letter, because a pattern with repetitions may take seconds.
func patternSize(regexpText string) (int, error) {
	parsed, err := syntax.Parse(regexpText, syntax.Perl)
	if err != nil {
		return 0, fmt.Errorf("invalid pattern: %s", firstLine(strings.TrimPrefix(err.Error(), "error parsing regexp: ")))
	}
	size := partSize(parsed)
	if size > mostPattern {
		return 0, fmt.Errorf("the pattern is too large: %d steps, but the limit is %d", size, mostPattern)
	}
	return size, nil
}

// partSize writes repetitions out, because the library builds them so: one more than its parts' sizes,
// or a literal's letters, times its highest repetition. The parser bounds it by some millions.
func partSize(regexpPart *syntax.Regexp) int {
	size := 1
	for _, sub := range regexpPart.Sub {
		size += partSize(sub)
	}
	switch regexpPart.Op {
	case syntax.OpLiteral:
		size = len(regexpPart.Rune)
	case syntax.OpRepeat:
		size *= max(regexpPart.Min, regexpPart.Max, 1)
	}
	return size
}
