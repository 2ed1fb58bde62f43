package explain

import (
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

// Of returns a copy with the edited texts, without attributions, rationales, explanations and gold
// answer, because these were about the old ones. Tags and meta record the changes. unknownToken replaces
// units taken away by [Unk]; those with vectors of zeros stay. An empty edit returns ex itself.
func (e TextEdits) Of(ex *loaders.Example, unknownToken string) *loaders.Example {
	if len(e) == 0 {
		return ex
	}
	out := *ex
	out.Attributions, out.Rationales, out.Answer = nil, nil, loaders.Answer{Predicted: ex.Answer.Predicted}
	out.Explanation, out.ExplanationTokens, out.Explanations = "", nil, nil
	out.Tags, out.Meta = append(slices.Clone(ex.Tags), "what-if"), maps.Clone(ex.Meta)
	out.Describe("what if", strings.Join(e.Words(ex), "; "), "gold before", ex.Answer.Gold)
	for text, c := range e {
		t, err := e.editedText(ex, text)
		if err != nil {
			continue
		}
		it := &segmentedInput{input: model.Input{t}, units: [][]loaders.Span{unitsOf(t)}, unknown: unknownToken}
		it.parts = loaders.Fill(len(it.units[0]), func(u int) inputPart { return inputPart{0, u, u + 1} })
		there := allParts(len(it.parts)).withParts('0', c.Away...)
		if c.By == Zero {
			there = allParts(len(it.parts))
		}
		if t = it.withoutParts(there, c.By)[0]; t.Tokens != nil {
			t.Raw = t.String()
		}
		if text == loaders.OverQuestion {
			out.Question, out.Tokens = t.Raw, t.Tokens
			continue
		}
		p := loaders.Passage{Text: t.Raw, Tokens: t.Tokens}
		if c.By != "" {
			there = ""
		}
		if c.Text == nil && t.Tokens != nil {
			left := func(unit int) int { return unit - strings.Count(string(there[:min(unit, len(there))]), "0") }
			p.Sentences = loaders.Map(ex.Passage.Sentences, func(s loaders.Span) loaders.Span {
				return loaders.Span{Start: left(s.Start), End: left(s.End)}
			})
		}
		out.Passage = &p
	}
	return &out
}
