package anli

import (
	"encoding/json"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Analysis reads the table of annotations and predictions, a run per model.
var Analysis = record.NewFormat(loaders.Format{
	Name:   "anli-analysis",
	About:  "the analysis of ANLI: one CSV with the predictions of several models, a run each",
	Sign:   "a CSV with the columns uid, context, statement, gold_label, and preds-MODEL with preds-MODELPredLabel",
	Keys:   needed,
	Detect: func(head []byte) bool { return len(models(head)) > 0 },
	Parts: func(src *loaders.Source) ([]string, error) {
		return models(src.Head), nil
	},
}, record.Codec{Dataset: "ANLI", Gold: "in the file", Open: func(o *record.Opening) error {
	o.Run.Model = o.Options.Part
	return o.Rows(func(rec *record.Record, row record.Cells) (*loaders.Example, error) {
		return analysed(rec, row, o.Run.Model)
	})
}})

const (
	before = "preds-"
	behind = "PredLabel"
)

// needed are the columns of every table, beside those of the models.
var needed = []string{"uid", "context", "statement", "gold_label"}

// models are the models of a table that begins with head, in the order of
// its columns; nil where it is none of ANLI's.
func models(head []byte) []string {
	if !record.Columned(needed...)(head) {
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

func analysed(rec *record.Record, row record.Cells, model string) (*loaders.Example, error) {
	ex := &loaders.Example{
		ID: row.Of("uid"), Pair: true, Question: row.Of("statement"), Passage: &loaders.Passage{Text: row.Of("context")}, Explanation: row.Of("reason"),
		Meta: record.Meta("A1Code", row.Of("A1Code"), "A1Notes", row.Of("A1Notes"), "eid", row.Of("eid"),
			"the adversary's prediction", string(labelOf(row.Of("adversary_pred")))),
	}
	if ex.ID == "" {
		rec.Problem(loaders.Say("no uid"), "named after its place in the file")
	}
	if cell := row.Of("tags"); cell != "" {
		tags, ok := listOf(cell)
		if !ok {
			rec.Problem(loaders.Say("tags: not a list of strings: %.80q", cell), "shown without tags")
		}
		ex.Tags = tags
	}
	predicted := labelOf(row.Of(before + model + behind))
	answer(ex, predicted, labelOf(row.Of("gold_label")))
	if predicted == "" {
		rec.Problem(loaders.Say("no prediction of %s", model), "neither right nor wrong")
	}
	probabilities(rec, ex, row.Of(before+model))
	return ex, nil
}

// probabilities keeps the model's number for each label.
func probabilities(rec *record.Record, ex *loaders.Example, cell string) {
	var p record.Reals
	if err := json.Unmarshal([]byte(cell), &p); err != nil {
		rec.Problem(loaders.Say("the probabilities are not a list of numbers"), "shown without them")
		return
	}
	p = rec.Probabilities("the model's prediction", p, len(labels))
	if p == nil {
		return
	}
	best := slices.Index(p, slices.Max(p))
	if i := slices.Index(labels[:], ex.Answer.Predicted); i >= 0 && p[i] < p[best] {
		rec.Problem(loaders.Say("the predicted label is %s, the greatest probability that of %s", labels[i], labels[best]), "the label counts")
	}
	ex.Answer.Scores = make(map[string]float64, len(labels))
	for i, name := range labels {
		ex.Answer.Scores["p_"+name] = p[i]
		ex.Answer.Classes = append(ex.Answer.Classes, loaders.Option{Name: name, Probability: p[i]})
	}
}
