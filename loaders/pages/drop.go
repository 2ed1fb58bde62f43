package pages

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// dropQuestion holds what a question of DROP, and its passage, have besides their texts.
type dropQuestion struct {
	Tokenized string              `json:"tokenized_question"`
	Answer    record.DROPAnswer   `json:"answer"`
	Validated []record.DROPAnswer `json:"validated_answers"`
	Spans     [][]int             `json:"answer_passage_spans"` // both ends are in it
	Type      string              `json:"qtype"`
	Passage   string              `json:"tokenized_passage"`
	Sentences [][]int             `json:"passage_sent_idxs"`
}

// fillDROP judges as the data set's evaluation does, and drops all Meta but the passage's name.
func fillDROP(rec *record.Record, row rows.RowObject, ex *loaders.Example) {
	in, joined := row["questions"].(rows.RowObject)
	if !joined {
		in = row
	}
	around, _ := in["article"].(rows.RowObject)
	own := maps.Clone(in)
	delete(own, "article")
	for _, key := range []string{"tokenized_passage", "passage_sent_idxs"} {
		own[key] = around[key]
	}
	var q dropQuestion
	whole := rec.Bytes
	rec.Bytes, _ = json.Marshal(own) // it was read as JSON
	_ = rec.Decode(&q)               // as before
	rec.Bytes = whole
	if ex.Meta = nil; q.Tokenized != "" {
		ex.Tokens = strings.Split(q.Tokenized, " ")
	}
	if ex.Passage != nil {
		ex.Describe("passage", rows.Text(around["@key"]))
		q.fillPassage(rec, ex)
	}
	var golds [][]string
	var texts []string
	for _, a := range slices.Insert(q.Validated, 0, q.Answer) {
		if parts, kind := a.Parts(); strings.TrimSpace(parts[0]) != "" { // as the authors do: else an annotator without an answer
			golds, texts = append(golds, parts), append(texts, a.String())
			q.Type = cmp.Or(q.Type, kind)
		}
	}
	if golds == nil && around != nil {
		rec.Problem("no correct answer; predictions can't be judged")
	}
	a := &ex.Answer
	ex.Kind, a.Gold = q.Type, strings.Join(loaders.Distinct(texts), " | ")
	if v := row["prediction"]; v != nil {
		parts := rows.Parts(v)
		a.Predicted = strings.Join(parts, " | ")
		rules.Judge("drop", a, parts, golds...)
	}
	if rec.Key != "" {
		rec.CountMissing(a, "em", "f1")
	}
}

func (q *dropQuestion) fillPassage(rec *record.Record, ex *loaders.Example) {
	p, ok := ex.Passage, false
	if p.Tokens = record.Words(p.Text); q.Passage == "" {
		return
	}
	p.Tokens = strings.Split(q.Passage, " ")
	if p.Sentences, ok = record.SpansOf(q.Sentences, len(p.Tokens)); !ok {
		rec.Problem("sentence boundaries are outside the %d tokens of the passage; left out", len(p.Tokens))
	}
	for _, s := range q.Spans {
		if len(s) == 2 {
			s[1]++
		}
	}
	if spans := rec.Pairs("answer_passage_spans", q.Spans, len(p.Tokens)); len(spans) > 0 {
		ex.Rationales = []loaders.Rationale{{Name: "answer", Over: loaders.OverPassage, Spans: spans}}
	}
}
