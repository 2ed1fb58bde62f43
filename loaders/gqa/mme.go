package gqa

import (
	"bytes"
	"path"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/tabular"
)

// MMEResults reads results in the form of MME's evaluation: lines of a picture, a question, the
// correct answer and the model's, separated by tabs. Each file is a subtask, named existence.txt.
var MMEResults = tabular.Preset{
	Format: loaders.Format{
		Name:   "mme-results",
		About:  "MME evaluation results: tab-separated picture, question, correct answer and model's answer",
		Sign:   "lines of four tab-separated cells: the first is a picture's name, the third Yes or No",
		Detect: areMMEResults, Together: true,
	},
	PresetTraits: tabular.PresetTraits{Dataset: "MME", Pictures: true, Header: "picture question gold answer"},
	Map:          "image=picture,question=question,gold=gold,predicted=answer,right=mme",
	Open: func(o *record.RunBuilder) tabular.ExampleFinisher {
		subtask, _, _ := strings.Cut(path.Base(o.Source.Path), ".")
		return func(rec *record.Record, row rows.RowObject, ex *loaders.Example) {
			ex.ID, ex.Kind = rows.Text(row["picture"])+" "+ex.Question, "MME "+subtask
			ex.Answer.Gold = strings.ToLower(strings.TrimSpace(ex.Answer.Gold))
			judgePolar(rec, ex, rows.Text(row["answer"]), "mme")
		}
	},
}.Reads()

func areMMEResults(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	cells := strings.Split(string(first), "\t")
	if len(cells) != 4 || !record.IsPicture(cells[0]) {
		return false
	}
	gold := strings.ToLower(strings.TrimSpace(cells[2]))
	return gold == "yes" || gold == "no"
}
