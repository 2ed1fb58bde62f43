package rules

import (
	"slices"
	"strings"

	"faithscope/loaders"
)

// judgeVQA records the accuracy of VQA's evaluation as a score; between 0 and 1 it is credit, at 0
// or 1 the verdict. A gold answer is an annotator's, with what tells it from the others: those that
// are the same in all of it are left out together. Where there is nothing more, each is its own.
// Without gold answers it changes nothing.
func judgeVQA(x judged) {
	golds := x.golds[:min(len(x.golds), mostAnnotators)]
	if golds == nil {
		return
	}
	texts := append(loaders.Map(golds, func(gold []string) string { return flattenSpaces(gold[0]) }), flattenSpaces(x.Predicted))
	if slices.ContainsFunc(texts[:len(golds)], func(text string) bool { return text != texts[0] }) {
		texts = loaders.Map(texts, normalizeVQA)
	}
	sum := 0.0
	for i, left := range golds {
		agreeing := 0.0
		for k, other := range golds {
			same := texts[k] == texts[i] && slices.Equal(other[1:], left[1:])
			agrees := texts[k] == texts[len(golds)] && k != i && (!same || len(other) == 1)
			if agrees {
				agreeing++
			}
		}
		sum += min(1, agreeing/3)
	}
	accuracy := sum / float64(len(golds))
	if x.Score("vqa_accuracy", accuracy); accuracy == 0 || accuracy == 1 {
		x.Correct = loaders.VerdictOf(accuracy == 1)
	} else {
		x.Credit = &accuracy
	}
}

// mostAnnotators bounds those of one question, each of whom is compared with all others.
const mostAnnotators = 100

// flattenSpaces returns a text with blanks for line breaks and tabs, and none at its ends.
func flattenSpaces(s string) string {
	return strings.TrimSpace(strings.NewReplacer("\n", " ", "\t", " ").Replace(s))
}
