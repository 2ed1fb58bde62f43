package pages

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// annotators is how many explanations a pair of e-SNLI has at most.
const annotators = "123"

// markedPair sets tokens, explanations and a rationale for the words that each annotator marked with
// stars. Marks on other words are a problem, because they can't be placed.
func markedPair(rec *record.Record, row rows.RowObject, ex *loaders.Example) {
	cell := func(column string) string { return rows.Text(row[column]) }
	ex.Pair, ex.Tokens, ex.Meta = ex.Passage != nil, strings.Fields(ex.Question), nil
	for _, k := range annotators {
		if text := cell("Explanation_" + string(k)); text != "" && k != '1' {
			ex.Explanations = append(ex.Explanations, text)
		}
		for i, words := range [][]string{cmp.Or(ex.Passage, &loaders.Passage{}).Tokens, ex.Tokens} {
			column := "Sentence" + annotators[i:i+1] + "_marked_" + string(k)
			if text := cell(column); text == "" {
				continue
			} else if marks, ok := parseStars(text, words); ok {
				over := []loaders.ScoredText{loaders.OverPassage, loaders.OverQuestion}[i]
				r := loaders.Rationale{Name: "annotator " + string(k), Over: over, Scores: marks}
				ex.Rationales = append(ex.Rationales, r)
			} else {
				rec.Problem("%s has different words from the sentence; left out", column)
			}
		}
	}
}

func parseStars(starredText string, textWords []string) (marks []float64, ok bool) {
	marked, plain := strings.Fields(starredText), strings.NewReplacer("*", "").Replace
	same := func(a, b string) bool { return plain(a) == plain(b) }
	return loaders.Map(marked, func(word string) float64 {
		return float64(min(1, strings.Count(word, "*")))
	}), slices.EqualFunc(marked, textWords, same)
}
