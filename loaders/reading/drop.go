package reading

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// dropQuestion is an element of qa_pairs.
type dropQuestion struct {
	ID        record.Text         `json:"query_id"`
	Question  string              `json:"question"`
	Tokenized string              `json:"tokenized_question"`
	Answer    *record.DROPAnswer  `json:"answer"`
	Validated []record.DROPAnswer `json:"validated_answers"`
	Spans     [][]int             `json:"answer_passage_spans"` // both ends are in it
	Type      string              `json:"qtype"`
}

func (d *dataset) drop(r *dropQuestion, rec *record.Record) *question {
	ex := &loaders.Example{ID: string(r.ID), Question: r.Question}
	if r.Tokenized != "" {
		ex.Tokens = strings.Split(r.Tokenized, " ")
	}
	if p := d.around(rec); p != nil {
		ex.Passage = p.shown
		ex.Meta = map[string]string{"passage": p.id}
		if p.places == nil && r.Spans != nil {
			ex.Rationales = r.rationales(rec, len(p.shown.Tokens))
		}
	}
	var golds [][]string
	var texts []string
	if r.Answer != nil {
		r.Validated = slices.Insert(r.Validated, 0, *r.Answer)
	}
	for i := range r.Validated {
		parts, kind := r.Validated[i].Parts()
		if strings.TrimSpace(parts[0]) == "" {
			continue // as the authors do: an annotator without an answer
		}
		if ex.Kind == "" {
			ex.Kind = kind
		}
		golds = append(golds, parts)
		texts = append(texts, r.Validated[i].String())
	}
	if golds == nil {
		rec.Problem("no answer; answers to it are neither right nor wrong")
	}
	if r.Type != "" {
		ex.Kind = r.Type
	}
	ex.Answer.Gold = strings.Join(loaders.Distinct(texts), " | ")
	return &question{ex, golds}
}

func (r *dropQuestion) rationales(rec *record.Record, n int) []loaders.Rationale {
	for _, s := range r.Spans {
		if len(s) == 2 {
			s[1]++
		}
	}
	spans := rec.Pairs("answer_passage_spans", r.Spans, n)
	if len(spans) == 0 {
		return nil
	}
	return []loaders.Rationale{{Name: "answer", Over: "passage", Spans: spans}}
}
