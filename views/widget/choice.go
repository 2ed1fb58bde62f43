package widget

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// letters holds the keys that pick a word; j, k and q move and close.
const letters = "abcdefghilmnoprstuvwxyz"

// AssignLetters gives each of some words a key that picks it: the first of its own letters, behind what
// all words begin with, that neither another word has nor the keys that move and close. A word that
// none is left for gets "".
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

// sharedBeginning returns the longest beginning, in whole letters, that all words have in common; ""
// for fewer than two words.
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
