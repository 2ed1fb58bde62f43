package rules

import (
	"slices"
	"strings"

	"faithscope/loaders"
)

// judgeVQA sets "vqa_accuracy": the mean, over the annotators, of a third for each other annotator
// who gave the predicted answer, at most 1. The first part of a correct answer is an annotator's
// answer, and the rest tells annotators apart: those with the same answer and rest are left out
// together, one without a rest alone. At 0 or 1 it is the verdict, between them the credit. Texts
// are normalized unless all gold ones are equal, because VQA's evaluation does so.
func judgeVQA(x judgedAnswer) {
	golds := x.golds
	if golds == nil || strings.TrimSpace(x.Gold) == "" {
		return
	}
	texts := append(loaders.Map(golds, func(gold []string) string { return flattenSpaces(gold[0]) }), flattenSpaces(x.Predicted))
	if slices.ContainsFunc(texts[:len(golds)], func(text string) bool { return text != texts[0] }) {
		texts = loaders.Map(texts, normalizeVQA)
	}
	agreeing, alike := 0.0, map[string]float64{}
	keys := loaders.Map(golds, func(gold []string) string { return strings.Join(gold[1:], "\x00") })
	for i, key := range keys {
		if texts[i] == texts[len(golds)] {
			agreeing++
			alike[key]++
		}
	}
	sum := 0.0
	for i, left := range golds {
		others := agreeing
		if texts[i] == texts[len(golds)] {
			others -= loaders.IfElse(len(left) > 1, alike[keys[i]], 1)
		}
		sum += min(1, others/3)
	}
	accuracy := sum / float64(len(golds))
	if x.Score("vqa_accuracy", accuracy); accuracy == 0 || accuracy == 1 {
		x.Correct = loaders.VerdictOf(accuracy == 1)
	} else {
		x.Credit = &accuracy
	}
}

func flattenSpaces(s string) string {
	return strings.TrimSpace(strings.NewReplacer("\n", " ", "\t", " ").Replace(s))
}
