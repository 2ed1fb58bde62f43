package rules

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"
)

// Normalised texts are those of the official evaluation; see
// testdata/README.md.
func TestOracleNormalizeVQA(t *testing.T) {
	b, err := os.ReadFile("testdata/normalized.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]string
	if err := json.Unmarshal(b, &want); err != nil || len(want) < 300 {
		t.Fatal(len(want), err)
	}
	for _, text := range slices.Sorted(maps.Keys(want)) {
		if got := normalizeVQA(text); got != want[text] {
			t.Errorf("%q is %q, want %q", text, got, want[text])
		}
	}
}
