package commands

import (
	"cmp"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring/marks"
	"faithscope/views"
)

// annotatorsBeside returns what reads the annotations of a run by others than the bearer of a
// name.
func annotatorsBeside(s *views.Session, name string) func(run int) map[string]*marks.Book {
	return func(at int) map[string]*marks.Book {
		run, demo, books := s.Run(at), s.Reopen == nil, map[string]*marks.Book{}
		for _, other := range opening.People(run, demo) {
			if other != cmp.Or(name, opening.Me) {
				books[other] = opening.BookOf(run, demo, other)
			}
		}
		return books
	}
}
