package widget

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// letters exclude j, k and q, which move and close.
const letters = "abcdefghilmnoprstuvwxyz"

// AssignLetters picks each word's first free letter after the common prefix, no reserved key; "" if
// none is left.
func AssignLetters(words []string) []string {
	begin := sharedBeginning(words)
	keys := make([]string, len(words))
	for i, word := range words {
		for _, letter := range strings.ToLower(word[len(begin):]) + letters {
			key := string(letter)
			if strings.ContainsRune(letters, letter) && !slices.Contains(keys, key) {
				keys[i] = key
				break
			}
		}
	}
	return keys
}

func sharedBeginning(words []string) string {
	if len(words) < 2 {
		return ""
	}
	begin := words[0]
	for _, word := range words {
		for !strings.HasPrefix(word, begin) {
			_, size := utf8.DecodeLastRuneInString(begin)
			begin = begin[:len(begin)-size]
		}
	}
	return begin
}
