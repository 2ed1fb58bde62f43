package loaders

import "strings"

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

// AddSentence appends a sentence of some tokens to the passage.
func (p *Passage) AddSentence(tokens ...string) {
	start := len(p.Tokens)
	p.Tokens = append(p.Tokens, tokens...)
	p.Sentences = append(p.Sentences, Span{start, len(p.Tokens)})
}

// Words returns the tokens, or where there are none those of the text; nil for a nil passage.
func (p *Passage) Words() []string {
	switch {
	case p == nil:
		return nil
	case len(p.Tokens) > 0:
		return p.Tokens
	}
	return strings.Fields(p.Text)
}

// Places returns the bytes at which the tokens begin in the text; ok is false if the text is
// not made of the tokens.
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

// Within marks what spans hold of n tokens or sentences: 1 in one of them, else 0.
func Within(spans []Span, n int) []float64 {
	marks := make([]float64, n)
	for _, s := range spans {
		for i := max(0, s.Start); i < min(s.End, n); i++ {
			marks[i] = 1
		}
	}
	return marks
}
