package model

import (
	"fmt"
	"strings"
)

// Words splits at white space outside quotes, which are dropped. An open quote and a command
// without a word are errors.
func Words(command string) (words []string, err error) {
	var word []rune
	quote, begun := rune(0), false
	for _, c := range command + " " {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, begun = c, true
		case quote == 0 && strings.ContainsRune(" \t\n", c):
			if begun {
				words, word, begun = append(words, string(word)), nil, false
			}
		default:
			word, begun = append(word, c), true
		}
	}
	if quote != 0 || len(words) == 0 {
		return nil, fmt.Errorf("%q is not a command", command)
	}
	return words, nil
}
