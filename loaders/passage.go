package loaders

import (
	"encoding/json"
	"strings"
)

// Passage is a text with its tokens and sentences.
type Passage struct {
	Text      string
	Tokens    []string
	Sentences []Span // over tokens, nil if unknown
	// Documents are the passage's parts in order; nil if it is a single text.
	Documents []Document
	// Dates are in order; nil if unknown.
	Dates []Date
}

// AddSentence appends tokens and a sentence over them. Text stays unchanged.
func (p *Passage) AddSentence(tokens ...string) {
	start := len(p.Tokens)
	p.Tokens = append(p.Tokens, tokens...)
	p.Sentences = append(p.Sentences, Span{start, len(p.Tokens)})
}

// Words returns the tokens, or the text split at white space; nil for a nil passage.
func (p *Passage) Words() []string {
	switch {
	case p == nil:
		return nil
	case len(p.Tokens) > 0:
		return p.Tokens
	}
	return strings.Fields(p.Text)
}

// Places returns each token's byte offset, searched after the one before; ok is false if one is
// missing.
func (p *Passage) Places() (begin []int, ok bool) {
	at := 0
	for _, token := range p.Tokens {
		next := strings.Index(p.Text[at:], token)
		if next < 0 {
			return nil, false
		}
		begin = append(begin, at+next)
		at += next + len(token)
	}
	return begin, true
}

// Document is a named part of a passage.
type Document struct {
	Name string
	Span
}

// Date is a date's tokens and its parts, -1 if unknown.
type Date struct {
	Span
	Year, Month, Day int
}

// Span is a range of tokens, End excluded.
type Span struct{ Start, End int }

// MarshalJSON implements [json.Marshaler]: it writes [start, end].
func (s Span) MarshalJSON() ([]byte, error) { return json.Marshal([...]int{s.Start, s.End}) }

// UnmarshalJSON implements [json.Unmarshaler].
func (s *Span) UnmarshalJSON(jsonText []byte) error {
	return json.Unmarshal(jsonText, &[...]*int{&s.Start, &s.End})
}

// Within returns n marks, 1 inside any span, otherwise 0. Spans may overlap, and exceed 0 and n.
func Within(textSpans []Span, n int) []float64 {
	marks := make([]float64, n)
	for _, s := range textSpans {
		for i := max(0, s.Start); i < min(s.End, n); i++ {
			marks[i] = 1
		}
	}
	return marks
}
