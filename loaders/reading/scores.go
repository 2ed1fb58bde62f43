package reading

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// squadScores compares a prediction with the answers of several annotators:
// the best exact match and the best F1, each 0..1. Without answers, an empty
// prediction is right.
func squadScores(prediction string, golds []string) (em, f1 float64) {
	p := strings.Fields(normalize(prediction))
	answerable := false
	for _, gold := range golds {
		g := strings.Fields(normalize(gold))
		if len(g) == 0 {
			continue
		}
		answerable = true
		if slices.Equal(p, g) {
			em = 1
		}
		f1 = max(f1, f1Of(shared(p, g)))
	}
	if !answerable && len(p) == 0 {
		return 1, 1
	}
	return em, f1
}

// f1Of is the harmonic mean of precision and recall, 0 if both are.
func f1Of(precision, recall float64) float64 {
	if precision+recall == 0 {
		return 0
	}
	return 2 * precision * recall / (precision + recall)
}

// shared are the shares of the words of p that are in g and of those of g that
// are in p, each counted as often as it occurs.
func shared(p, g []string) (precision, recall float64) {
	count := map[string]int{}
	for _, w := range g {
		count[w]++
	}
	same := 0
	for _, w := range p {
		if count[w] > 0 {
			count[w]--
			same++
		}
	}
	if same == 0 {
		return 0, 0
	}
	return float64(same) / float64(len(p)), float64(same) / float64(len(g))
}

// punctuation is Python's string.punctuation.
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// normalize makes a text lower case and takes out punctuation, articles and
// superfluous blanks.
func normalize(s string) string {
	return strings.Join(strings.Fields(withoutArticles(withoutPunctuation(strings.ToLower(s)))), " ")
}

func withoutPunctuation(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(punctuation, r) {
			return -1
		}
		return r
	}, s)
}

// wordPattern matches what \w+ does in Python.
var wordPattern = regexp.MustCompile(`[\pL\pN_]+`)

// withoutArticles replaces a, an and the by a blank where they are whole words.
func withoutArticles(s string) string {
	return wordPattern.ReplaceAllStringFunc(s, func(word string) string {
		if word == "a" || word == "an" || word == "the" {
			return " "
		}
		return word
	})
}

// dropScores compares a prediction with the answers of several annotators,
// each a list of parts: the best exact match and the best F1, each 0..1.
func dropScores(prediction []string, golds [][]string) (em, f1 float64) {
	p := dropBags(prediction)
	for _, gold := range golds {
		if len(gold) > mostAnswers {
			gold = gold[:mostAnswers] // no annotator wrote that many
		}
		g := dropBags(gold)
		if sameBags(p, g) {
			em = 1
		}
		f1 = max(f1, aligned(p, g))
	}
	return em, f1
}

// bag is a part of an answer: normalised, and its words, sorted and each once.
type bag struct {
	text  string
	words []string
}

func dropBags(parts []string) []bag {
	bags := make([]bag, len(parts))
	for i, part := range parts {
		var words []string
		for word := range strings.FieldsFuncSeq(strings.ToLower(part), func(r rune) bool { return r == ' ' || r == '-' }) {
			if x, ok := numberIn(word); ok {
				word = x
			} else if word = withoutPunctuation(word); word != "" {
				if x, ok := numberIn(word); ok {
					word = x
				}
			}
			words = append(words, strings.Fields(withoutArticles(word))...)
		}
		bags[i].text = strings.Join(words, " ")
		slices.Sort(words)
		bags[i].words = slices.Compact(words)
	}
	return bags
}

// numberIn returns the same text for all numbers that Python reads as the same
// float: "49", "49.0", "4.9e1".
func numberIn(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "xXpP_") {
		return "", false
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(x, 0) {
		return "", false
	}
	return "#" + strconv.FormatFloat(x, 'g', -1, 64), true
}

func sameBags(p, g []bag) bool {
	texts := func(bags []bag) []string {
		all := loaders.Map(bags, func(b bag) string { return b.text })
		slices.Sort(all)
		return slices.Compact(all)
	}
	return len(p) == len(g) && slices.Equal(texts(p), texts(g))
}

// aligned is the mean F1 of the parts in the best one-to-one alignment,
// rounded to two digits. A part without a partner counts 0.
func aligned(p, g []bag) float64 {
	n := max(len(p), len(g))
	if n == 0 {
		return 0
	}
	gain := make([][]float64, n)
	for i := range gain {
		gain[i] = make([]float64, n)
		for k := range gain[i] {
			if i < len(g) && k < len(p) && numbersAgree(g[i].words, p[k].words) {
				gain[i][k] = bagF1(p[k].words, g[i].words)
			}
		}
	}
	return math.RoundToEven(assign(gain)/float64(n)*100) / 100
}

// numbersAgree reports whether the gold has no number, or one that the
// prediction has too.
func numbersAgree(gold, predicted []string) bool {
	none := true
	for _, w := range gold {
		if _, raw := numberIn(w); raw || w[0] == '#' {
			if slices.Contains(predicted, w) {
				return true
			}
			none = false
		}
	}
	return none
}

func bagF1(p, g []string) float64 {
	same := loaders.CountFunc(p, func(w string) bool {
		_, ok := slices.BinarySearch(g, w)
		return ok
	})
	precision, recall := 1.0, 1.0
	if len(p) > 0 {
		precision = float64(same) / float64(len(p))
	}
	if len(g) > 0 {
		recall = float64(same) / float64(len(g))
	}
	return f1Of(precision, recall)
}

// mostAnswers bounds the parts of one answer, whose alignment grows with their
// third power.
const mostAnswers = 200

// assign returns the greatest sum of entries of a square matrix with one in
// each row and column (the Hungarian method with potentials, Kuhn 1955; cubic
// in the size).
func assign(gain [][]float64) float64 {
	n := len(gain)
	row := make([]int, n+1) // the row that has a column, 0 for none; both from 1
	u, v := make([]float64, n+1), make([]float64, n+1)
	for i := 1; i <= n; i++ {
		row[0] = i
		augment(gain, row, u, v)
	}
	sum := 0.0
	for column := 1; column <= n; column++ {
		sum += gain[row[column]-1][column-1]
	}
	return sum
}

// augment finds a column for row[0], moving others, and keeps the potentials
// u of rows and v of columns so that -gain - u - v is nowhere negative.
func augment(gain [][]float64, row []int, u, v []float64) {
	n := len(gain)
	least := make([]float64, n+1)
	from := make([]int, n+1)
	used := make([]bool, n+1)
	for k := range least {
		least[k] = math.Inf(1)
	}
	column := 0
	for row[column] != 0 {
		used[column] = true
		r, delta, next := row[column], math.Inf(1), 0
		for k := 1; k <= n; k++ {
			if used[k] {
				continue
			}
			if cost := -gain[r-1][k-1] - u[r] - v[k]; cost < least[k] {
				least[k], from[k] = cost, column
			}
			if least[k] < delta {
				delta, next = least[k], k
			}
		}
		for k := range used {
			if used[k] {
				u[row[k]] += delta
				v[k] -= delta
			} else {
				least[k] -= delta
			}
		}
		column = next
	}
	for column != 0 {
		row[column] = row[from[column]]
		column = from[column]
	}
}
