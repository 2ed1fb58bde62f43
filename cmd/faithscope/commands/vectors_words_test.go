package commands

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/native"
	"faithscope/loaders/rules"
	"faithscope/scoring/vectors"
)

// alignmentVector is alignment.json, with one of its tokenisers.
type alignmentVector struct {
	Examples []struct {
		Reason     string
		Tokenisers map[string]struct {
			Tokens      []string
			Explanation []string  `json:"explanation_tokens"`
			IG          []float64 `json:"ig"`
			C           vectors.Number
			CDropPunct  *vectors.Number `json:"C_drop_punct"`
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

// meanFinite returns the mean of the finite numbers.
func meanFinite(list []vectors.Number) vectors.Number {
	var sum, n vectors.Number
	for _, x := range list {
		if x.Finite() {
			sum += x
			n++
		}
	}
	return sum / n
}

func TestOracleScoresOfAnAlignmentRun(t *testing.T) {
	var v alignmentVector
	vectors.Read(t, home("alignment"), "alignment.json", &v)
	for tokeniser := range v.Examples[0].Tokenisers {
		path := filepath.Join(t.TempDir(), "explanations.jsonl")
		v.run(t, path, tokeniser)
		var c, dropped []vectors.Number
		for _, e := range v.Examples {
			c = append(c, e.Tokenisers[tokeniser].C)
			if x := e.Tokenisers[tokeniser].CDropPunct; x != nil {
				dropped = append(dropped, *x)
			}
		}
		// Partners come from the seed and not from the vector, so that the
		// numbers with the explanation itself are what can be compared.
		holds(t, reported(t, path), []wanted{{"alignment", "c", "overall", meanFinite(c), 1e-9}})
		if dropped == nil {
			continue
		}
		holds(t, reported(t, path, "--drop-punctuation"), []wanted{{"alignment", "c", "overall", meanFinite(dropped), 1e-9}})
	}
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
	Expected struct {
		All, Hard, Easy parts
		HardInSubset    *parts `json:"hard_entailed_restricted_to_subset"`
		EasyInSubset    *parts `json:"easy_entailed_restricted_to_subset"`
	}
}

// parts are a set's figures, of all its questions, the open and the binary
// ones.
type parts struct {
	All, Open, Binary struct{ Accuracy, Error, Consistency vectors.Number }
}

// figures returns the parts' accuracies (or errors) and consistencies.
func (p parts) figures(accuracy, consistency string) []wanted {
	var list []wanted
	for of, x := range map[string]struct{ Accuracy, Error, Consistency vectors.Number }{"overall": p.All, "open": p.Open, "binary": p.Binary} {
		value := x.Accuracy
		if accuracy == "err_easy" {
			value = x.Error
		}
		list = append(list, wanted{"reasoning", accuracy, of, value, single}, wanted{"reasoning", consistency, of, x.Consistency, single})
	}
	return list
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
		check(t, err)
		other.Answer.Predicted = string(tied)
		rules.Judge("gqa", &ex.Answer, []string{q.Model}, []string{q.Gold})
		rules.Judge("gqa", &other.Answer, q.Base, []string{q.Gold})
		answers, others = append(answers, &ex), append(others, &other)
	}
	writeRun(t, model, native.Header{Name: "model"}, answers)
	writeRun(t, base, native.Header{Name: "base model"}, others)
}

func TestOracleScoresOfAReasoningRun(t *testing.T) {
	var v reasoningVector
	vectors.Read(t, home("reasoning"), "dfol_eval.json", &v)
	dir := t.TempDir()
	model, base := filepath.Join(dir, "model.jsonl"), filepath.Join(dir, "base.jsonl")
	v.run(t, model, base)
	scores := reported(t, model, "--base", base, "--substring")
	holds(t, scores, v.Expected.All.figures("accuracy", "consistency"))
	holds(t, scores, v.Expected.Hard.figures("acc_hard", "consistency_hard"))
	holds(t, scores, v.Expected.Easy.figures("err_easy", "consistency_easy"))
	scores = reported(t, model, "--base", base, "--substring", "--entailed-in-subset")
	if hard := v.Expected.HardInSubset; hard != nil {
		holds(t, scores, hard.figures("acc_hard", "consistency_hard"))
	}
	if easy := v.Expected.EasyInSubset; easy != nil {
		holds(t, scores, easy.figures("err_easy", "consistency_easy"))
	}
}
