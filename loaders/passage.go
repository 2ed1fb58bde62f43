package loaders

import (
	"encoding/json"
	"strings"
)

// Passage is a text with its tokens and sentences.
type Passage struct {
	Text      string
	Tokens    []string
	Sentences []Span // over tokens, nil unknown
	// Documents are the parts of the passage, in their order; nil if it is a single text.
	Documents []Document
	// Dates lists the dates that the passage mentions, in their order; nil unknown.
	Dates []Date
}

// AddSentence appends the tokens to the passage, and a sentence that spans them. Text stays as it
// is.
func (p *Passage) AddSentence(tokens ...string) {
	start := len(p.Tokens)
	p.Tokens = append(p.Tokens, tokens...)
	p.Sentences = append(p.Sentences, Span{start, len(p.Tokens)})
}

// Words returns the tokens, or if there are none the text split at white space; nil for a nil
// passage.
func (p *Passage) Words() []string {
	switch {
	case p == nil:
		return nil
	case len(p.Tokens) > 0:
		return p.Tokens
	}
	return strings.Fields(p.Text)
}

// Places returns the byte offset at which each token begins in the text. It looks for each token
// after the one before; ok is false if one is not found.
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

// Document is a part of a passage by the name that its file has for it.
type Document struct {
	Name string
	Span
}

// Date is a date in a passage: the tokens that say it, and its parts, -1 for one that they
// do not say.
type Date struct {
	Span
	Year, Month, Day int
}

// Span is a range of tokens: from Start to End, End excluded.
type Span struct{ Start, End int }

// MarshalJSON implements [json.Marshaler]: it writes the start and the end.
func (s Span) MarshalJSON() ([]byte, error) { return json.Marshal([...]int{s.Start, s.End}) }

// UnmarshalJSON implements [json.Unmarshaler].
func (s *Span) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[...]*int{&s.Start, &s.End})
}

// Within returns n marks, one per token or sentence: 1 inside any of the spans, else 0. Spans may
// overlap, and reach beyond 0 and n.
func Within(spans []Span, n int) []float64 {
	marks := make([]float64, n)
	for _, s := range spans {
		for i := max(0, s.Start); i < min(s.End, n); i++ {
			marks[i] = 1
		}
	}
	return marks
}
