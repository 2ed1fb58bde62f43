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
}, record.RecordFormat{Decode: captumExample})

type captumRecord struct {
	// VisualizationDataRecord
	Scores      record.LenientNumbers `json:"word_attributions"`
	Tokens      wordList              `json:"raw_input_ids"`
	Probability *record.LenientNumber `json:"pred_prob"`
	Predicted   record.LenientText    `json:"pred_class"`
	True        record.LenientText    `json:"true_class"`
	Explained   record.LenientText    `json:"attr_class"`
	Sum         *record.LenientNumber `json:"attr_score"`
	Convergence *record.LenientNumber `json:"convergence_score"`

	// VisualizationOutput of Insights
	Features []captumFeature    `json:"feature_outputs"`
	Actual   outputScore        `json:"actual"`
	Best     json.RawMessage    `json:"predicted"`
	Model    record.LenientText `json:"model_index"`
}

type captumFeature struct {
	Name         string                `json:"name"`
	Type         string                `json:"type"`
	Base         wordList              `json:"base"`
	Scores       record.LenientNumbers `json:"modified"`
	Contribution *record.LenientNumber `json:"contribution"`
}

type outputScore struct {
	Label record.LenientText    `json:"label"`
	Score *record.LenientNumber `json:"score"`
}

// wordList is a list, or a text split at blanks.
type wordList []string

func (list *wordList) UnmarshalJSON(b []byte) error {
	var texts record.LenientTexts
	err := json.Unmarshal(b, &texts)
	if *list = wordList(texts); b[0] != '[' {
		*list = strings.Fields(strings.Join(texts, ""))
	}
	return err
}

func captumExample(rec *record.Record) *loaders.Example {
	list, err := decodeObjects[captumRecord](rec)
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
		rec.Problem("no feature has token scores; shown without scores")
	}
	return ex
}

// addRecord names an attribution after its class. The first one has the example's text and answer,
// because all are about one text.
func (v *captumRecord) addRecord(ex *loaders.Example, rec *record.Record) {
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
func (v *captumRecord) addInsight(ex *loaders.Example, rec *record.Record, severalModels bool) {
	var list []outputScore
	if json.Unmarshal(v.Best, &list) != nil {
		list = nil // others are ignored
	}
	if best := loaders.ElementAt(list, 0); ex.Answer.Predicted == "" {
		ex.Answer.Fill(string(best.Label), string(v.Actual.Label))
		rec.Score(&ex.Answer, "pred_prob", best.Score)
	}
	for _, f := range v.Features {
		name := f.Name
		if severalModels {
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
			rec.FileProblem("features of type %.40q are images, not scores; left out", f.Type)
		}
	}
}
