package esnli

import (
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// needed are the columns by which a table is known.
var needed = []string{"pairID", "gold_label", "Sentence1", "Sentence2", "Explanation_1"}

// Table reads the data set as published.
var Table = record.NewFormat(loaders.Format{
	Name:   "esnli-table",
	About:  "e-SNLI's CSV with explanations and marked words, no model",
	Sign:   "a CSV with the columns pairID, gold_label, Sentence1, Sentence2 and Explanation_1",
	Keys:   needed,
	Detect: record.Columned(needed...),
}, record.Codec{Dataset: "e-SNLI", Gold: "in the file", Open: func(o *record.Opening) error { return o.Rows(tableExample) }})

// annotators is how many explanations a pair has at most.
const annotators = 3

func tableExample(rec *record.Record, row record.Cells) (*loaders.Example, error) {
	premise, hypothesis := row.Of("Sentence1"), row.Of("Sentence2")
	ex := &loaders.Example{
		Pair: true,
		ID:   row.Of("pairID"), Question: hypothesis, Tokens: strings.Fields(hypothesis),
		Passage: &loaders.Passage{Text: premise, Tokens: strings.Fields(premise)}, Explanation: row.Of("Explanation_1"),
	}
	for _, column := range []string{"Explanation_2", "Explanation_3"} {
		if text := row.Of(column); text != "" {
			ex.Explanations = append(ex.Explanations, text)
		}
	}
	ex.Answer.Gold = row.Of("gold_label")
	if ex.ID == "" {
		rec.Problem(loaders.Say("no pairID"), "named after its place in the file")
	}
	for k := 1; k <= annotators; k++ {
		for i, over := range []string{"passage", "question"} {
			column := fmt.Sprintf("Sentence%d_marked_%d", i+1, k)
			text := row.Of(column)
			if text == "" {
				continue
			}
			words := ex.Tokens
			if over == "passage" {
				words = ex.Passage.Tokens
			}
			marks, ok := marked(text, words)
			if !ok {
				rec.Problem(loaders.Say("%s has other words than the sentence", column), "left out")
				continue
			}
			ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: fmt.Sprintf("annotator %d", k), Over: over, Scores: marks})
		}
	}
	return ex, nil
}

// marked is 1 for every word with a star in text; ok is false where text
// without stars is not these words.
func marked(text string, words []string) (marks []float64, ok bool) {
	found := strings.Fields(text)
	if len(found) != len(words) {
		return nil, false
	}
	marks = make([]float64, len(words))
	for i, word := range found {
		if strings.ReplaceAll(word, "*", "") != strings.ReplaceAll(words[i], "*", "") {
			return nil, false
		}
		if strings.Contains(word, "*") {
			marks[i] = 1
		}
	}
	return marks, true
}
