package evidence

import (
	"slices"
	"testing"
)

// A fact isn't on two lines.
func TestFactsAreSetWhole(t *testing.T) {
	for w, want := range map[int][]string{
		30: {"one | two and three | four", " five"}, 16: {"one", " two and three", " four | five"},
	} {
		if got := SetFacts("one · two and three · four · five", " | ", " ", w); !slices.Equal(got, want) {
			t.Errorf("%d cells: %q, want %q", w, got, want)
		}
	}
}
