package widget

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"faithscope/loaders"
)

// letters exclude j, k and q, which move and close.
const letters, digits = "abcdefghilmnoprstuvwxyz", "123456789"

// letterOfEnding is the same in every menu of file names.
var letterOfEnding = map[string]string{".txt": "t", ".json": "o", ".csv": "c", ".md": "m", ".tex": "e", ".html": "h", ".jsonl": "l",
	".parquet": "p", ".svg": "s", ".png": "g"}

// AssignLetters picks the letter of each file's ending, of several names the shortest's; each other word's first letter
// after the common prefix if no earlier word begins with it, else its first free one, no reserved key, then a digit; ""
// if none is left.
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
	byLength := loaders.Indices(len(menuWords))
	loaders.SortBy(byLength, func(i int) int { return len(menuWords[i]) })
	for _, i := range byLength {
		assign(i, letterOfEnding[filepath.Ext(menuWords[i])], letters)
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
