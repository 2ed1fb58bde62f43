package attribution

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Captum reads what Captum's visualisations of text are made of.
var Captum = loaders.Format{
	Name:  "captum",
	About: "Captum's VisualizationDataRecord as JSON, or the outputs of Captum Insights",
	Sign:  "the keys word_attributions and raw_input_ids, or feature_outputs and predicted",
	Detect: func(head []byte) bool {
		_, keys := shapeOf(head)
		return keys["word_attributions"] != 0 && keys["raw_input_ids"] != 0 || keys["feature_outputs"] == '[' && keys["predicted"] != 0
	},
	Open: func(ctx context.Context, src *loaders.Source, _ loaders.Options) (*loaders.Run, error) {
		return open(ctx, src, "captum", captumExample)
	},
}

type visualization struct {
	// VisualizationDataRecord
	Scores      record.Reals `json:"word_attributions"`
	Tokens      words        `json:"raw_input_ids"`
	Probability *record.Real `json:"pred_prob"`
	Predicted   word         `json:"pred_class"`
	True        word         `json:"true_class"`
	Explained   word         `json:"attr_class"`
	Sum         *record.Real `json:"attr_score"`
	Convergence *record.Real `json:"convergence_score"`

	// VisualizationOutput of Insights
	Features []feature    `json:"feature_outputs"`
	Actual   outputScore  `json:"actual"`
	Best     outputScores `json:"predicted"`
	Model    word         `json:"model_index"`
}

type feature struct {
	Name         string       `json:"name"`
	Type         string       `json:"type"`
	Base         words        `json:"base"`
	Scores       record.Reals `json:"modified"`
	Contribution *record.Real `json:"contribution"`
}

type outputScore struct {
	Label word         `json:"label"`
	Score *record.Real `json:"score"`
}

// outputScores is a list; anything else is none.
type outputScores []outputScore

// UnmarshalJSON implements [json.Unmarshaler].
func (list *outputScores) UnmarshalJSON(b []byte) error {
	*list = nil
	if b[0] != '[' {
		return nil
	}
	return json.Unmarshal(b, (*[]outputScore)(list))
}

// words is a list of words, or a text that is split at its blanks.
type words []string

// UnmarshalJSON implements [json.Unmarshaler].
func (list *words) UnmarshalJSON(b []byte) error {
	if b[0] == '[' {
		var found []word
		if err := json.Unmarshal(b, &found); err != nil {
			return err
		}
		*list = make(words, len(found))
		for i, w := range found {
			(*list)[i] = string(w)
		}
		return nil
	}
	var text word
	err := json.Unmarshal(b, &text)
	*list = strings.Fields(string(text))
	return err
}

func captumExample(rec *record.Record) (*loaders.Example, error) {
	list, err := objects[visualization](rec)
	if err != nil {
		return nil, err
	}
	ex := &loaders.Example{}
	for i := range list {
		v := &list[i]
		if v.Features != nil {
			v.insight(ex, rec, len(list) > 1)
		} else {
			v.record(ex, rec)
		}
	}
	if len(ex.Attributions) == 0 {
		rec.Problem("no feature with scores per token", "shown without scores")
	}
	return ex, nil
}

func (v *visualization) record(ex *loaders.Example, rec *record.Record) {
	tokens := []string(v.Tokens)
	if ex.Tokens == nil {
		ex.Question, ex.Tokens = textOf(tokens, inPieces(tokens)), tokens
		answer(ex, string(v.Predicted), string(v.True))
	}
	name := "word attributions"
	if v.Explained != "" {
		name += " → " + string(v.Explained)
	}
	add(ex, rec, name, tokens, v.Scores, true)
	keep(ex, rec, "pred_prob", v.Probability)
	keep(ex, rec, "attr_score", v.Sum)
	keep(ex, rec, "convergence_score", v.Convergence)
}

func (v *visualization) insight(ex *loaders.Example, rec *record.Record, several bool) {
	predicted := ""
	if len(v.Best) > 0 {
		predicted = string(v.Best[0].Label)
	}
	if ex.Answer.Predicted == "" {
		answer(ex, predicted, string(v.Actual.Label))
		if len(v.Best) > 0 {
			keep(ex, rec, "pred_prob", v.Best[0].Score)
		}
	}
	for _, f := range v.Features {
		name := f.Name
		if several {
			name = fmt.Sprintf("model %s: %s", v.Model, f.Name)
		}
		if f.Contribution != nil && !f.Contribution.Missing() {
			if ex.Meta == nil {
				ex.Meta = map[string]string{}
			}
			ex.Meta["contribution of "+name] = fmt.Sprintf("%.4g", float64(*f.Contribution))
		}
		switch f.Type {
		case "text", "general":
			if ex.Tokens == nil && f.Type == "text" {
				ex.Question, ex.Tokens = textOf(f.Base, inPieces(f.Base)), f.Base
			}
			add(ex, rec, name, f.Base, f.Scores, true)
		case "empty":
		default:
			rec.FileProblem(fmt.Sprintf("features of type %.40q are drawings, not scores", f.Type), "left out")
		}
	}
}

// answer fills the answer; it is right where both are known and the same.
func answer(ex *loaders.Example, predicted, gold string) {
	ex.Answer.Predicted, ex.Answer.Gold = predicted, gold
	if predicted != "" && gold != "" {
		ex.Answer.Correct = loaders.VerdictOf(predicted == gold)
	}
}

func keep(ex *loaders.Example, rec *record.Record, name string, x *record.Real) {
	if x == nil {
		return
	}
	if x.Missing() {
		rec.Problem(name+" is no number", "left out")
		return
	}
	if ex.Answer.Scores == nil {
		ex.Answer.Scores = map[string]float64{}
	}
	ex.Answer.Scores[name] = float64(*x)
}
