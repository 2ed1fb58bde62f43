package quackie

import (
	"encoding/json"
	"unicode/utf8"

	"faithscope/loaders"
)

// Line returns a line, with its end, in the form of the package's documentation: exampleNumber is the
// example's place among the saved ones, goldIndices the indices of the gold sentences, sentenceScores
// the scores of all sentences. Sentences are only counted if the passage's text does not have its
// tokens. The error is about a score that JSON can't hold.
func Line(exampleNumber int, ex *loaders.Example, goldIndices []int, sentenceScores []float64) ([]byte, error) {
	out := struct {
		ID        [2]any    `json:"sample_id"`
		Gold      [][]int   `json:"gt"`
		Scores    []float64 `json:"prediction"`
		Sentences any       `json:"sentences"`
	}{ID: [2]any{exampleNumber, ex.ID}, Scores: sentenceScores, Sentences: len(sentenceScores)}
	for _, g := range goldIndices {
		v := make([]int, len(sentenceScores))
		v[g] = 1
		out.Gold = append(out.Gold, v)
	}
	if p := ex.Passage; p != nil && len(p.Sentences) == len(sentenceScores) {
		if list, ok := charactersOf(p); ok {
			out.Sentences = list
		}
	}
	line, err := json.Marshal(out)
	return append(line, '\n'), err
}

// charactersOf counts code points, because Python does: each sentence's first character and the one
// after the last. ok is false without fitting sentences and tokens.
func charactersOf(p *loaders.Passage) (list [][2]int, ok bool) {
	begin, ok := p.Places()
	for _, s := range p.Sentences {
		isMalformed := !ok || s.Start < 0 || s.Start >= s.End || s.End > len(begin)
		if isMalformed {
			return nil, false
		}
		end := begin[s.End-1] + len(p.Tokens[s.End-1])
		list = append(list, [2]int{utf8.RuneCountInString(p.Text[:begin[s.Start]]), utf8.RuneCountInString(p.Text[:end])})
	}
	return list, len(list) > 0
}
