package native

import (
	"bytes"
	"encoding/json"
	"io"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Encoder encodes a run's examples.
type Encoder struct{ units loaders.Units }

// NewEncoder writes the header to w and returns an encoder of examples. Boxes are written as left,
// top, right, bottom whatever h.BoxFormat says; an image in other units than h.BoxUnits says so
// itself. It fails for unknown units.
func NewEncoder(w io.Writer, h Header) (*Encoder, error) {
	units, ok := unitsOf(h.BoxUnits, loaders.Fraction)
	if !ok {
		return nil, loaders.Errorf("invalid box units %q", h.BoxUnits)
	}
	h.BoxFormat, h.BoxUnits = "xyxy", units.String()
	line, err := asLine(header{Version: version, Run: h})
	if err == nil {
		_, err = w.Write(line)
	}
	return &Encoder{units}, err
}

func asLine(v any) ([]byte, error) {
	var b bytes.Buffer
	err := loaders.EncodeJSON(&b, v)
	return loaders.EscapeJSON(b.Bytes()), err
}

// Line returns an example's line with its line end. A broken example is encoded as such, so that
// readers count it too. NaN and infinities become null, bytes that aren't UTF-8 U+FFFD. It is safe
// for concurrent use, so that the slow half of writing can be done on all cores.
func (e *Encoder) Line(ex *loaders.Example) ([]byte, error) {
	if ex.Broken != "" {
		return asLine(example{ID: lenientText(ex.ID), Broken: ex.Broken})
	}
	out := example{
		ID: lenientText(ex.ID), Question: ex.Question, Tokens: ex.Tokens, Answer: answerOf(&ex.Answer),
		Logical: ex.Logical, Kind: ex.Kind, Tags: ex.Tags, Groups: ex.Groups, Entailed: ex.Entailed,
		explanations: explanations{ex.Explanation, ex.ExplanationTokens, ex.Explanations}, Pair: ex.Pair,
		Meta: textsAs[lenientText](ex.Meta), Images: loaders.Map(ex.Images, e.encodeImage), Program: loaders.Map(ex.Program, nodeOf),
		Gold: loaders.Map(ex.Answer.GoldProgram, nodeOf),
	}
	if p := ex.Passage; p != nil {
		out.Passage = &passage{
			Text: p.Text, Tokens: p.Tokens, Sentences: pairsOf(p.Sentences),
			Documents: loaders.Map(p.Documents, func(d loaders.Document) document { return document{d.Name, []int{d.Start, d.End}} }),
			Dates:     loaders.Map(p.Dates, func(d loaders.Date) []int { return []int{d.Start, d.End, d.Year, d.Month, d.Day} }),
		}
	}
	for _, a := range ex.Attributions {
		out.Attributions = append(out.Attributions, attribution{a.Name, a.Class, a.Over, a.Tokens, tokenScores{LenientNumbers: a.Scores},
			a.Signed,
			record.LenientNumber(a.Seconds), a.Calls, interventionsOf(a.Interventions)})
	}
	out.Rationales = loaders.Map(ex.Rationales, func(r loaders.Rationale) rationale {
		return rationale{r.Name, r.Over, r.Answer, r.Tokens, r.Scores, pairsOf(r.Spans), r.Sentence}
	})
	return asLine(out)
}

func interventionsOf(interventionData *loaders.Interventions) *interventions {
	if interventionData == nil {
		return nil
	}
	of := func(e loaders.Erasure) erasure {
		return erasure{e.Order, numberRows(e.Deletion), numberRows(e.Insertion)}
	}
	return &interventions{interventionData.Remove, interventionData.Over, of(interventionData.Erasure), loaders.Map(interventionData.Random,
		of)}
}

func numberRows(rows [][]float64) []record.LenientNumbers {
	return loaders.Map(rows, func(row []float64) record.LenientNumbers { return row })
}

// answerOf leaves out a verdict that the answers imply, so that a reader judges the same. A missing
// prediction is null only if the answer is unanswered.
func answerOf(a *loaders.Answer) *answer {
	out := &answer{Correct: verdictOf(a), Classes: optionsOf(a.Classes),
		Credit: (*record.LenientNumber)(a.Credit), Probability: (*record.LenientNumber)(a.Probability)}
	if a.Predicted != "" {
		out.Predicted, _ = json.Marshal(a.Predicted) // marshalling a text never fails
	} else if a.Correct == loaders.Unanswered {
		out.Predicted = json.RawMessage("null")
	}
	if a.Gold != "" {
		out.Gold = goldAnswers{a.Gold}
	}
	for name, score := range a.Scores {
		putValue(&out.Scores, name, record.LenientNumber(score))
	}
	return out
}

func (e *Encoder) encodeImage(im loaders.Image) image {
	out := image{Path: im.Path, Width: im.Width, Height: im.Height, Labels: im.Labels, Proposals: boxCorners(im.Proposals),
		Gold: boxCorners(im.Gold)}
	if l := im.Likelihoods; l != nil {
		out.Likely = &likelihoods{}
		for name, p := range l.Attributes {
			putValue(&out.Likely.Attributes, name, record.LenientNumbers(p))
		}
		for name, rows := range l.Relations {
			putValue(&out.Likely.Relations, name, numberRows(rows))
		}
	}
	if im.Units != e.units {
		out.Units = im.Units.String()
	}
	return out
}

func boxCorners(boxes []loaders.Box) []record.LenientNumbers {
	return loaders.Map(boxes, func(b loaders.Box) record.LenientNumbers { return record.LenientNumbers{b.X0, b.Y0, b.X1, b.Y1} })
}

func pairsOf(spans []loaders.Span) [][]int {
	return loaders.Map(spans, func(s loaders.Span) []int { return []int{s.Start, s.End} })
}

func nodeOf(m loaders.Module) moduleNode {
	out := moduleNode{Op: m.Op, Name: m.Name, Text: m.Text, Attention: m.Attention, Children: m.Children, Derived: m.Derived, Error: m.Error,
		Seconds: (*record.LenientNumber)(m.Seconds)}
	if m.Arguments != "" && json.Valid([]byte(m.Arguments)) {
		out.Arguments = json.RawMessage(m.Arguments)
	}
	if m.Place >= 0 {
		out.Place = &m.Place
	}
	if !m.Output.Empty() {
		out.Output = outputOf(&m.Output)
	}
	if g := m.Gold; g != nil {
		out.Gold = &moduleGold{Spans: pairsOf(g.Spans), Value: (*record.LenientNumber)(g.Value), Text: g.Text, Verdict: g.Verdict,
			Source: g.Source, Merged: g.Merged, Boxes: cornersOf(g.Boxes), Crowds: cornersOf(g.Crowds)}
	}
	return out
}

func cornersOf(boxesPerImage [][]loaders.Box) [][]record.LenientNumbers {
	return loaders.Map(boxesPerImage, func(boxes []loaders.Box) []record.LenientNumbers {
		return append([]record.LenientNumbers{}, boxCorners(boxes)...)
	})
}

func optionsOf(answerOptions []loaders.Option) optionList {
	return loaders.Map(answerOptions, func(o loaders.Option) option { return option{Key: o.Name, Value: record.LenientNumber(o.Probability)} })
}

// outputOf returns an output as it is written. An empty list stays a list, because otherwise it
// would be read as missing.
func outputOf(o *loaders.Output) *output {
	out := &output{Tokens: o.Tokens, Truth: (*record.LenientNumber)(o.Truth), Text: o.Text, Options: optionsOf(o.Options), Verdict: o.Verdict}
	out.Boxes = loaders.Map(o.Boxes, func(p []float64) record.LenientNumbers { return append(record.LenientNumbers{}, p...) })
	if o.Number != nil {
		out.Number = &uncertainNumber{Mean: new(record.LenientNumber(o.Number.Mean)), Var: record.LenientNumber(o.Number.Var)}
	}
	return out
}
