package commands

import (
	"encoding/json"
	"fmt"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/native"
	"faithscope/loaders/rules"
)

// alignmentVector is alignment.json, with one of its tokenisers.
type alignmentVector struct {
	Examples []struct {
		Reason     string
		Tokenisers map[string]struct {
			Tokens      []string
			Explanation []string  `json:"explanation_tokens"`
			IG          []float64 `json:"ig"`
		}
	}
}

// run writes the examples of the vector, as a tokeniser splits them, as one
// run.
func (v *alignmentVector) run(t testing.TB, path, tokeniser string) {
	var examples []*loaders.Example
	for i, e := range v.Examples {
		split := e.Tokenisers[tokeniser]
		examples = append(examples, &loaders.Example{
			ID: fmt.Sprint(i), Question: "does the context entail the hypothesis?", Explanation: e.Reason, ExplanationTokens: split.Explanation,
			Attributions: []loaders.Attribution{{Name: "ig", Over: "tokens", Tokens: split.Tokens, Scores: split.IG, Signed: true}},
		})
	}
	writeRun(t, path, native.Header{Name: "explanations"}, examples)
}

// reasoningVector is dfol_eval.json.
type reasoningVector struct {
	Questions []struct {
		ID         string
		Structural string
		Gold       string
		Base       []string `json:"base_answers"`
		Model      string   `json:"model_answer"`
		Balanced   bool     `json:"isBalanced"`
		Entailed   []string
	}
}

// run writes the model's and the base model's answers as two runs.
func (v *reasoningVector) run(t testing.TB, model, base string) {
	var answers, others []*loaders.Example
	for _, q := range v.Questions {
		ex := loaders.Example{ID: q.ID, Question: "what is it?", Kind: q.Structural, Answer: loaders.Answer{Predicted: q.Model, Gold: q.Gold},
			Entailed: q.Entailed}
		if !q.Balanced {
			ex.Tags = []string{"unbalanced"}
		}
		other := ex
		tied, err := json.Marshal(q.Base)
		check.NoError(t, err)
		other.Answer.Predicted = string(tied)
		rules.Judge("gqa", &ex.Answer, []string{q.Model}, []string{q.Gold})
		rules.Judge("gqa", &other.Answer, q.Base, []string{q.Gold})
		answers, others = append(answers, &ex), append(others, &other)
	}
	writeRun(t, model, native.Header{Name: "model"}, answers)
	writeRun(t, base, native.Header{Name: "base model"}, others)
}
