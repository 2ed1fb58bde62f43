package attribution

import (
	"encoding/json"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Captum reads the records of Captum's visualisations of text.
var Captum = record.NewFormat(loaders.Format{
	Name:   "captum",
	About:  "Captum's VisualizationDataRecord as JSON, or the outputs of Captum Insights",
	Sign:   "the keys word_attributions and raw_input_ids, or feature_outputs and predicted",
	Keys:   "word_attributions raw_input_ids",
	Detect: record.Either(keyedDetector("word_attributions, raw_input_ids"), keyedDetector("feature_outputs:[, predicted")),
}, record.Codec{Decode: captumExample})

type visualization struct {
	// VisualizationDataRecord
	Scores      record.Reals `json:"word_attributions"`
	Tokens      words        `json:"raw_input_ids"`
	Probability *record.Real `json:"pred_prob"`
	Predicted   record.Text  `json:"pred_class"`
	True        record.Text  `json:"true_class"`
	Explained   record.Text  `json:"attr_class"`
	Sum         *record.Real `json:"attr_score"`
	Convergence *record.Real `json:"convergence_score"`

	// VisualizationOutput of Insights
	Features []feature       `json:"feature_outputs"`
	Actual   outputScore     `json:"actual"`
	Best     json.RawMessage `json:"predicted"`
	Model    record.Text     `json:"model_index"`
}

type feature struct {
	Name         string       `json:"name"`
	Type         string       `json:"type"`
	Base         words        `json:"base"`
	Scores       record.Reals `json:"modified"`
	Contribution *record.Real `json:"contribution"`
}

type outputScore struct {
	Label record.Text  `json:"label"`
	Score *record.Real `json:"score"`
}

// words is a list, or a text split at blanks.
type words []string

func (list *words) UnmarshalJSON(b []byte) error {
	var texts record.Texts
	err := json.Unmarshal(b, &texts)
	if *list = words(texts); b[0] != '[' {
		*list = strings.Fields(strings.Join(texts, ""))
	}
	return err
}

// captumExample takes one visualisation or a list about one text.
func captumExample(rec *record.Record) *loaders.Example {
	list, err := decodeObjects[visualization](rec)
	if err != nil {
		return rec.Broken(err)
	}
	ex := &loaders.Example{}
	for i := range list {
		v := &list[i]
		if v.Features != nil {
			v.addInsight(ex, rec, len(list) > 1)
		} else {
			v.addRecord(ex, rec)
		}
	}
	if rec.CountMissing(&ex.Answer); len(ex.Attributions) == 0 {
		rec.Problem("no feature with scores per token; shown without scores")
	}
	return ex
}

// addRecord names an attribution after its class. The first one has the example's text and answer,
// because all are about one text.
func (v *visualization) addRecord(ex *loaders.Example, rec *record.Record) {
	tokens := []string(v.Tokens)
	if ex.Tokens == nil {
		ex.Question, ex.Tokens = textOf(tokens, inPieces(tokens)), tokens
		ex.Answer.Fill(string(v.Predicted), string(v.True))
	}
	name := "word attributions"
	if v.Explained != "" {
		name += " → " + string(v.Explained)
	}
	addAttribution(rec, ex, loaders.Attribution{Name: name, Tokens: tokens, Scores: v.Scores, Signed: true})
	rec.Score(&ex.Answer, "pred_prob", v.Probability)
	rec.Score(&ex.Answer, "attr_score", v.Sum)
	rec.Score(&ex.Answer, "convergence_score", v.Convergence)
}

// addInsight adds an output's features as attributions, named after the model too if there are
// several. Features that aren't scores are reported once per file, because every record has them.
func (v *visualization) addInsight(ex *loaders.Example, rec *record.Record, several bool) {
	var best []outputScore
	if json.Unmarshal(v.Best, &best) != nil || len(best) == 0 {
		best = make([]outputScore, 1) // others are ignored
	}
	if ex.Answer.Predicted == "" {
		ex.Answer.Fill(string(best[0].Label), string(v.Actual.Label))
		rec.Score(&ex.Answer, "pred_prob", best[0].Score)
	}
	for _, f := range v.Features {
		name := f.Name
		if several {
			name = fmt.Sprintf("model %s: %s", v.Model, f.Name)
		}
		if contribution, ok := f.Contribution.Known(); ok {
			ex.Describe("contribution of "+name, fmt.Sprintf("%.4g", contribution))
		}
		switch f.Type {
		case "text", "general":
			if ex.Tokens == nil && f.Type == "text" {
				ex.Question, ex.Tokens = textOf(f.Base, inPieces(f.Base)), f.Base
			}
			addAttribution(rec, ex, loaders.Attribution{Name: name, Tokens: f.Base, Scores: f.Scores, Signed: true})
		case "empty":
		default:
			rec.FileProblem("features of type %.40q are drawings, not scores; left out", f.Type)
		}
	}
}
