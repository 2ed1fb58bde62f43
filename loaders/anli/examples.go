package anli

import (
	"cmp"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Examples reads a round of the data set.
var Examples = record.NewFormat(loaders.Format{
	Name:   "anli",
	About:  "ANLI's JSON Lines, with the verifiers' labels beside them",
	Sign:   "the keys uid, hypothesis, label and context or premise",
	Keys:   []string{"uid", "hypothesis", "label", "context"},
	Detect: record.Keyed("", `uid, hypothesis:", label, context:"|premise:"`),
	Beside: []loaders.Beside{verifierFiles.Alone()},
}, record.Codec{Dataset: "ANLI", Gold: "in the file", Open: func(o *record.Opening) (err error) {
	j := &join{}
	if err = o.Lines(0, record.As(j.example)); err == nil {
		j.verifiers, err = o.Join(verifierFiles)
	}
	return err
}})

// join is a run with the labels of its verifiers.
type join struct {
	verifiers *record.Table // nil for none
}

// verifierFiles are the verifiers' labels that travel with a round.
var verifierFiles = record.Companion{
	What: "verifier labels", Flag: "--gold", Entries: record.At("", record.KeyOf("uid")),
	Name: func(name string) bool { return strings.Contains(name, "verifier") },
	Is:   record.Keyed("", `uid:", verifier labels:[`),
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

func (j *join) example(r *wire, rec *record.Record) (*loaders.Example, error) {
	if r.ID == "" {
		rec.Problem(loaders.Say("no uid"), loaders.Say("named after its place in the file"))
	}
	if r.Hypothesis == "" {
		rec.Problem(loaders.Say("no hypothesis"), loaders.Say("shown without one"))
	}
	ex := &loaders.Example{ID: r.ID, Question: r.Hypothesis, Explanation: r.Reason, Kind: r.Genre, Pair: true}
	if text := cmp.Or(r.Context, r.Premise); text != "" {
		ex.Passage = &loaders.Passage{Text: text}
	}
	if r.Tag != "" {
		ex.Tags = []string{r.Tag}
	}
	answer(ex, r.Model, r.Label)
	var v struct {
		Labels []label `json:"verifier labels"`
	}
	if j.verifiers.Decode(r.ID, &v) && len(v.Labels) > 0 {
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
