package attribution

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Plain reads scores per token in the form of the package's documentation.
var Plain = record.NewFormat(loaders.Format{
	Name:   "attributions",
	About:  "JSON Lines of {id, tokens, rows: {name: [score]}, signed, gold_spans}",
	Sign:   "a tokens list and a rows object",
	Keys:   "tokens rows",
	Detect: keyedDetector("tokens:[, rows:{"),
}, record.RecordFormat{Gold: "in the file", Decode: plainExample})

type plainRecord struct {
	ID     record.LenientText                          `json:"id"`
	Tokens []string                                    `json:"tokens"`
	Rows   record.OrderedObject[record.LenientNumbers] `json:"rows"`
	Signed *bool                                       `json:"signed"`
	Gold   [][]int                                     `json:"gold_spans"`
}

// plainExample signs rows with scores below 0 whatever they claim, because unsigned heat can't show
// them.
func plainExample(rec *record.Record) *loaders.Example {
	var in plainRecord
	if err := rec.DecodeKnown(&in); err != nil {
		return rec.Broken(err)
	}
	ex := &loaders.Example{ID: string(in.ID), Question: textOf(in.Tokens, inPieces(in.Tokens)), Tokens: in.Tokens}
	if in.Tokens == nil {
		rec.Problem("no tokens; shown without scores")
	}
	if len(in.Rows) == 0 {
		rec.Problem("no rows; shown without scores")
	}
	for _, r := range in.Rows {
		isSigned := record.Signed(r.Value)
		if in.Signed != nil {
			if isSigned && !*in.Signed {
				rec.Problem("row %q has negative scores although signed is false; shown as signed", r.Key)
			}
			isSigned = isSigned || *in.Signed
		}
		addAttribution(rec, ex, loaders.Attribution{Name: r.Key, Tokens: in.Tokens, Scores: r.Value, Signed: isSigned})
	}
	if in.Gold != nil {
		ex.Rationales = []loaders.Rationale{{Name: "gold", Over: loaders.OverTokens, Spans: rec.Pairs("gold_spans", in.Gold, len(in.Tokens))}}
	}
	return ex
}

func keyedDetector(requiredKeys string) loaders.FormatDetector {
	return record.Either(record.Keyed(requiredKeys), record.KeyedAt("[{*", requiredKeys), record.KeyedAt("[[*.*", requiredKeys))
}

func decodeObjects[T any](rec *record.Record) (list []T, err error) {
	if record.FirstByte(rec.Bytes) == '[' {
		err = rec.Decode(&list)
		return list, err
	}
	list = make([]T, 1)
	return list, rec.Decode(&list[0])
}

func textOf(tokens []string, areWordpieces bool) string {
	if !areWordpieces {
		return strings.Join(tokens, " ")
	}
	return strings.TrimSpace(wordStarts.Replace(strings.Join(tokens, "")))
}

var wordStarts = strings.NewReplacer("▁", " ", "Ġ", " ", "Ċ", "\n")

func inPieces(tokens []string) bool {
	return slices.ContainsFunc(tokens, func(token string) bool { return strings.HasPrefix(token, "▁") || strings.HasPrefix(token, "Ġ") })
}

func addAttribution(rec *record.Record, ex *loaders.Example, a loaders.Attribution) {
	a.Over, a.Scores = loaders.IfElse(a.Over == "", loaders.OverTokens, a.Over), rec.Weights("the scores of "+a.Name, a.Scores, len(a.Tokens))
	ex.Attributions = append(ex.Attributions, a)
}
