package commands

import (
	"cmp"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// annotatorsBeside leaves out the book of guestName or, if empty, of the person, because that is the one
// the others stand beside.
func annotatorsBeside(isDemo bool, guestName string) func(run *loaders.Run) map[string]*marks.MarksBook {
	return func(run *loaders.Run) map[string]*marks.MarksBook {
		books := map[string]*marks.MarksBook{}
		for _, other := range opening.People(run, isDemo) {
			if other != cmp.Or(guestName, opening.Me) {
				books[other] = opening.BookOf(run, isDemo, other)
			}
		}
		return books
	}
}
