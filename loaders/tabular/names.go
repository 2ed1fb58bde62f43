package tabular

import (
	"slices"
	"strings"
	"unicode"

	"faithscope/loaders"
)

// wordsOf are the words of a name in lower case and the singular: those of
// "PredictedLabels" and of "predicted label" are the same.
func wordsOf(name string) (words []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, singular(string(word)))
		}
		word = nil
	}
	runes := []rune(name)
	for i, c := range runes {
		after := i+1 < len(runes) && unicode.IsLower(runes[i+1])
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			end()
			continue
		case unicode.IsUpper(c) && i > 0 && (!unicode.IsUpper(runes[i-1]) || after):
			end()
		}
		word = append(word, unicode.ToLower(c))
	}
	end()
	return words
}

func singular(word string) string {
	stem, plural := strings.CutSuffix(word, "s")
	switch {
	case !plural || len(word) < 4 || strings.HasSuffix(stem, "s") || strings.HasSuffix(stem, "u") || strings.HasSuffix(stem, "i"):
		return word
	case strings.HasSuffix(stem, "sse") || strings.HasSuffix(stem, "che"):
		return stem[:len(stem)-1]
	case strings.HasSuffix(stem, "ie"):
		return stem[:len(stem)-2] + "y"
	}
	return stem
}

// fold is a name by its words.
func fold(name string) string { return strings.Join(wordsOf(name), "_") }

// naming is what the name of a column says about an answer.
type naming struct {
	role string // predicted, gold or correct, "" for none
	// weak is 0 for a name that means an answer of that role, and more the more
	// other things it may mean as well.
	weak int
	// stem are the words that say neither the role nor that it is an answer:
	// those of a task or of a model.
	stem []string
}

// weakest is the weakness of names that mean a prediction only beside a
// verdict.
const weakest = 3

// choiceWords name one of several answers to choose from.
const choiceWords = "idx index key option choice letter"

// The words of names of answers, as [wordsOf] has them.
var (
	predictedWords = strings.Fields("pred prediction predicted predict ypred hat yhat generated guess guessed estimated estimate inferred")
	outputWords    = strings.Fields("output response completion generation extracted parsed extraction reply classification classified")
	agentWords     = strings.Fields("model llm ai bot assistant agent system chatbot candidate")
	knownModels    = strings.Fields("gpt chatgpt claude llama gemini bard mistral qwen deepseek vicuna")
	goldWords      = strings.Fields("gold golden true truth ytrue gt ground groundtruth target actual reference ref expected correct real " +
		"oracle canonical")
	// peopleWords name answers of people, which are gold unless others are.
	peopleWords    = strings.Fields("human annotated")
	referenceWords = strings.Fields("ref reference")
	// hypothesisWords name predictions of speech and translation beside a reference.
	hypothesisWords = strings.Fields("hyp hypothesis candidate translation mt")
	verdictWords    = strings.Fields("correct correctness right match matched success successful pass passed solved resolved " +
		"em acc accuracy accurate hit")
	headWords = strings.Fields("answer ans label class category value text result y " +
		choiceWords)
	workWords   = strings.Fields("solution patch code program")
	fillerWords = strings.Fields("is was the of final fine exact")
	// gradeWords name what may say whether an answer is right.
	gradeWords = strings.Fields("label score reward result outcome judge judgment judgement evaluation eval grade status success ok")
	// attributeWords name what an answer has besides itself.
	attributeWords = strings.Fields("prob proba probability confidence conf score logit logprob id ids time date timestamp duration latency " +
		"token length len count num cost path file filename url reason reasoning explanation rationale error type format source metadata name " +
		"rank std mean weight loss entropy embedding hash status lang language version detail start end span")
	// variantWords name forms of one answer, and numbered tries at it.
	variantWords = strings.Fields("raw normalized normalised clean cleaned parsed extracted full processed stripped lower " +
		"original first last mapped short long epoch seed step fold sample try trial attempt iteration iter run top k pass round")
)

func hasWord(list []string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(list, word) })
}

