package rules

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

func dropScores(predictedParts, goldParts []string) map[string]float64 {
	p, g := dropBags(predictedParts), dropBags(goldParts)
	return map[string]float64{"em": exactly[sameBags(p, g)], "f1": alignedF1(p, g)}
}

// mostParts bounds the parts of an answer, because aligning them takes cubic time.
const mostParts = 200

// wordBag is a normalised part of an answer: its text, and its words, sorted and distinct.
type wordBag struct {
	text  string
	words []string
}

// dropBags normalises the first mostParts parts as DROP's evaluation does: cut at blanks and hyphens, in lower case,
// without articles and punctuation, numbers as in [numberIn].
func dropBags(answerParts []string) []wordBag {
	answerParts = answerParts[:min(len(answerParts), mostParts)]
	bags := make([]wordBag, len(answerParts))
	for i, part := range answerParts {
		var words []string
		for word := range strings.FieldsFuncSeq(strings.ToLower(part), func(r rune) bool { return r == ' ' || r == '-' }) {
			plain := withoutPunctuation(word)
			word = cmp.Or(numberIn(word), numberIn(plain), plain)
			words = append(words, strings.Fields(withoutArticles(word))...)
		}
		bags[i].text = strings.Join(words, " ")
		slices.Sort(words)
		bags[i].words = slices.Compact(words)
	}
	return bags
}

// numberIn returns "#" and the number in one form, so that "49", "49.0" and "4.9e1" are equal; ""
// for what isn't a number, or has an "x", "p" or "_". One too large for a float is infinite.
func numberIn(s string) string {
	x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if strings.ContainsAny(s, "xXpP_") || err != nil && !math.IsInf(x, 0) {
		return ""
	}
	return "#" + loaders.FormatNumber(x)
}

func sameBags(p, g []wordBag) bool {
	texts := func(bags []wordBag) map[string]bool {
		set := map[string]bool{}
		for _, b := range bags {
			set[b.text] = true
		}
		return set
	}
	return len(p) == len(g) && maps.Equal(texts(p), texts(g))
}

// alignedF1 returns the mean F1 of words in the best one-to-one alignment of p, predicted, with g,
// gold, rounded to two digits. The mean is over the longer list, so that a part without a partner
// counts 0, and so does a pair without any of the gold numbers.
func alignedF1(p, g []wordBag) float64 {
	n := max(len(p), len(g))
	if n == 0 {
		return 0
	}
	gain := loaders.Fill(n, func(i int) []float64 {
		return loaders.Fill(n, func(k int) (f1 float64) {
			if i < len(g) && k < len(p) && numbersAgree(g[i].words, p[k].words) {
				_, _, f1 = shareWords(p[k].words, g[i].words)
			}
			return f1
		})
	})
	return math.RoundToEven(assignGreatest(gain)/float64(n)*100) / 100
}

// numbersAgree follows DROP's evaluation, in which a bag with another number shares nothing: the words
// share a number, or goldWords have none.
func numbersAgree(goldWords, predictedWords []string) bool {
	none := true
	for _, w := range goldWords {
		if w[0] == '#' || numberIn(w) != "" {
			if slices.Contains(predictedWords, w) {
				return true
			}
			none = false
		}
	}
	return none
}
