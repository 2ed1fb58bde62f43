package anli

import (
	"context"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const examplesName = "anli"

// Examples reads a round of the data set.
var Examples = loaders.Format{
	Name:  examplesName,
	About: "ANLI's JSON Lines, with the verifiers' labels beside them",
	Sign:  "the keys uid, hypothesis, label and context or premise",
	Keys:  []string{"uid", "hypothesis", "label", "context"},
	Detect: func(head []byte) bool {
		keys := record.Keys(head)
		return keys["uid"] != 0 && keys["hypothesis"] == '"' && keys["label"] != 0 && (keys["context"] == '"' || keys["premise"] == '"')
	},
	Beside: []loaders.Beside{verifierFiles.Alone()},
	Open:   openExamples,
}

// join is a run with the labels of its verifiers.
type join struct {
	verifiers *record.Table // nil for none
}

func openExamples(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenJSONL(ctx, src, examplesName, 0, j.example)
	if err != nil {
		return nil, err
	}
	run.Dataset, run.Gold = "ANLI", "in the file"
	path, err := verifierFiles.Find(src, run, o.Gold)
	if err == nil && path != "" {
		j.verifiers, err = verifierFiles.Table(ctx, src, run, path, "", "", record.KeyOf("uid"))
	}
	return run, err
}

// verifierFiles are the verifiers' labels that travel with a round.
var verifierFiles = record.Companion{
	What: "verifier labels", Flag: "--gold",
	Name: func(name string) bool { return strings.Contains(name, "verifier") },
	Is: func(head []byte) bool {
		keys := record.Keys(head)
		return keys["uid"] == '"' && keys["verifier labels"] == '['
	},
}

type wire struct {
	ID         string `json:"uid"`
	Context    string `json:"context"`
	Premise    string `json:"premise"`
	Hypothesis string `json:"hypothesis"`
	Label      label  `json:"label"`
	Model      label  `json:"model_label"`
	Reason     string `json:"reason"`
	Tag        string `json:"tag"`
	Genre      string `json:"genre"`
}

func (j *join) example(rec *record.Record) (*loaders.Example, error) {
	var r wire
	if err := rec.Decode(&r); err != nil {
		return nil, err
	}
	if r.ID == "" {
		rec.Problem(loaders.Say("no uid"), loaders.Say("named after its place in the file"))
	}
	if r.Hypothesis == "" {
		rec.Problem(loaders.Say("no hypothesis"), loaders.Say("shown without one"))
	}
	ex := &loaders.Example{ID: r.ID, Question: r.Hypothesis, Explanation: r.Reason, Kind: r.Genre, Pair: true}
	if text := r.Context + r.Premise; text != "" {
		ex.Passage = &loaders.Passage{Text: text}
	}
	if r.Tag != "" {
		ex.Tags = []string{r.Tag}
	}
	answer(ex, r.Model, r.Label)
	var v struct {
		Labels []label `json:"verifier labels"`
	}
	if j.verifiers != nil && j.verifiers.Decode(rec, r.ID, &v) && len(v.Labels) > 0 {
		agree := 0
		words := make([]string, len(v.Labels))
		for i, l := range v.Labels {
			words[i] = string(l)
			if l == r.Label {
				agree++
			}
		}
		ex.Meta = map[string]string{
			"verifier labels":  strings.Join(words, ", "),
			"verifiers agreed": fmt.Sprintf("%d of %d", agree, len(words)),
		}
	}
	return ex, nil
}

// answer fills the answer; it is right where both are known and the same.
func answer(ex *loaders.Example, predicted, gold label) {
	ex.Answer.Predicted, ex.Answer.Gold = string(predicted), string(gold)
	ex.Answer.Compare()
}
