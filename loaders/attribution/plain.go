package attribution

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Plain reads scores per token in the form that the package's documentation
// gives.
var Plain = loaders.Format{
	Name:  "attributions",
	About: "JSON Lines of {id, tokens, rows: {name: [score]}, signed, gold_spans}",
	Sign:  "the keys tokens, a list, and rows, an object",
	Detect: func(head []byte) bool {
		_, keys := shapeOf(head)
		return keys["tokens"] == '[' && keys["rows"] == '{'
	},
	Open: func(ctx context.Context, src *loaders.Source, _ loaders.Options) (*loaders.Run, error) {
		run, err := open(ctx, src, "attributions", plainExample)
		if err == nil {
			run.Gold = "in the file"
		}
		return run, err
	},
}

type plainRecord struct {
	ID     word     `json:"id"`
	Tokens []string `json:"tokens"`
	Rows   rows     `json:"rows"`
	Signed *bool    `json:"signed"`
	Gold   [][]int  `json:"gold_spans"`
}

// rows keeps the order in which an object names its keys.
type rows []row

type row struct {
	name   string
	scores record.Reals
}

// UnmarshalJSON implements [json.Unmarshaler]. What is no object has no
// rows.
func (list *rows) UnmarshalJSON(b []byte) error {
	*list = nil
	if b[0] != '{' {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if _, err := d.Token(); err != nil { // the brace
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var scores record.Reals
		if err := d.Decode(&scores); err != nil {
			return err
		}
		*list = append(*list, row{name.(string), scores})
	}
	return nil
}

func plainExample(rec *record.Record) (*loaders.Example, error) {
	var in plainRecord
	if err := rec.DecodeKnown(&in); err != nil {
		return nil, err
	}
	ex := &loaders.Example{ID: string(in.ID), Question: textOf(in.Tokens, inPieces(in.Tokens)), Tokens: in.Tokens}
	if in.Tokens == nil {
		rec.Problem("no tokens", "the rows have nothing to stand over")
	}
	if len(in.Rows) == 0 {
		rec.Problem("no rows", "shown without scores")
	}
	for _, r := range in.Rows {
		isSigned := signed(r.scores)
		if in.Signed != nil {
			if isSigned && !*in.Signed {
				rec.Problem(fmt.Sprintf("the row %q has scores below 0, and signed is false", r.name), "shown as signed")
			}
			isSigned = isSigned || *in.Signed
		}
		add(ex, rec, r.name, in.Tokens, r.scores, isSigned)
	}
	if in.Gold != nil {
		ex.Rationales = []loaders.Rationale{{Name: "gold", Over: "tokens", Spans: spansOf(rec, in.Gold, len(in.Tokens))}}
	}
	return ex, nil
}

func spansOf(rec *record.Record, pairs [][]int, n int) []loaders.Span {
	spans := make([]loaders.Span, 0, len(pairs))
	for _, pair := range pairs {
		if len(pair) != 2 {
			rec.Problem(fmt.Sprintf("gold_spans: a span of %d numbers where 2 belong", len(pair)), "left out")
			continue
		}
		spans = append(spans, loaders.Span{Start: pair[0], End: pair[1]})
	}
	return rec.Spans("gold_spans", spans, n)
}
