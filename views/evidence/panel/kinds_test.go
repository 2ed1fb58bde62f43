package panel

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/views/evidence"
)

// Every kind has words in a few cells and a part that shows it, and gold that is not drawn is beside it.
func TestEveryKindIsShown(t *testing.T) {
	want := [loaders.Kinds]string{"", "1 of 2 boxes", "attends most", "mean 3.00", "true .75", "left .75", "returns five",
		"says ✗ wrong · 0.25 · the sum is 5 · arithmetic · by ann\ngold ○ neutral · by ben"}
	for kind, m := range loadertest.OfEveryKind(t) {
		if text := evidence.OutputText(m, .5); text == "" && kind > 0 {
			t.Errorf("kind %d has no words", kind)
		}
		ex := &loaders.Example{Program: []loaders.Module{*m}, Passage: &loaders.Passage{Tokens: []string{"a", "b"}},
			Images: []loaders.Image{{Path: "a.png", Proposals: []loaders.Box{{X1: .5, Y1: .5}, {X1: 1, Y1: 1}}}}}
		of := subjectOf(evidence.Layer{Example: ex})
		if got := strings.Join(shown(t, of), "\n"); !strings.Contains(got, want[kind]) || kind > 0 && want[kind] == "" {
			t.Errorf("kind %d: %q is not in\n%s", kind, want[kind], got)
		}
	}
}
