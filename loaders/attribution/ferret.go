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
	About:  "ferret's Explanation and ExplanationWithRationale by dataclasses.asdict, in a list or in lines",
	Sign:   "the keys explainer, tokens and scores",
	Keys:   "explainer tokens scores",
	Detect: keyedDetector("explainer, tokens:[, scores:["),
}, record.Codec{Open: func(o *record.Opening) {
	if keyedDetector("rationale")(o.Source.Head) {
		o.Run.Gold = "in the file"
	}
	o.Groups(sameText, ferretExample)
}})

type explanation struct {
	Text        string       `json:"text"`
	Tokens      []string     `json:"tokens"`
	Scores      record.Reals `json:"scores"`
	Explainer   string       `json:"explainer"`
	Target      record.Text  `json:"target"`
	TargetPlace record.Text  `json:"target_pos_idx"`
	Token       record.Text  `json:"target_token"`
	Task        string       `json:"helper_type"`
	Rationale   record.Reals `json:"rationale"`
}

func sameText(rec *record.Record) string {
	if record.FirstByte(rec.Bytes) != '{' {
		return ""
	}
	found := gjson.GetManyBytes(rec.Bytes, "text", "tokens")
	return found[0].Raw + found[1].Raw
}

// ferretExample is Broken only if no explanation has tokens.
func ferretExample(group []*record.Record) *loaders.Example {
	ex := &loaders.Example{}
	for _, rec := range group {
		list, err := decodeObjects[explanation](rec)
		if err != nil && len(group) == 1 {
			return group[0].Broken(err)
		}
		if err != nil {
			rec.Problem("%w; left out of its example", err)
			continue
		}
		for i := range list {
			list[i].addTo(ex, rec)
		}
	}
	if ex.Tokens == nil {
		return group[0].Broken(loaders.Errorf("%s, none of them with tokens", loaders.Count(len(group), "explanation")))
	}
	return ex
}

// addTo adds an explanation, named after its explainer and target, and its rationale. Another text,
// or no explainer, is only a problem.
func (e *explanation) addTo(ex *loaders.Example, rec *record.Record) {
	if ex.Tokens == nil {
		ex.Question, ex.Tokens, ex.Kind = e.Text, e.Tokens, e.Task
	}
	if e.Text != ex.Question {
		rec.Problem("explanations of several texts in one list; shown as one example, with the first text")
	}
	name := e.Explainer
	if name == "" {
		rec.Problem("an explanation without explainer; named after its place")
		name = fmt.Sprintf("row %d", len(ex.Attributions)+1)
	}
	for _, target := range []record.Text{e.Target, e.Token} {
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
