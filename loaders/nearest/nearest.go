// Package nearest finds the word that somebody meant by a mistyped one.
package nearest

import (
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// alike is the similarity, 0 to 1, from which one word may be meant by another: two letters of five
// may differ, because swapping two does that.
const alike = 0.6

// To returns the known word most similar to typed, the first of several; "" if none is similar.
// Words that begin with typed, of three letters or more, or are a field of that name, come first: a.json.gz
// before b.json for a.json, meta.date for date.
func To(typed string, knownWords []string) string {
	best, at := alike, -1
	for i, word := range knownWords {
		like := levenshtein.Match(typed, word, nil)
		if len(typed) > 2 && (strings.HasPrefix(word, typed) || strings.HasSuffix(word, "."+typed)) {
			like++
		}
		if like > best || like == best && at < 0 {
			best, at = like, i
		}
	}
	if at < 0 {
		return ""
	}
	return knownWords[at]
}

// Hint returns "; did you mean WORD?" for the word of [To]; "" if there is none, or typed is in
// knownWords.
func Hint(typed string, knownWords []string) string {
	word := To(typed, knownWords)
	if word == "" || slices.Contains(knownWords, typed) {
		return ""
	}
	return "; did you mean " + word + "?"
}
