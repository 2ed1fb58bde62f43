package rules

import (
	"regexp"
	"strings"
)

// shareWords counts a repeated word as often as both have it, as SQuAD's evaluation does. It returns
// the shares of p's words in g and of g's in p, and their harmonic mean; all are 1 if both lists are
// empty.
func shareWords(p, g []string) (precision, recall, f1 float64) {
	if len(p)+len(g) == 0 {
		return 1, 1, 1
	}
	count := map[string]int{}
	for _, w := range g {
		count[w]++
	}
	same := 0.0
	for _, w := range p {
		if count[w]--; count[w] >= 0 {
			same++
		}
	}
	if same == 0 {
		return 0, 0, 0
	}
	precision, recall = same/float64(len(p)), same/float64(len(g))
	return precision, recall, 2 * precision * recall / (precision + recall)
}

// punctuation is Python's string.punctuation.
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

func wordsOf(answerParts []string) []string {
	return strings.Fields(withoutArticles(withoutPunctuation(strings.ToLower(strings.Join(answerParts, " ")))))
}

func withoutPunctuation(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(punctuation, r) {
			return -1
		}
		return r
	}, s)
}

// wordPattern matches Python's \w+.
var wordPattern = regexp.MustCompile(`[\pL\pN_]+`)

func withoutArticles(s string) string {
	return wordPattern.ReplaceAllStringFunc(s, func(word string) string {
		if isArticle(word) {
			return " "
		}
		return word
	})
}

func isArticle(word string) bool { return word == "a" || word == "an" || word == "the" }
