package record

import (
	"slices"
	"strings"
)

// The words in the names of metrics that say whether an answer is right, and
// in those of metrics that say how good it is, of which 0 and 1 are values
// among others.
var (
	judging = []string{"acc", "accuracy", "em", "exact", "correct", "pass", "passed", "success", "right"}
	grading = []string{
		"f1", "rouge", "bleu", "sacrebleu", "ter", "chrf", "meteor", "cider", "spice", "anls", "iou", "giou", "mrr", "ndcg", "map", "ap", "perplexity", "ppl", "likelihood",
		"logprob", "bits", "byte", "similarity", "bertscore", "bleurt", "comet", "mcc", "wer", "cer", "loss", "precision", "recall", "rating", "relevancy", "relevance",
		"faithfulness", "prob", "probability", "confidence", "distance", "rmse", "mse", "mae", "pearson", "spearman", "latency", "cost", "time", "len", "length", "tokens",
	}
)

// Judges says whether a metric of this name tells right answers from wrong
// ones; known is false for a name that does not say.
func Judges(name string) (judges, known bool) {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for _, word := range words {
		if slices.Contains(grading, strings.TrimRight(word, "l@")) || strings.HasPrefix(word, "rouge") || strings.HasPrefix(word, "bleu") {
			return false, true
		}
	}
	return true, slices.ContainsFunc(words, func(word string) bool { return slices.Contains(judging, word) })
}
