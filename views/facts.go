package views

import (
	"faithscope/scoring/facts"
	"faithscope/scoring/session"
)

// answering keeps what queries ask of runs, by run.
type answering map[*session.Scored]*facts.Run

// Facts returns what queries ask of runs[run].
func (s *Session) Facts(run int) *facts.Run {
	scored := s.Runs[run]
	if s.asked == nil {
		s.asked = answering{}
	}
	known := s.asked[scored]
	if known == nil {
		known = facts.New(scored)
		if book := s.Book(run); book != nil {
			known.Marks = func(id string) ([]string, bool) { return book.TagsOf(id), book.Marked(id) }
		}
		s.asked[scored] = known
	}
	return known
}

// Table returns what queries ask of runs[run] under the present settings, beside
// the run that [facts.Beside] names.
func (s *Session) Table(run int) *facts.Table {
	table := func(run int, other *facts.Table) *facts.Table {
		return s.Facts(run).Table(s.Runs[run].Summaries(s.Settings), s.Settings, other)
	}
	if len(s.Runs) < 2 {
		return table(run, nil)
	}
	return table(run, table(facts.Beside(run), nil))
}
