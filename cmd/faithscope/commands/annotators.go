package commands

import (
	"cmp"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring/marks"
	"faithscope/views"
)

// annotatorsBeside returns what reads the annotations of a run by others than the bearer of a
// name.
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
