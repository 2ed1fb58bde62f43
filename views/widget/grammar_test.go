package widget

import "testing"

// A name of two Verbs would leave one of them without keys.
func TestVerbsHaveNamesOfTheirOwn(t *testing.T) {
	if len(Verbs) != len(Grammar) {
		t.Errorf("%d Verbs have %d names", len(Grammar), len(Verbs))
	}
}
