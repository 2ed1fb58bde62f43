package viewtest

import (
	"testing"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// ThreeAnnotators returns an example of four tokens, of which expert-1 to expert-3 marked two each;
// the first two share none.
func ThreeAnnotators() *loaders.Example {
	rationale := func(name string, scores ...float64) loaders.Rationale {
		return loaders.Rationale{Name: name, Over: loaders.OverTokens, Scores: scores}
	}
	return &loaders.Example{ID: "one", Tokens: []string{"a", "b", "c", "d"}, Rationales: []loaders.Rationale{
		rationale("expert-1", 1, 1, 0, 0), rationale("expert-2", 0, 0, 1, 1), rationale("expert-3", 1, 0, 1, 0),
	}}
}

// Annotate writes what a says of a module, or of the whole example.
func Annotate(t testing.TB, book *marks.MarksBook, exampleID string, moduleIndex int, a marks.Annotation) {
	t.Helper()
	change := marks.Change{ID: exampleID, Module: moduleIndex, Kind: marks.Gold, Text: a.Text(), Off: !a.IsSaid()}
	if err := book.Apply(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}
