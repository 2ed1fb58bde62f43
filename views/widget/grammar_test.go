package widget

import "testing"

// A name of two verbs would leave one of them without keys.
func TestVerbsHaveNamesOfTheirOwn(t *testing.T) {
	if len(verbs) != len(Grammar) {
		t.Errorf("%d verbs have %d names", len(Grammar), len(verbs))
	}
}
