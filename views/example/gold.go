package example

import (
	"maps"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// goldLayers returns what the run returned under the gold of each annotator, and for any two of them
// what one chose under the gold of the other.
func (m *mode) goldLayers() (all []layer) {
	books := map[string]*marks.Book{"you": m.s.Book(m.run)}
	maps.Copy(books, m.books)
	var before []string
	for _, name := range slices.Backward(loaders.SortedKeys(books)) {
		if !books[name].Annotated(m.ex.ID) {
			continue
		}
		gold := books[name].Gild(m.ex, name)
		all = append(all, m.otherLayer("gold by "+name, gold))
		for _, other := range before {
			if chosen := marks.ChoicesAgainst(books[other].Gild(m.ex, other), gold); chosen != nil {
				all = append(all, m.otherLayer(name+" against "+other, chosen))
			}
		}
		before = append(before, name)
	}
	return all
}
