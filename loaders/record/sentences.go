package record

import (
	"strings"

	"faithscope/loaders"
)

// Sentences is a passage whose sentences have names, by which evidence refers to
// them. The zero value is an empty one.
type Sentences[K comparable] struct {
	loaders.Passage
	lines []string  // of its text
	at    map[K]int // sentences; of several with one name the first
}

// Title adds a line that belongs to no sentence.
func (s *Sentences[K]) Title(line string, tokens ...string) {
	s.lines, s.Tokens = append(s.lines, line), append(s.Tokens, tokens...)
}

// Add adds a sentence, a line of its own.
func (s *Sentences[K]) Add(name K, line string, tokens ...string) {
	if s.at == nil {
		s.at = map[K]int{}
	}
	if _, twice := s.at[name]; !twice {
		s.at[name] = len(s.Sentences)
	}
	s.lines = append(s.lines, line)
	s.AddSentence(tokens...)
}

// Rationale is over the sentences with some names, in their order. add is
// called for one that the passage lacks, and adds it, so that it counts.
func (s *Sentences[K]) Rationale(name string, list []K, add func(name K)) loaders.Rationale {
	r := loaders.Rationale{Name: name, Over: "sentences", Spans: []loaders.Span{}}
	for _, of := range list {
		if _, known := s.at[of]; !known {
			add(of)
		}
		k := s.at[of]
		r.Spans = append(r.Spans, loaders.Span{Start: k, End: k + 1})
	}
	return r
}

// Whole is the passage with its text, nil for one without sentences.
func (s *Sentences[K]) Whole() *loaders.Passage {
	if len(s.Sentences) == 0 {
		return nil
	}
	s.Text = strings.Join(s.lines, "\n")
	return &s.Passage
}
