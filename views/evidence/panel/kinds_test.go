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
		"people: ~ neutral · judge: ✗ wrong, score .25 < .50"}
	for kind, m := range loadertest.OfEveryKind(t) {
		if text := evidence.OutputText(m, .5); text == "" && kind > 0 {
			t.Errorf("kind %d has no words", kind)
		}
		ex := &loaders.Example{Program: []loaders.Module{*m}, Passage: &loaders.Passage{Tokens: []string{"a", "b"}},
			Images: []loaders.Image{{Path: "a.png", Proposals: []loaders.Box{{X1: .5, Y1: .5}, {X1: 1, Y1: 1}}}}}
		of := subjectOf(evidence.ExampleVersion{Example: ex})
		if got := strings.Join(shown(t, of), "\n"); !strings.Contains(got, want[kind]) || kind > 0 && want[kind] == "" {
			t.Errorf("kind %d: %q is not in\n%s", kind, want[kind], got)
		}
	}
}
