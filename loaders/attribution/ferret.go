package attribution

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Ferret reads the explanations of ferret (Attanasio et al. 2023).
var Ferret = record.NewFormat(loaders.Format{
	Name:   "ferret",
	About:  "ferret's Explanation and ExplanationWithRationale objects (dataclasses.asdict), as a list or as lines",
	Sign:   "the keys explainer, tokens and scores",
	Keys:   "explainer tokens scores",
	Detect: keyedDetector("explainer, tokens:[, scores:["),
}, record.RecordFormat{Open: func(o *record.RunBuilder) {
	if keyedDetector("rationale")(o.Source.Head) {
		o.Run.Gold = "in the file"
	}
	o.Groups(sameText, ferretExample)
}})

type ferretRecord struct {
	Text        string                `json:"text"`
	Tokens      []string              `json:"tokens"`
	Scores      record.LenientNumbers `json:"scores"`
	Explainer   string                `json:"explainer"`
	Target      record.LenientText    `json:"target"`
	TargetPlace record.LenientText    `json:"target_pos_idx"`
	Token       record.LenientText    `json:"target_token"`
	Task        string                `json:"helper_type"`
	Rationale   record.LenientNumbers `json:"rationale"`
}

func sameText(rec *record.Record) string {
	if record.FirstByte(rec.Bytes) != '{' {
		return ""
	}
	found := gjson.GetManyBytes(rec.Bytes, "text", "tokens")
	return found[0].Raw + found[1].Raw
}

// ferretExample is Broken only if no explanation has tokens: the others can still be shown.
func ferretExample(_ string, explanationRecords []*record.Record) *loaders.Example {
	ex := &loaders.Example{}
	for _, rec := range explanationRecords {
		list, err := decodeObjects[ferretRecord](rec)
		if err != nil && len(explanationRecords) == 1 {
			return explanationRecords[0].Broken(err)
		}
		if err != nil {
			rec.Problem("%w; the explanation is left out", err)
			continue
		}
		for i := range list {
			list[i].addTo(ex, rec)
		}
	}
	if ex.Tokens == nil {
		return explanationRecords[0].Broken(loaders.Errorf("%s, but none has tokens", loaders.Count(len(explanationRecords), "explanation")))
	}
	return ex
}

// addTo names an attribution after explainer and target, because a text has one per pair. Another
// text, or no explainer, is only a problem.
func (e *ferretRecord) addTo(ex *loaders.Example, rec *record.Record) {
	if ex.Tokens == nil {
		ex.Question, ex.Tokens, ex.Kind = e.Text, e.Tokens, e.Task
	}
	if e.Text != ex.Question {
		rec.Problem("a list explains several texts; shown as one example, with the first text")
	}
	name := e.Explainer
	if name == "" {
		rec.Problem("an explanation has no explainer; identified by its position")
		name = fmt.Sprintf("row %d", len(ex.Attributions)+1)
	}
	for _, target := range []record.LenientText{e.Target, e.Token} {
		if target != "" {
			name += " → " + string(target)
		}
	}
	if e.Target == "" && e.TargetPlace != "" {
		name += " → " + string(e.TargetPlace)
	}
	addAttribution(rec, ex, loaders.Attribution{Name: name, Tokens: e.Tokens, Scores: e.Scores, Signed: record.Signed(e.Scores)})
	if e.Rationale == nil || slices.ContainsFunc(ex.Rationales,
		func(r loaders.Rationale) bool { return slices.Equal(r.Scores, e.Rationale) }) {
		return // every explanation of a text repeats its rationale
	}
	if scores := rec.Weights("the rationale", e.Rationale, len(ex.Tokens)); scores != nil {
		ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: "human", Over: loaders.OverTokens, Scores: scores})
	}
}
