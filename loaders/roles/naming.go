package roles

import (
	"slices"
	"strings"
	"unicode"

	"faithscope/loaders"
)

// columnNameMeaning holds what the name of a column says about an answer.
type columnNameMeaning struct {
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
	return loaders.IfElse(n.role == "", "", "is named like "+n.told)
}

// roleKeywords gives a role to names that have one of its words.
type roleKeywords struct {
	role, told string
	words      []string
	with       []string // of which the name has one, too; nil for any name
}

// nameLists are the published names of answers. The first list that has a name counts, and of a role
// the first that any column is on.
var nameLists = []roleKeywords{
	{"predicted", "a prediction", predictedWords, nil},
	{"gold", "a correct answer", goldWords, nil},
	{"predicted", "an answer read from a reply", parsedWords, slices.Concat(agentWords, headWords)},
	{"predicted", "a program's result", []string{"exec", "execution"}, []string{"result", "output", "answer"}},
	{"predicted", "a model's answer", agentWords, headWords},
	{"predicted", "a model's output", agentWords, outputWords},
	{"predicted", "a final answer", slices.Concat(outputWords, []string{"final"}), headWords},
	{"predicted", "an output", outputWords, nil},
	{"predicted", "a raw answer", []string{"raw"}, []string{"answer", "ans"}},
	{"predicted", judgedWork, workWords, nil},
	{"gold", "an answer", []string{"answer", "ans", "label"}, nil},
	{"gold", aHumanAnswer, peopleWords, nil},
	{"gold", aClass, []string{"class", "category", "y"}, nil},
	{"gold", "an answer named like a verdict", nil, nil},
}

// aHumanAnswer may be a person's verdict beside prose.
const aHumanAnswer = "a human answer"

// aClass is a correct answer only beside predictions of it.
const aClass = "a class"

// judgedWork counts only beside a verdict.
const judgedWork = "a solution judged by a verdict"

// underVerdict is the list of values that aren't verdicts.
var underVerdict = len(nameLists) - 1

func (l roleKeywords) hasName(nameWords []string) bool {
	switch last := nameWords[len(nameWords)-1]; l.told {
	case judgedWork:
		return hasWord(l.words, last) && (ofModel(nameWords) || len(nameWords) == 1)
	case "an answer":
		return hasWord(l.words, nameWords...) && hasWord(headWords, last)
	case "a class":
		return len(stemOf(nameWords)) == 0 && hasWord(l.words, nameWords...)
	case "a model's answer", "a model's output":
		return ofModel(nameWords) && hasWord(l.with, nameWords...)
	}
	return hasWord(l.words, nameWords...) && (l.with == nil || hasWord(l.with, nameWords...))
}

// whose returns what a name has besides words for answers; of a prediction, people beside systems too.
func (l roleKeywords) whose(nameWords []string) []string {
	stem := stemOf(nameWords, answerWords)
	if l.role == "predicted" && len(stem) == 0 {
		stem = loaders.Filter(nameWords, func(word string) bool { return slices.Contains(peopleWords, word) })
	}
	return stem
}

func ofModel(nameWords []string) bool {
	isKnown := len(nameWords) > 1 && slices.ContainsFunc(knownModels, func(model string) bool {
		return strings.HasSuffix(strings.TrimRight(nameWords[0], "0123456789"), model)
	})
	return isKnown || hasWord(agentWords, nameWords...)
}

// settingValues cuts the values of settings in keys, such as "swap = True", which isn't a true answer.
var settingValues = strings.NewReplacer(" = True", "", " = False", "")

