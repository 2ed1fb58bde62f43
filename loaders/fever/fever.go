package fever

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const (
	claimsName      = "fever"
	predictionsName = "fever-predictions"
)

// Claims reads FEVER's claims, with their evidence where the file has it.
var Claims = loaders.Format{
	Name:   claimsName,
	About:  "FEVER's claims with their labels and evidence (JSON Lines)",
	Sign:   "the keys claim, label and evidence, a list",
	Keys:   []string{"id", "claim", "label", "evidence"},
	Detect: areClaims,
	Open: func(ctx context.Context, src *loaders.Source, _ loaders.Options) (*loaders.Run, error) {
		run, err := record.OpenJSONL(ctx, src, claimsName, 0, decodeClaim)
		if err != nil {
			return nil, err
		}
		run.Gold, run.Dataset = "in the file", "FEVER"
		return run, nil
	},
}

// Predictions reads labels and evidence as FEVER's scorer does.
var Predictions = loaders.Format{
	Name:   predictionsName,
	About:  "predictions on FEVER in the form of its scorer, with the claims in the file or beside it",
	Sign:   "the keys predicted_label and predicted_evidence, a list",
	Keys:   []string{"id", "predicted_label", "predicted_evidence"},
	Detect: arePredictions,
	Open:   openPredictions,
}

func areClaims(head []byte) bool {
	keys := record.Keys(head)
	return keys["claim"] == '"' && keys["label"] == '"' && keys["evidence"] == '['
}

func arePredictions(head []byte) bool {
	keys := record.Keys(head)
	return keys["predicted_label"] == '"' && keys["predicted_evidence"] == '['
}

// claim is a line of the data set, of predictions, or of both.
type claim struct {
	ID        record.Text `json:"id"`
	Claim     record.Text `json:"claim"`
	Label     record.Text `json:"label"`
	Evidence  [][]part    `json:"evidence"`
	Predicted record.Text `json:"predicted_label"`
	Sentences []sentence  `json:"predicted_evidence"`
}

// sentence is a page and the number of a line, known by name.
type sentence struct {
	page, line string
}

// UnmarshalJSON implements [json.Unmarshaler].
func (s *sentence) UnmarshalJSON(b []byte) error {
	var pair []json.RawMessage
	if json.Unmarshal(b, &pair) != nil || len(pair) != 2 {
		return fmt.Errorf("%.60s is not a page with the number of a line", b)
	}
	*s = sentence{record.TextOf(pair[0]), record.TextOf(pair[1])}
	return nil
}

// part is a sentence of evidence behind the ids of its annotation: the empty
// sentence where the annotator found none.
type part struct{ sentence }

// UnmarshalJSON implements [json.Unmarshaler].
func (p *part) UnmarshalJSON(b []byte) error {
	var list []json.RawMessage
	if json.Unmarshal(b, &list) != nil || len(list) != 4 {
		return fmt.Errorf("%.60s is not evidence: two ids, a page and the number of a line", b)
	}
	p.sentence = sentence{record.TextOf(list[2]), record.TextOf(list[3])}
	return nil
}

func decodeClaim(rec *record.Record) (*loaders.Example, error) {
	var c claim
	if err := rec.Decode(&c); err != nil {
		return nil, err
	}
	return c.example(), nil
}

// example is a claim with what is predicted for it.
func (c *claim) example() *loaders.Example {
	ex := &loaders.Example{ID: string(c.ID), Question: string(c.Claim), Answer: loaders.Answer{Gold: string(c.Label), Predicted: string(c.Predicted)}}
	if c.Label != "" && c.Predicted != "" {
		ex.Answer.Correct = loaders.VerdictOf(strings.EqualFold(string(c.Label), string(c.Predicted)))
	}
	p := &pages{at: map[sentence]int{}}
	for i, group := range c.Evidence {
		var list []sentence
		for _, e := range group {
			if e.line != "" {
				list = append(list, e.sentence)
			}
		}
		if p.rationale(fmt.Sprintf("gold %d", i+1), list); len(list) == 0 {
			break // the others say the same: there is not enough information
		}
	}
	if c.Sentences != nil {
		p.rationale("predicted", c.Sentences)
	}
	ex.Rationales = p.rationales
	if len(p.Sentences) > 0 {
		p.Text = strings.Join(p.lines, "\n")
		ex.Passage = &p.Passage
	}
	return ex
}

// pages are the sentences that an example names.
type pages struct {
	loaders.Passage
	lines      []string // of its text
	at         map[sentence]int
	rationales []loaders.Rationale
}

func (p *pages) rationale(name string, list []sentence) {
	r := loaders.Rationale{Name: name, Over: "sentences", Spans: []loaders.Span{}}
	for _, s := range list {
		k, ok := p.at[s]
		if !ok {
			k = len(p.Sentences)
			p.at[s] = k
			p.Sentences = append(p.Sentences, loaders.Span{Start: len(p.Tokens), End: len(p.Tokens) + 2})
			p.Tokens = append(p.Tokens, s.page, s.line)
			p.lines = append(p.lines, s.page+" "+s.line)
		}
		r.Spans = append(r.Spans, loaders.Span{Start: k, End: k + 1})
	}
	p.rationales = append(p.rationales, r)
}

// join brings predictions together with claims.
type join struct {
	claims *record.Table // nil for none
}

func openPredictions(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenJSONL(ctx, src, predictionsName, 0, j.predicted)
	if err != nil {
		return nil, err
	}
	run.Dataset = "FEVER"
	if areClaims(src.Head) || record.Keys(src.Head)["evidence"] == '[' {
		if run.Gold = "in the file"; o.Gold != "" {
			return run, loaders.Errorf("gold: the predictions have it themselves, and %s is not used", o.Gold)
		}
		return run, nil
	}
	files := record.Companion{
		What: "claims of FEVER", Flag: "--gold", Missing: "claims of FEVER", Without: "claims and without gold", Is: areClaims,
		Fits: record.AskedBy(ctx, src, "", record.TextOfKey("id")).
			Fits(ctx, src, func([]byte) (string, func(*record.Record) string) { return "", record.KeyOf("id") }),
	}
	path, err := files.Find(src, run, o.Gold)
	if err != nil || path == "" {
		return run, err
	}
	run.Gold = path
	j.claims, err = files.Table(ctx, src, run, path, "", "claim", record.KeyOf("id"))
	return run, err
}

func (j *join) predicted(rec *record.Record) (*loaders.Example, error) {
	var c claim
	if err := rec.Decode(&c); err != nil {
		if j.claims != nil {
			j.claims.Has(rec, "") // it asked, without a name
		}
		return nil, err
	}
	if j.claims == nil {
		return c.example(), nil
	}
	var gold claim
	if j.claims.Decode(rec, string(c.ID), &gold) {
		c.Claim, c.Label, c.Evidence = gold.Claim, gold.Label, gold.Evidence
	} else {
		rec.Problem(loaders.Say("the claim %q is not in %s", c.ID, filepath.Base(j.claims.Path)), loaders.Say("kept as an example without gold"))
	}
	return c.example(), nil
}
