package record

import (
	"strings"

	"faithscope/loaders"
)

// SentenceName is a document and a number in it.
type SentenceName [2]string

// Sentences is a passage with named sentences. The zero value is empty.
type Sentences struct {
	loaders.Passage
	lines []string
	at    map[SentenceName]int // of equal names the first
}

// Title adds a line of tokens outside sentences.
func (s *Sentences) Title(line string, tokens ...string) {
	s.lines, s.Tokens = append(s.lines, line), append(s.Tokens, tokens...)
}

// Add adds a sentence as a line of its own. A repeated name still means the first.
func (s *Sentences) Add(name SentenceName, line string, tokens ...string) {
	if s.at == nil {
		s.at = map[SentenceName]int{}
	}
	if _, twice := s.at[name]; !twice {
		s.at[name] = len(s.Sentences)
	}
	s.lines = append(s.lines, line)
	s.AddSentence(tokens...)
}

// Rationale returns a span per sentence in list, in its order. add must add a missing sentence.
func (s *Sentences) Rationale(name string, list []SentenceName, add func(name SentenceName)) loaders.Rationale {
	r := loaders.Rationale{Name: name, Over: loaders.OverSentences, Spans: []loaders.Span{}}
	for _, of := range list {
		if _, known := s.at[of]; !known {
			add(of)
		}
		k := s.at[of]
		r.Spans = append(r.Spans, loaders.Span{Start: k, End: k + 1})
	}
	return r
}

// Whole returns the passage with all lines as Text; nil without sentences.
func (s *Sentences) Whole() *loaders.Passage {
	if len(s.Sentences) == 0 {
		return nil
	}
	s.Text = strings.Join(s.lines, "\n")
	return &s.Passage
}
