package widget

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// letters exclude j, k and q, which move and close.
const letters, digits = "abcdefghilmnoprstuvwxyz", "123456789"

// AssignLetters picks each word's first letter after the common prefix if no earlier word begins with
// it, else its first free one, no reserved key, then a digit; "" if none is left.
func AssignLetters(menuWords []string) []string {
	begin := sharedBeginning(menuWords)
	keys := make([]string, len(menuWords))
	assign := func(i int, from, allowed string) {
		for _, letter := range from {
			if key := string(letter); keys[i] == "" && strings.ContainsRune(allowed, letter) && !slices.Contains(keys, key) {
				keys[i] = key
			}
		}
	}
	rests := make([]string, len(menuWords))
	for i, word := range menuWords {
		rests[i] = strings.ToLower(word[len(begin):])
		assign(i, rests[i][:min(1, len(rests[i]))], letters)
	}
	for i, rest := range rests {
		assign(i, rest+letters, letters)
		assign(i, digits, digits)
	}
	return keys
}

func sharedBeginning(menuWords []string) string {
	if len(menuWords) < 2 {
		return ""
	}
	begin := menuWords[0]
	for _, word := range menuWords {
		for !strings.HasPrefix(word, begin) {
			_, size := utf8.DecodeLastRuneInString(begin)
			begin = begin[:len(begin)-size]
		}
	}
	return begin
}
