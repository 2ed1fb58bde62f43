package oracle

import (
	"path/filepath"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// Visual Genome's files are scene graphs too.
func TestVisualGenomeIsAnOracle(t *testing.T) {
	t.Parallel()
	home := filepath.Join("..", "..", "..", "loaders", "gqa", "testdata")
	for file, want := range map[string]int{"genome_objects.json": 2, "genome_attributes.json": 2, "genome_relationships.json": 3} {
		scene, closeOracle, err := OpenOracle(t.Context(), files.NewAnywhere(nil), "golden:"+filepath.Join(home, file), nil, &loaders.Problems{})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		defer closeOracle()
		if s, err := scene("7"); err != nil || s.Len() != want {
			t.Errorf("%s: %+v, %v", file, s, err)
		}
	}
}
