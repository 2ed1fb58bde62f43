package rules

import (
	"slices"
	"strings"

	"faithscope/loaders"
)

// judgeSQuAD judges by the correct answers that have words; only if none has, which says that there is
// no answer, by those.
func judgeSQuAD(x judgedAnswer) {
	if worded := loaders.Filter(x.golds, func(gold []string) bool { return len(wordsOf(gold)) > 0 }); worded != nil {
		x.golds = worded
	}
	scoredJudging(squadScores)(x)
}

func squadScores(predictedParts, goldParts []string) map[string]float64 {
	p, g := wordsOf(predictedParts), wordsOf(goldParts)
	_, _, f1 := shareWords(p, g)
	return map[string]float64{"em": exactly[slices.Equal(p, g)], "f1": f1}
}

// hotpotScores returns "em", "precision", "recall" and "f1" of normalized words. A closed answer
// (yes, no, noanswer or empty) shares words only with itself, because HotpotQA's evaluation does
// so.
func hotpotScores(predictedParts, goldParts []string) map[string]float64 {
	p, g := wordsOf(predictedParts), wordsOf(goldParts)
	scores := map[string]float64{"em": exactly[slices.Equal(p, g)], "f1": 0, "precision": 0, "recall": 0}
	closed := func(words []string) bool {
		return slices.Contains([]string{"", "yes", "no", "noanswer"}, strings.Join(words, " "))
	}
	isAllOrNothing := scores["em"] == 1 && len(p) > 0 || !closed(p) && !closed(g)
	if isAllOrNothing {
		scores["precision"], scores["recall"], scores["f1"] = shareWords(p, g)
	}
	return scores
}

// exactly is the score of an exact match.
var exactly = map[bool]float64{true: 1}
