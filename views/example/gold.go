package example

import (
	"maps"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

func (m *versionMode) goldLayers() (all []shownVersion) {
	books := map[string]*marks.MarksBook{"you": m.ownBook()}
	maps.Copy(books, m.elsewhere.books)
	var before []string
	for _, name := range slices.Backward(loaders.SortedKeys(books)) {
		if p := books[name].ProgressOn(m.ex); p.IsHalf || !books[name].Annotated(m.ex.ID) {
			continue
		}
		gold := books[name].Gild(m.ex, name, &m.of.Problems)
		all = append(all, m.otherLayer("gold by "+name, gold))
		for _, other := range before {
			if chosen := marks.ChoicesAgainst(books[other].Gild(m.ex, other, &m.of.Problems), gold); chosen != nil {
				all = append(all, m.otherLayer(name+" against "+other, chosen))
			}
		}
		before = append(before, name)
	}
	return all
}
