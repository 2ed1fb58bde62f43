package commands

import (
	"cmp"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// annotatorsBeside excludes the book of name or, if empty, of the person. demonstrates means the
// runs are the demo's.
func annotatorsBeside(demonstrates bool, name string) func(run *loaders.Run) map[string]*marks.Book {
	return func(run *loaders.Run) map[string]*marks.Book {
		books := map[string]*marks.Book{}
		for _, other := range opening.People(run, demonstrates) {
			if other != cmp.Or(name, opening.Me) {
				books[other] = opening.BookOf(run, demonstrates, other)
			}
		}
		return books
	}
}
