package tabular

import (
	"slices"
	"strings"
	"unicode"
)

// naming holds what the name of a column says about an answer.
type naming struct {
	role   string // predicted, gold or correct, "" for none
	weight int    // the greater, the fewer other things the name may mean
	told   string
	// stem are the words that say neither the role nor that it is an answer:
	// those of a task or of a model.
	stem []string
}

// The weights of names of predictions, and of gold answers.
const (
	named    = 80
	likely   = 60
	perhaps  = 40
	scarcely = 1 // of what is a prediction only beside a verdict

	surely   = 33
	partly   = 32
	maybe    = 31
	unlikely = 30 // has answers, under the name of a verdict

	least = 20 // without which a column has no role
)

// nameReasons say what a name tells: the first that matches counts.
var nameReasons = []struct {
	role    string
	weight  int
	told    string
	matches func(words []string) bool
}{
	{"predicted", named, "is named as a model's answer", isCalled("actual_output")},
	{"gold", maybe, "may be a gold answer by its name", isCalled("class", "category", "y", "y_test")},
	{"correct", least, "is named as a verdict", func(words []string) bool {
		return slices.Contains(verdictWords, words[len(words)-1]) || isCalled("true_false")(words)
	}},
	{"", 0, "", func(words []string) bool {
		return hasWord(attributeWords, words...) || hasWord(predictedWords, words...) && hasWord(goldWords, words...)
	}},
	{"predicted", named, "is named as a prediction", hasOf(predictedWords)},
	{"gold", surely, "is named as a gold answer", hasOf(goldWords)},
	{"gold", partly, "is named as people's answer", hasOf(peopleWords)},
	{"predicted", likely, "is named as a model's answer", func(words []string) bool {
		agent, output := ofModel(words), hasWord(outputWords, words...)
		return (agent || output || words[0] == "final") && hasWord(headWords, words...) || agent && output
	}},
	{"predicted", perhaps, "is named as an output", func(words []string) bool {
		return hasWord(outputWords, words...) || slices.Contains(words, "raw") && hasWord(words, "answer", "ans")
	}},
	{"predicted", scarcely, "is named as work that a verdict is about", func(words []string) bool {
		return hasWord(workWords, words[len(words)-1]) && (ofModel(words) || len(words) == 1)
	}},
	{"gold", partly, "is named as an answer", func(words []string) bool {
		return hasWord(words, "answer", "ans", "label") && hasWord(headWords, words[len(words)-1])
	}},
}

// isCalled returns a function that reports whether words are exactly one of these names, with
// underscores between.
func isCalled(names ...string) func(words []string) bool {
	return func(words []string) bool { return slices.Contains(names, strings.Join(words, "_")) }
}

// hasOf returns a function that reports whether any of the words is on a list.
func hasOf(list []string) func(words []string) bool {
	return func(words []string) bool { return hasWord(list, words...) }
}

// ofModel reports whether a name is of something that a model has: it has a word such as model or
// agent, or begins with a known model's name and goes on.
func ofModel(words []string) bool {
	known := len(words) > 1 && slices.Contains(knownModels, strings.TrimRight(words[0], "0123456789"))
	return known || hasWord(agentWords, words...)
}

// namingOf returns what the name of a column, or a path within one, says about an answer: the first
// of [nameReasons] that matches; zero for none.
func namingOf(name string) naming {
	if parent, key, inside := strings.Cut(name, "."); inside {
		return namingWithin(parent, key)
	}
	words := wordsOf(name)
	for _, by := range nameReasons {
		if len(words) > 0 && by.matches(words) {
			return naming{by.role, by.weight, by.told, stemOf(words, answerWords)}
		}
	}
	return naming{}
}

// namingWithin returns what the key of a value within a column says. A key that only means an
// answer has the naming of the column, unless that has no role or a verdict's, or the key itself is
// sure of its role. Otherwise the key's own naming counts, with the column's words before its stem.
func namingWithin(parent, key string) naming {
	n, outer := namingOf(key), namingOf(parent)
	sure := slices.Contains([]int{named, surely, least}, n.weight)
	isAnswer := outer.role == "predicted" || outer.role == "gold"
	if isAnswer && !sure && len(stemOf(wordsOf(key))) == 0 {
		return outer
	}
	n.stem = append(wordsOf(parent), n.stem...)
	return n
}

// isWithin reports whether every word of one of the two stems is in the other.
func (n naming) isWithin(other naming) bool {
	return len(stemOf(n.stem, other.stem)) == 0 || len(stemOf(other.stem, n.stem)) == 0
}

// isVariant reports whether the stem names a form of an answer, or one of several tries at it,
// rather than a model; false for an empty stem.
func (n naming) isVariant() bool {
	return len(n.stem) > 0 && !slices.ContainsFunc(n.stem, func(word string) bool {
		return !slices.Contains(variantWords, strings.TrimRightFunc(word, unicode.IsDigit)) && strings.Trim(word, "0123456789") != ""
	})
}
