package evidence

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// A fact isn't on two lines.
func TestFactsAreSetWhole(t *testing.T) {
	for w, want := range map[int][]string{
		30: {"one | two and three | four", " five"}, 16: {"one", " two and three", " four | five"},
	} {
		check.EqualLists(t, "facts", SetFacts("one · two and three · four · five", " | ", " ", w), want, "in cells:", w)
	}
}

// A network's exist passes on a count, but not a truth.
func TestExistReturnsNoNumber(t *testing.T) {
	m := loaders.Module{Op: "exist", Output: loaders.Output{Number: &loaders.Number{Mean: 3}}}
	check.Equal(t, "exist returns", OutputText(&m, .5), "")
}
