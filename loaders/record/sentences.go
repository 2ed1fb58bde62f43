package record

import (
	"strings"

	"faithscope/loaders"
)

// SentenceName is a document and a number in it.
type SentenceName [2]string

// NamedSentences is a passage with named sentences. The zero value is empty.
type NamedSentences struct {
	loaders.Passage
	lines []string
	at    map[SentenceName]int // of equal names the first
}

// Title adds a line of tokens outside sentences.
func (s *NamedSentences) Title(lineText string, tokens ...string) {
	s.lines, s.Tokens = append(s.lines, lineText), append(s.Tokens, tokens...)
}

// Add adds a sentence as a line of its own. A repeated name still means the first.
func (s *NamedSentences) Add(sentenceName SentenceName, lineText string, tokens ...string) {
	if s.at == nil {
		s.at = map[SentenceName]int{}
	}
	if _, twice := s.at[sentenceName]; !twice {
		s.at[sentenceName] = len(s.Sentences)
	}
	s.lines = append(s.lines, lineText)
	s.AddSentence(tokens...)
}

// Rationale returns a span per sentence in sentenceNames, in order. addMissing must add a missing one.
func (s *NamedSentences) Rationale(rationaleName string, sentenceNames []SentenceName,
	addMissing func(name SentenceName)) loaders.Rationale {
	r := loaders.Rationale{Name: rationaleName, Over: loaders.OverSentences, Spans: []loaders.Span{}}
	for _, of := range sentenceNames {
		if _, known := s.at[of]; !known {
			addMissing(of)
		}
		k := s.at[of]
		r.Spans = append(r.Spans, loaders.Span{Start: k, End: k + 1})
	}
	return r
}

// Whole returns the passage with all lines as Text; nil without sentences.
func (s *NamedSentences) Whole() *loaders.Passage {
	if len(s.Sentences) == 0 {
		return nil
	}
	s.Text = strings.Join(s.lines, "\n")
	return &s.Passage
}