// namingOf says nothing of what an answer has besides itself, and of a name of both a prediction and a
// correct answer, which could be either.
func namingOf(name string) columnNameMeaning {
	name = settingValues.Replace(name)
	if parent, key, inside := strings.Cut(name, "."); inside {
		return namingWithin(parent, key)
	}
	words := withoutRank(wordsOf(strings.TrimSuffix(name, "@1"))) // of one sample
	folded := strings.Join(words, "_")
	switch {
	case len(words) == 0:
		return columnNameMeaning{}
	case folded == "actual_output":
		return columnNameMeaning{"predicted", 0, "a model's answer", nil}
	case namesVerdict(words) || folded == "true_false" || strings.HasSuffix(name, "?") && hasWord(askedWords, words...):
		stem := stemOf(words, answerWords)
		return columnNameMeaning{"correct", loaders.IfElse(isExactVerdict(words, stem), 0, 1), "a verdict", stem}
	case hasWord(flagWords, words[0]):
		return columnNameMeaning{}
	case hasWord(attributeWords, withoutUnit(words)...) || hasWord(predictedWords, words...) && hasWord(goldWords, words...):
		return columnNameMeaning{}
	}
	for i, l := range nameLists {
		if l.hasName(words) {
			return columnNameMeaning{l.role, i, l.told, l.whose(words)}
		}
	}
	return columnNameMeaning{}
}

// isExactVerdict reports whether a verdict's name can be nothing else, nor a system's.
func isExactVerdict(nameWords, stem []string) bool {
	return len(stem) == 0 && strings.Contains(strings.Join(nameWords, "_"), "correct") && !hasWord(nameWords, "classifier", "oracle")
}

// namesVerdict reports whether a name ends in a verdict, before whose it may be: correct_judge2.
func namesVerdict(nameWords []string) bool {
	last := len(nameWords) - 1
	if last > 1 && hasWord(nameWords[:1], "is", "was") && hasWord(judgingWords, nameWords[1]) { // is_correct_human
		return true
	}
	if at := slices.IndexFunc(nameWords, func(word string) bool { return hasWord(matchWords, word) }); at >= 0 && at < last &&
		len(stemOf(nameWords[at+1:], goldWords)) == 0 { // matches_ground_truth
		return true
	}
	if last > 0 && slices.Contains(annotatorWords, strings.TrimRight(nameWords[last], "0123456789")) {
		last--
	}
	return hasWord(verdictWords, nameWords[last]) || hasWord(nameWords, "passed", "solved")
}

// withoutUnit leaves out what follows "per", as in a score per token.
func withoutUnit(nameWords []string) []string {
	at := slices.Index(nameWords, "per") + 1
	if at == 0 || at == len(nameWords) {
		return nameWords
	}
	return slices.Delete(slices.Clone(nameWords), at, at+1)
}

// withoutRank cuts "within tolerance" or "at k" off the words of a name, also for a number.
func withoutRank(nameWords []string) []string {
	if n := len(nameWords) - 2; n > 0 && nameWords[n] == "at" && strings.Trim(nameWords[n+1], "k0123456789") == "" {
		return nameWords[:n]
	}
	if at := slices.Index(nameWords, "within"); at > 0 { // a tolerance
		return nameWords[:at]
	}
	return nameWords
}

// namingWithin returns what the key of a value within a column says. A key that only means an answer
// has the column's naming, because the column tells whose; otherwise its own counts, with the
// column's words before its stem.
func namingWithin(parentName, innerKey string) columnNameMeaning {
	n, outer := namingOf(innerKey), namingOf(parentName)
	sure := n.role == "correct" || n.role != "" && n.list < 2
	isAnswer := outer.role == "predicted" || outer.role == "gold"
	if isAnswer && !sure && (len(stemOf(wordsOf(innerKey))) == 0 || outer.role == "gold" && n.role == "predicted") {
		return outer
	}
	n.stem = append(stemOf(wordsOf(parentName), predictedWords), n.stem...)
	return n
}

func (n columnNameMeaning) isWithin(outerMeaning columnNameMeaning) bool {
	return len(stemOf(n.stem, outerMeaning.stem)) == 0 || len(stemOf(outerMeaning.stem, n.stem)) == 0
}

// isVariant reports whether the stem names a form of an answer or one of several tries, and no
// model.
func (n columnNameMeaning) isVariant() bool {
	return len(n.stem) > 0 && !slices.ContainsFunc(n.stem, func(word string) bool {
		return !slices.Contains(variantWords, strings.TrimRightFunc(word, unicode.IsDigit)) && strings.Trim(word, "0123456789") != ""
	})
}
