package attribution

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Inseq reads what inseq (Sarti et al. 2023) saves.
var Inseq = record.NewFormat(loaders.Format{
	Name:   "inseq",
	About:  "files written by inseq's FeatureAttributionOutput.save: JSON with safetensors (arrays in older versions), gzipped or not",
	Sign:   "a sequence_attributions list of objects with the keys source and target, or __instance_type__ and attributes",
	Keys:   "sequence_attributions source target",
	Detect: func(head []byte) bool { return inseqPath(head) != "" },
}, record.RecordFormat{Open: openInseq})

func inseqPath(head []byte) string {
	for _, path := range []string{"attributes.sequence_attributions", "sequence_attributions"} {
		keys := record.ElementKeys(head, path+".*")
		isInseq := keys["attributes"] == '{' && keys["__instance_type__"] != 0 || keys["source"] != 0 && keys["target"] != 0
		if isInseq {
			return path + ".*"
		}
	}
	return ""
}

func openInseq(o *record.RunBuilder) {
	info := func(key string) string {
		return record.FirstAt(gjson.ParseBytes(o.Source.Head), "attributes.info."+key, "info."+key)
	}
	o.Run.Model = info("model_name")
	if method := info("attribution_method"); method != "" {
		o.Run.Note = "attribution method: " + method
	}
	o.Elements(inseqPath(o.Source.Head), record.As(inseqExample))
}

type inseqRecord struct {
	Source     []wrappedToken             `json:"source"`
	Target     []wrappedToken             `json:"target"`
	FromSource json.RawMessage            `json:"source_attributions"`
	FromTarget json.RawMessage            `json:"target_attributions"`
	Steps      map[string]json.RawMessage `json:"step_scores"`
	Start      int                        `json:"attr_pos_start"`
	End        *int                       `json:"attr_pos_end"`
	Aggregator json.RawMessage            `json:"_aggregator"`
}

// inseqSequence may have all below attributes.
type inseqSequence struct {
	inseqRecord
	Attributes *inseqRecord `json:"attributes"`
}

// wrappedToken may be wrapped in {__instance_type__, attributes}.
type wrappedToken struct {
	Token   string        `json:"token"`
	Wrapped *wrappedToken `json:"attributes"`
}

func tokensOf(tokenList []wrappedToken) []string {
	return loaders.Map(tokenList, func(t wrappedToken) string { return cmp.Or(t.Wrapped, &t).Token })
}

// inseqExample takes the source for the question, the generated text for the answer. Without a
// source the beginning of the target is the question, because the model has no encoder.
func inseqExample(in *inseqSequence, rec *record.Record) *loaders.Example {
	seq := cmp.Or(in.Attributes, &in.inseqRecord)
	source, target := tokensOf(seq.Source), tokensOf(seq.Target)
	start, end := seq.Start, len(target)
	if seq.End != nil {
		end = *seq.End
	}
	if start < 0 || end > len(target) || start > end {
		return rec.Broken(loaders.Errorf("attr_pos %d to %d doesn't fit the target's %d tokens", start, end, len(target)))
	}
	ex := &loaders.Example{Question: textOf(source, inPieces(source)), Tokens: source}
	pieces := inPieces(target)
	if len(source) == 0 { // without an encoder the prompt begins the target
		ex.Question, ex.Tokens = textOf(target[:start], pieces), target[:start]
	}
	ex.Answer.Predicted = textOf(target[start:end], pieces)
	r := inseqRows{ex: ex, rec: rec, how: seq.aggregationName(), generated: target[start:end], pieces: pieces}
	r.addAttributions("source", seq.FromSource, source, len(source))
	r.addAttributions("target", seq.FromTarget, target, start)
	r.addSteps(seq.Steps)
	return ex
}

// aggregationName returns the first aggregation; "vnorm" without one or for "scores", by which older
// files of gradients mean it, and "" for an empty list.
func (s *inseqRecord) aggregationName() string {
	var name string
	var names []string
	switch {
	case json.Unmarshal(s.Aggregator, &names) == nil && s.Aggregator[0] == '[':
		name = loaders.ElementAt(names, 0)
	case json.Unmarshal(s.Aggregator, &name) != nil || name == "":
		name = "scores"
	}
	if name == "scores" {
		return "vnorm" // older files of gradients mean it
	}
	return name
}

type inseqRows struct {
	ex        *loaders.Example
	rec       *record.Record
	how       string
	generated []string
	pieces    bool // in word pieces
}

// addAttributions gives the n-th step n - 1 more tokens of the target, because a decoder sees what it
// has generated.
func (r *inseqRows) addAttributions(over loaders.ScoredText, raw json.RawMessage, tokens []string, visibleTokens int) {
	fieldName := string(over) + "_attributions"
	scores := r.readMatrix(fieldName, raw)
	if len(scores) == 0 {
		return
	}
	if len(scores) != len(tokens) || len(scores[0]) != len(r.generated) {
		r.rec.Problem("%s: %d by %d scores for %d tokens and %d steps; treated as missing", fieldName, len(scores), len(scores[0]), len(tokens),
			len(r.generated))
		return
	}
	for step, generated := range r.generated {
		n := visibleTokens
		if over == "target" {
			n += step
		}
		if n == 0 {
			continue
		}
		column := loaders.Map(scores[:n], func(row []float64) float64 { return row[step] })
		r.addRow(over, fmt.Sprintf("%d → %s", step+1, textOf([]string{generated}, r.pieces)), tokens[:n], column)
	}
}

func (r *inseqRows) addRow(scoredText loaders.ScoredText, attributionName string, tokens []string, scores []float64) {
	addAttribution(r.rec, r.ex, loaders.Attribution{
		Name: attributionName, Over: scoredText, Tokens: tokens, Scores: scores, Signed: record.Signed(scores),
	})
}

func (r *inseqRows) readMatrix(fieldName string, raw json.RawMessage) (scores [][]float64) {
	t, err := tensorOf(raw)
	if t != nil && err == nil {
		if scores, err = t.aggregateAxes(r.how); err == nil && len(scores) == 0 {
			err = errors.New("no scores")
		}
	}
	r.reportFailed(fieldName, err)
	return scores
}

// reportFailed reports float8 once per file, because all scores have that type.
func (r *inseqRows) reportFailed(fieldName string, err error) {
	if errors.Is(err, errFloat8) {
		r.rec.FileProblem("%w; shown without scores", err)
	} else if err != nil {
		r.rec.Problem("%s: %v; treated as missing", fieldName, err)
	}
}

func (r *inseqRows) addSteps(scoresByName map[string]json.RawMessage) {
	for _, name := range loaders.SortedKeys(scoresByName) {
		t, err := tensorOf(scoresByName[name])
		if r.reportFailed("step_scores "+name, err); t != nil && err == nil {
			r.addRow("generated", name, r.generated, t.data)
		}
	}
}
