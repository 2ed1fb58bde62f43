package roles

import (
	"slices"
	"strings"
	"unicode"

	"faithscope/loaders"
)

// naming holds what the name of a column says about an answer.
type naming struct {
	role string // predicted, gold or correct, "" for none
	list int    // the index in nameLists, or for a verdict 0 if its name can be nothing else
	told string
	// stem are the words that say neither the role nor that it is an answer:
	// those of a task or of a model.
	stem []string
}

// RoleNamed returns the role of an answer that a column's name has: predicted, gold, correct or "".
func RoleNamed(column string) string { return namingOf(column).role }

// DescribeName returns what a column is named as, in words; "" for nothing.
func DescribeName(column string) string {
	n := namingOf(column)
	return loaders.IfElse(n.role == "", "", "is named as "+n.told)
}

// nameList gives a role to names that have one of its words.
type nameList struct {
	role, told string
	words      []string
	with       []string // of which the name has one, too; nil for any name
}

// nameLists are the published names of answers. The first list that has a name counts, and of a role
// the first that any column is on.
var nameLists = []nameList{
	{"predicted", "a prediction", predictedWords, nil},
	{"gold", "a correct answer", goldWords, nil},
	{"predicted", "an answer read from a reply", parsedWords, slices.Concat(agentWords, headWords)},
	{"predicted", "a model's answer", agentWords, slices.Concat(headWords, outputWords)},
	{"predicted", "an answer in an output", slices.Concat(outputWords, []string{"final"}), headWords},
	{"predicted", "an output", outputWords, nil},
	{"predicted", "a raw answer", []string{"raw"}, []string{"answer", "ans"}},
	{"predicted", "work that a verdict is about", workWords, nil},
	{"gold", "an answer", []string{"answer", "ans", "label"}, nil},
	{"gold", "people's answer", peopleWords, nil},
	{"gold", "a class", []string{"class", "category", "y"}, nil},
	{"gold", "an answer under a verdict's name", nil, nil},
}

// work and underVerdict are the indices of lists that count only beside a verdict, and for values
// that are none.
var work, underVerdict = slices.IndexFunc(nameLists, func(l nameList) bool { return slices.Equal(l.words, workWords) }), len(nameLists) - 1

// hasName reports whether a name, by its words, is on the list.
func (l nameList) hasName(words []string) bool {
	switch last := words[len(words)-1]; l.told {
	case "work that a verdict is about":
		return hasWord(l.words, last) && (ofModel(words) || len(words) == 1)
	case "an answer":
		return hasWord(l.words, words...) && hasWord(headWords, last)
	case "a class":
		return len(stemOf(words)) == 0 && hasWord(l.words, words...)
	case "a model's answer":
		return ofModel(words) && hasWord(l.with, words...)
	}
	return hasWord(l.words, words...) && (l.with == nil || hasWord(l.with, words...))
}

func ofModel(words []string) bool {
	known := len(words) > 1 && slices.Contains(knownModels, strings.TrimRight(words[0], "0123456789"))
	return known || hasWord(agentWords, words...)
}

// namingOf returns what the name of a column, or a path within one, says about an answer. What an
// answer has besides itself, and a name of both a prediction and a gold answer, say nothing.
func namingOf(name string) naming {
	if parent, key, inside := strings.Cut(name, "."); inside {
		return namingWithin(parent, key)
	}
	words := wordsOf(name)
	folded := strings.Join(words, "_")
	switch {
	case len(words) == 0:
		return naming{}
	case folded == "actual_output":
		return naming{"predicted", 0, "a model's answer", nil}
	case hasWord(verdictWords, words[len(words)-1]) || folded == "true_false":
		stem := stemOf(words, answerWords)
		isExact := len(stem) == 0 && strings.Contains(folded, "correct")
		return naming{"correct", loaders.IfElse(isExact, 0, 1), "a verdict", stem}
	case hasWord(attributeWords, words...) || hasWord(predictedWords, words...) && hasWord(goldWords, words...):
		return naming{}
	}
	for i, l := range nameLists {
		if l.hasName(words) {
			return naming{l.role, i, l.told, stemOf(words, answerWords)}
		}
	}
	return naming{}
}

// namingWithin returns what the key of a value within a column says. A key that only means an answer
// has the column's naming, because the column tells whose; otherwise its own counts, with the
// column's words before its stem.
func namingWithin(parent, key string) naming {
	n, outer := namingOf(key), namingOf(parent)
	sure := n.role == "correct" || n.list < 2
	isAnswer := outer.role == "predicted" || outer.role == "gold"
	if isAnswer && !sure && len(stemOf(wordsOf(key))) == 0 {
		return outer
	}
	n.stem = append(wordsOf(parent), n.stem...)
	return n
}

func (n naming) isWithin(other naming) bool {
	return len(stemOf(n.stem, other.stem)) == 0 || len(stemOf(other.stem, n.stem)) == 0
}

// isVariant reports whether the stem names a form of an answer or one of several tries, and no
// model.
func (n naming) isVariant() bool {
	return len(n.stem) > 0 && !slices.ContainsFunc(n.stem, func(word string) bool {
		return !slices.Contains(variantWords, strings.TrimRightFunc(word, unicode.IsDigit)) && strings.Trim(word, "0123456789") != ""
	})
}
