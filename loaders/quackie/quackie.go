package quackie

import (
	"encoding/json"
	"unicode/utf8"

	"faithscope/loaders"
)

// Line returns a line, with its end, in the form of the package's documentation: number is the
// example's place among the saved ones, golds the indices of the gold sentences, scores the scores
// of all sentences. Sentences are only counted if the passage's text does not have its tokens. The
// error is about a score that JSON can't hold.
func Line(number int, ex *loaders.Example, golds []int, scores []float64) ([]byte, error) {
	out := struct {
		ID        [2]any    `json:"sample_id"`
		Gold      [][]int   `json:"gt"`
		Scores    []float64 `json:"prediction"`
		Sentences any       `json:"sentences"`
	}{ID: [2]any{number, ex.ID}, Scores: scores, Sentences: len(scores)}
	for _, g := range golds {
		v := make([]int, len(scores))
		v[g] = 1
		out.Gold = append(out.Gold, v)
	}
	if p := ex.Passage; p != nil && len(p.Sentences) == len(scores) {
		if list, ok := charactersOf(p); ok {
			out.Sentences = list
		}
	}
	line, err := json.Marshal(out)
	return append(line, '\n'), err
}

// charactersOf returns each sentence's first character and the one after the last, in code points;
// ok is false without fitting sentences and tokens.
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
