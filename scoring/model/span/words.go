package span

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"
)

var (
	word = regexp.MustCompile(`[\pL\pN_]+(?:[.,]\p{Nd}+)*|[^\pL\pN_\s\pZ]`)
	// the first that matches; else the next kind
	askedFor = []*regexp.Regexp{
		regexp.MustCompile(`\bwho\b`), regexp.MustCompile(`\bwhen\b`), regexp.MustCompile(`\bwhere\b`), regexp.MustCompile(`\bwhat year\b`),
		regexp.MustCompile(`\bhow many\b`), regexp.MustCompile(`\bhow much\b`), regexp.MustCompile(`\bhow\b`), regexp.MustCompile(`\bwhy\b`),
		regexp.MustCompile(`\bwhich\b`), regexp.MustCompile(`\bwhat\b`),
	}
	endings = []string{"ing", "ied", "ies", "ed", "es", "s"}
)

// CutWords returns a text's words, numbers like 1,000 and single marks.
func CutWords(text string) []string { return word.FindAllString(text, -1) }

// VectorOf returns a word's vector, or the unknown word's.
func (n *Network) VectorOf(word string) []float64 { return n.words.RawRowView(n.rowOf(word)) }

func (n *Network) rowOf(word string) int {
	if row, known := n.rows[strings.ToLower(word)]; known {
		return row
	}
	return 1
}

func (n *Network) kindOf(questionWords []string) *tapeNode {
	text := strings.ToLower(strings.Join(questionWords, " "))
	kind := slices.IndexFunc(askedFor, func(r *regexp.Regexp) bool { return r.MatchString(text) })
	if kind < 0 {
		kind = len(askedFor)
	}
	return &tapeNode{value: mat.NewDense(1, kindWidth, n.kinds.RawRowView(kind))}
}

func cutEnding(lowerWord string) string {
	for _, ending := range endings {
		if strings.HasSuffix(lowerWord, ending) && utf8.RuneCountInString(lowerWord) > len(ending)+2 {
			return lowerWord[:len(lowerWord)-len(ending)]
		}
	}
	return lowerWord
}

// Per word: in the question, also times its rarity; its stem in the question, likewise; capital,
// digit, year, mark, rarity.
func (n *Network) featuresOf(passageWords, questionWords []string) *tapeNode {
	words, stems := map[string]bool{}, map[string]bool{}
	for _, w := range questionWords {
		w = strings.ToLower(w)
		words[w], stems[cutEnding(w)] = true, true
	}
	f := mat.NewDense(len(passageWords), featureCount, nil)
	for i, w := range passageWords {
		lower, rarity := strings.ToLower(w), n.frequency.At(n.rowOf(w), 0)
		first, _ := utf8.DecodeRuneInString(w)
		isYear := utf8.RuneCountInString(w) == 4 && strings.IndexFunc(w, func(c rune) bool { return !unicode.IsDigit(c) }) < 0
		same, kin := zeroOrOne(words[lower]), zeroOrOne(stems[cutEnding(lower)])
		f.SetRow(i, []float64{
			same, same * rarity, kin, kin * rarity, zeroOrOne(unicode.IsUpper(first)), zeroOrOne(unicode.IsDigit(first)), zeroOrOne(isYear),
			zeroOrOne(!unicode.IsLetter(first) && !unicode.IsNumber(first)), rarity,
		})
	}
	return &tapeNode{value: f}
}

func zeroOrOne(isTrue bool) float64 {
	if isTrue {
		return 1
	}
	return 0
}
