package anli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Examples reads a round of the data set.
var Examples = record.NewFormat(loaders.Format{
	Name:   "anli",
	About:  "ANLI's JSON Lines, with the verifiers' labels beside them",
	Sign:   "the keys uid, hypothesis, label and context or premise",
	Keys:   "uid hypothesis label context",
	Detect: record.Keyed(`uid, hypothesis:", label, context:"|premise:"`),
}, record.Codec{Dataset: "ANLI", Gold: "in the file", Beside: []record.Companion{verifierFiles}, Open: func(o *record.Opening) {
	answered := o.Mentions("model_label")
	o.Lines(0, record.As(func(r *wire, rec *record.Record) *loaders.Example {
		ex := r.example(rec)
		if answered {
			rec.CountMissing(&ex.Answer)
		}
		return ex
	}))
	o.Join(verifierFiles)
}})

// verifierFiles are the verifiers' labels that come with a round.
var verifierFiles = record.Companion{
	What: "verifier labels", Flag: loaders.GoldFile, Entries: record.At("", record.KeyOf("uid")),
	Name: func(name string) bool { return strings.Contains(name, "verifier") },
	Is:   record.Keyed(`uid:", verifier labels:[`),
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

func (r *wire) example(rec *record.Record) *loaders.Example {
	if r.ID == "" {
		rec.Problem("no uid; named after its place in the file")
	}
	if r.Hypothesis == "" {
		rec.Problem("no hypothesis; shown without one")
	}
	ex := &loaders.Example{ID: r.ID, Question: r.Hypothesis, Explanation: r.Reason, Kind: r.Genre, Pair: true}
	if text := cmp.Or(r.Context, r.Premise); text != "" {
		ex.Passage = &loaders.Passage{Text: text}
	}
	if r.Tag != "" {
		ex.Tags = []string{r.Tag}
	}
	ex.Answer.Fill(string(r.Model), string(r.Label))
	var v struct {
		Labels []label `json:"verifier labels"`
	}
	if rec.Beside().Decode(r.ID, &v) && len(v.Labels) > 0 {
		words := loaders.Map(v.Labels, func(l label) string { return string(l) })
		agree := loaders.CountFunc(v.Labels, func(l label) bool { return l == r.Label })
		ex.Describe("verifier labels", strings.Join(words, ", "), "verifiers agreed", fmt.Sprintf("%d of %d", agree, len(words)))
	}
	return ex
}

// labels are the classes in the order of the probabilities.
var labels = loaders.Labels

var inFull = map[string]string{
	"e": labels[0], "n": labels[1], "c": labels[2],
	"0": labels[0], "1": labels[1], "2": labels[2],
}

// label is a class, in full where it is known.
type label string

// UnmarshalJSON implements [json.Unmarshaler].
func (l *label) UnmarshalJSON(b []byte) error {
	var t record.Text
	err := json.Unmarshal(b, &t)
	*l = labelOf(string(t))
	return err
}

func labelOf(s string) label {
	if full, ok := inFull[s]; ok {
		return label(full)
	}
	return label(s)
}

// Analysis reads the table of annotations and predictions, a run per model.
var Analysis = record.NewFormat(loaders.Format{
	Name:   "anli-analysis",
	About:  "the analysis of ANLI: one CSV with the predictions of several models, a run each",
	Sign:   "a CSV with the columns uid, context, statement, gold_label, and preds-MODEL with preds-MODELPredLabel",
	Keys:   needed,
	Detect: func(head []byte) bool { return len(models(head)) > 0 },
	Parts: func(_ context.Context, src *loaders.Source, _ loaders.Options) ([]string, error) {
		return models(src.Head), nil
	},
}, record.Codec{Dataset: "ANLI", Gold: "in the file", Open: func(o *record.Opening) {
	o.Run.Model = o.Options.Part
	o.Rows(func(rec *record.Record, row record.Cells) *loaders.Example {
		return analysed(rec, row, o.Run.Model)
	})
}})

const (
	before = "preds-"
	behind = "PredLabel"
)

// needed are the columns of every table, besides those of the models.
const needed = "uid context statement gold_label"

// models are the models of a table that begins with head, in the order of its columns;
// nil if it is not one of ANLI's.
func models(head []byte) []string {
	if !record.Columned(needed)(head) {
		return nil
	}
	columns := record.CSVHeader(head)
	var names []string
	for _, column := range columns {
		name, ok := strings.CutPrefix(column, before)
		if ok && name != "" && slices.Contains(columns, column+behind) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func analysed(rec *record.Record, row record.Cells, model string) *loaders.Example {
	ex := &loaders.Example{
		ID: row["uid"], Pair: true, Question: row["statement"], Passage: &loaders.Passage{Text: row["context"]},
		Explanation: row["reason"],
	}
	ex.Describe("A1Code", row["A1Code"], "A1Notes", row["A1Notes"], "eid", row["eid"],
		"the adversary's prediction", string(labelOf(row["adversary_pred"])))
	if ex.ID == "" {
		rec.Problem("no uid; named after its place in the file")
	}
	if cell := row["tags"]; cell != "" {
		tags, ok := record.PythonStrings(cell)
		if !ok {
			rec.Problem("tags: not a list of strings: %.80q; shown without tags", cell)
		}
		ex.Tags = tags
	}
	predicted := labelOf(row[before+model+behind])
	ex.Answer.Fill(string(predicted), string(labelOf(row["gold_label"])))
	rec.CountMissing(&ex.Answer)
	probabilities(rec, ex, row[before+model])
	return ex
}

// probabilities keeps the model's number for each label.
func probabilities(rec *record.Record, ex *loaders.Example, cell string) {
	var p record.Reals
	if err := json.Unmarshal([]byte(cell), &p); err != nil {
		rec.Problem("the probabilities are not a list of numbers; shown without them")
		return
	}
	p = rec.Probabilities("the model's prediction", p, len(labels))
	if p == nil {
		return
	}
	best := slices.Index(p, slices.Max(p))
	if i := slices.Index(labels, ex.Answer.Predicted); i >= 0 && p[i] < p[best] {
		rec.Problem("the predicted label is %s, but %s has the greatest probability; the label counts", labels[i], labels[best])
	}
	for i, name := range labels {
		ex.Answer.Score("p_"+name, p[i])
		ex.Answer.Classes = append(ex.Answer.Classes, loaders.Option{Name: name, Probability: p[i]})
	}
}
