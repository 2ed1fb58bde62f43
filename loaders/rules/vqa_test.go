package rules

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Normalised texts are those of the official evaluation; see
// testdata/README.md.
func TestOracleNormalizeVQA(t *testing.T) {
	b, err := os.ReadFile("testdata/normalized.json")
	check.NoError(t, err)
	var want map[string]string
	if err := json.Unmarshal(b, &want); err != nil || len(want) < 300 {
		t.Fatal(len(want), err)
	}
	for _, text := range slices.Sorted(maps.Keys(want)) {
		check.Equal(t, text+" is", normalizeVQA(text), want[text])
	}
}
