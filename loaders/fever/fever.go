package fever

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Claims reads FEVER's claims, with their evidence where the file has it.
var Claims = record.NewFormat(loaders.Format{
	Name:   "fever",
	About:  "FEVER's claims with their labels and evidence (JSON Lines)",
	Sign:   "the keys claim, label and evidence, a list",
	Keys:   "id claim label evidence",
	Detect: areClaims,
}, record.Codec{Dataset: "FEVER", Gold: "in the file", Decode: record.As(func(c *claim, _ *record.Record) *loaders.Example {
	return c.example()
})})

// Predictions reads labels and evidence as FEVER's scorer does.
var Predictions = record.NewFormat(loaders.Format{
	Name:   "fever-predictions",
	About:  "predictions on FEVER in the form of its scorer, with the claims in the file or beside it",
	Sign:   "the keys predicted_label and predicted_evidence, a list",
	Keys:   "id predicted_label predicted_evidence",
	Detect: arePredictions,
}, record.Codec{Dataset: "FEVER", Beside: []record.Companion{claimFiles}, Open: openPredictions})

var areClaims = record.Keyed(`claim:", label:", evidence:[, !predicted_label`)

var arePredictions = record.Keyed(`predicted_label:", predicted_evidence:[`)

// claim is a line of the data set, of predictions, or of both.
type claim struct {
	ID        record.Text `json:"id"`
	Claim     string      `json:"claim"`
	Label     string      `json:"label"`
	Evidence  [][]part    `json:"evidence"`
	Predicted string      `json:"predicted_label"`
	Sentences []sentence  `json:"predicted_evidence"`
}

// sentence is a page and the number of a line, known by name.
type sentence struct {
	page, line record.Text
}

// UnmarshalJSON implements [json.Unmarshaler].
func (s *sentence) UnmarshalJSON(b []byte) error {
	if !record.Tuple(b, &s.page, &s.line) {
		return fmt.Errorf("%.60s is not a page with the number of a line", b)
	}
	return nil
}

// part is a sentence of evidence after the ids of its annotation: the empty sentence
// where the annotator found none.
type part struct{ sentence }

// UnmarshalJSON implements [json.Unmarshaler].
func (p *part) UnmarshalJSON(b []byte) error {
	var id json.RawMessage
	if !record.Tuple(b, &id, &id, &p.page, &p.line) {
		return fmt.Errorf("%.60s is not evidence: two ids, a page and the number of a line", b)
	}
	return nil
}

// example returns a claim with its prediction.
func (c *claim) example() *loaders.Example {
	ex := &loaders.Example{ID: string(c.ID), Question: c.Claim, Answer: loaders.Answer{Gold: c.Label, Predicted: c.Predicted}}
	ex.Answer.Judge(strings.EqualFold(c.Label, c.Predicted))
	var pages record.Sentences[sentence]
	add := func(name string, list []sentence) {
		ex.Rationales = append(ex.Rationales, pages.Rationale(name, list, func(s sentence) {
			pages.Add(s, string(s.page+" "+s.line), string(s.page), string(s.line))
		}))
	}
	if c.Evidence != nil && len(c.Evidence) == 0 {
		c.Evidence = [][]part{nil}
	}
	for i, group := range c.Evidence {
		list := loaders.Map(group, func(e part) sentence { return e.sentence })
		list = slices.DeleteFunc(list, func(s sentence) bool { return s.line == "" })
		if add(fmt.Sprintf("gold %d", i+1), list); len(list) == 0 {
			break // the others say the same: there is no evidence
		}
	}
	if c.Sentences != nil {
		add("predicted", c.Sentences)
	}
	ex.Passage = pages.Whole()
	return ex
}

// claimFiles travel with predictions that do not have the claims themselves.
var claimFiles = record.Companion{
	What: "claims of FEVER", Flag: loaders.GoldFile, Missing: "claims of FEVER", Without: "claims and without gold", Is: areClaims,
	Entries: record.At("", record.KeyOf("id")), Asks: record.KeyOf("id"),
	Left: "claim", Blank: record.BlankOf("id"), Official: "; FEVER's scorer refuses such a file",
}

func openPredictions(o *record.Opening) {
	o.Lines(0, record.As((*claim).predicted))
	if areClaims(o.Source.Head) || record.Keys(o.Source.Head)["evidence"] == '[' {
		o.Run.Gold = "in the file"
	} else {
		o.Join(claimFiles)
	}
}

// predicted is a prediction on a claim, which it has or which is beside it.
func (c *claim) predicted(rec *record.Record) *loaders.Example {
	var gold claim
	if rec.Beside().Decode(string(c.ID), &gold) {
		c.Claim, c.Label, c.Evidence = gold.Claim, gold.Label, gold.Evidence
	} else {
		rec.Beside().Misses(rec, "the claim", string(c.ID), "kept as an example without gold")
	}
	if c.Predicted == "" && c.Sentences == nil {
		c.Sentences = []sentence{}
	}
	ex := c.example()
	rec.CountMissing(&ex.Answer)
	return ex
}
