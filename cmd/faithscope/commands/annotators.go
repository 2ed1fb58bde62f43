package commands

import (
	"cmp"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring/marks"
	"faithscope/views"
)

// annotatorsBeside returns a function that opens the books of those who annotated a run, by their
// names, without that of name, or of the person for "". The run is given by its index in d;
// demonstrates says that the runs are the demo's.
func annotatorsBeside(d *views.Data, demonstrates bool, name string) func(run int) map[string]*marks.Book {
	return func(at int) map[string]*marks.Book {
		run, books := d.Run(at), map[string]*marks.Book{}
		for _, other := range opening.People(run, demonstrates) {
			if other != cmp.Or(name, opening.Me) {
				books[other] = opening.BookOf(run, demonstrates, other)
			}
		}
		return books
	}
}