// namingOf reads the name of a column, or a path within one.
func namingOf(name string) naming {
	if parent, key, inside := strings.Cut(name, "."); inside {
		return namingWithin(parent, key)
	}
	words := wordsOf(name)
	full := strings.Join(words, "_")
	if n, known := wholeNames[full]; known || len(words) == 0 {
		return n
	}
	predicted, gold := hasWord(predictedWords, words...), hasWord(goldWords, words...)
	switch {
	case slices.Contains(verdictWords, words[len(words)-1]):
		return naming{"correct", 0, stemOf(words, verdictWords, predictedWords, outputWords, agentWords)}
	case hasWord(attributeWords, words...) || predicted && gold:
		return naming{}
	case predicted:
		return naming{"predicted", 0, stemOf(words, predictedWords, outputWords, agentWords)}
	case gold:
		return naming{"gold", 0, stemOf(words, goldWords, peopleWords, outputWords)}
	case hasWord(peopleWords, words...):
		return naming{"gold", 1, stemOf(words, peopleWords, outputWords)}
	}
	return namingOfOthers(words)
}

// namingWithin reads the key of a value within a column. An answer there is the column's,
// if that says whose it is.
func namingWithin(parent, key string) naming {
	n, outer := namingOf(key), namingOf(parent)
	if outer.role != "" && outer.role != "correct" && (n.role == "" || n.weak > 0) && len(stemOf(wordsOf(key))) == 0 {
		return outer
	}
	n.stem = append(wordsOf(parent), n.stem...)
	return n
}

// wholeNames are names that mean more than their words do.
var wholeNames = map[string]naming{
	"actual_output": {role: "predicted"}, "true_false": {role: "correct"}, "verdict": {role: "correct"},
	"class": {"gold", 2, nil}, "category": {"gold", 2, nil}, "y": {"gold", 2, nil}, "y_test": {"gold", 2, nil},
}

// ofModel reports whether a name is of something that a model has.
func ofModel(words []string) bool {
	known := slices.Contains(knownModels, strings.TrimRight(words[0], "0123456789")) && len(words) > 1
	return known || hasWord(agentWords, words...)
}

// hypothesis reports whether a name is that of a text beside its reference.
func hypothesis(name string) bool {
	words := wordsOf(name)
	return hasWord(hypothesisWords, words...) && !hasWord(headWords, words...)
}

// namingOfOthers reads names that do not say whose answer it is.
func namingOfOthers(words []string) naming {
	agent, head := ofModel(words), hasWord(headWords, words...)
	output := hasWord(outputWords, words...)
	switch {
	case (agent || output || words[0] == "final") && head || agent && output:
		return naming{"predicted", 1, stemOf(words, outputWords, agentWords)}
	case output, slices.Contains(words, "raw") && hasWord(words, "answer", "ans"):
		return naming{"predicted", 2, stemOf(words, outputWords)}
	case hasWord(workWords, words[len(words)-1]) && (agent || len(words) == 1):
		return naming{role: "predicted", weak: weakest}
	case hasWord(strings.Fields("answer ans label"), words...) && hasWord(headWords, words[len(words)-1]):
		return naming{"gold", 1, stemOf(words)}
	}
	return naming{}
}

// stemOf are the words of a name without those of lists, and those of any answer.
func stemOf(words []string, lists ...[]string) []string {
	lists = append(lists, fillerWords, headWords)
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return slices.ContainsFunc(lists, func(list []string) bool { return slices.Contains(list, word) })
	})
}

// within reports whether each of the words of one stem is in the other.
func (n naming) within(other naming) bool {
	return len(stemOf(n.stem, other.stem)) == 0 || len(stemOf(other.stem, n.stem)) == 0
}

// variant reports whether the name is of one form of an answer, or of one of
// several tries at it, rather than of a model.
func (n naming) variant() bool {
	return len(n.stem) > 0 && !slices.ContainsFunc(n.stem, func(word string) bool {
		return !slices.Contains(variantWords, strings.TrimRightFunc(word, unicode.IsDigit)) && strings.Trim(word, "0123456789") != ""
	})
}

// apart cuts off what names have in common at both ends: "lr_pred" and
// "nb_pred" are lr and nb.
func apart(names []string) []string {
	prefix, suffix := names[0], names[0]
	for _, name := range names[1:] {
		for !strings.HasPrefix(name, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
		for !strings.HasSuffix(name, suffix) {
			suffix = suffix[1:]
		}
	}
	cut := func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	// Only whole words are common.
	prefix = prefix[:strings.LastIndexFunc(prefix, cut)+1]
	if at := strings.IndexFunc(suffix, cut); at >= 0 {
		suffix = suffix[at:]
	} else {
		suffix = ""
	}
	return loaders.Map(names, func(name string) string {
		return strings.TrimFunc(strings.TrimSuffix(strings.TrimPrefix(name, prefix), suffix), cut)
	})
}
