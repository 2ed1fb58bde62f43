package rules

import (
	"slices"
	"strings"

	"faithscope/loaders"
)

// judgeSQuAD judges as SQuAD does, by the gold answers that have words; if none has, which says
// that there is no answer, by those.
func judgeSQuAD(x judgedAnswer) {
	if worded := loaders.Filter(x.golds, func(gold []string) bool { return len(wordsOf(gold)) > 0 }); worded != nil {
		x.golds = worded
	}
	scoredJudging(squadScores)(x)
}

func squadScores(parts, gold []string) map[string]float64 {
	p, g := wordsOf(parts), wordsOf(gold)
	_, _, f1 := shareWords(p, g)
	return map[string]float64{"em": exactly[slices.Equal(p, g)], "f1": f1}
}

// hotpotScores returns "em", 1 or 0, and "precision", "recall" and "f1" of the normalized words.
// These three are 0 if no word is shared, and, unless both answers are the same and not empty, if
// either is as a whole yes, no, noanswer or empty.
func hotpotScores(parts, gold []string) map[string]float64 {
	p, g := wordsOf(parts), wordsOf(gold)
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
