package attribution

import (
	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Plain reads scores per token in the form that the package's documentation
// gives.
var Plain = record.NewFormat(loaders.Format{
	Name:   "attributions",
	About:  "JSON Lines of {id, tokens, rows: {name: [score]}, signed, gold_spans}",
	Sign:   "the keys tokens, a list, and rows, an object",
	Keys:   "tokens rows",
	Detect: keyed("tokens:[, rows:{"),
}, record.Codec{Gold: "in the file", Decode: plainExample})

type plainRecord struct {
	ID     record.Text                 `json:"id"`
	Tokens []string                    `json:"tokens"`
	Rows   record.Object[record.Reals] `json:"rows"`
	Signed *bool                       `json:"signed"`
	Gold   [][]int                     `json:"gold_spans"`
}

func plainExample(rec *record.Record) *loaders.Example {
	var in plainRecord
	if err := rec.DecodeKnown(&in); err != nil {
		return rec.Broken(err)
	}
	ex := &loaders.Example{ID: string(in.ID), Question: textOf(in.Tokens, inPieces(in.Tokens)), Tokens: in.Tokens}
	if in.Tokens == nil {
		rec.Problem("no tokens; the rows have nothing to score")
	}
	if len(in.Rows) == 0 {
		rec.Problem("no rows; shown without scores")
	}
	for _, r := range in.Rows {
		isSigned := record.Signed(r.Value)
		if in.Signed != nil {
			if isSigned && !*in.Signed {
				rec.Problem("the row %q has scores below 0, and signed is false; shown as signed", r.Key)
			}
			isSigned = isSigned || *in.Signed
		}
		add(ex, rec, r.Key, in.Tokens, r.Value, isSigned)
	}
	if in.Gold != nil {
		ex.Rationales = []loaders.Rationale{{Name: "gold", Over: "tokens", Spans: rec.Pairs("gold_spans", in.Gold, len(in.Tokens))}}
	}
	return ex
}
