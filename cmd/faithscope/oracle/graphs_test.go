package oracle

import (
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/executor/dfol"
)

var realGraphs = filepath.Join("..", "..", "..", "scoring", "executor", "dfol", "testdata", "gqa")

// DFOL-VQA's lists are found under the authors' names beside the questions and one folder up.
func TestListsOfTheAuthorsAreFound(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	below := filepath.Join(home, "questions")
	check.NoError(t, os.Mkdir(below, 0o755))
	for from, to := range map[string]string{
		"gqa_all_class.json": home, "gqa_all_attribute.json": home, "train_balanced_questions.json.zst": below,
	} {
		text, err := os.ReadFile(filepath.Join(realGraphs, from))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, from), text, 0o644)
		}
		check.NoError(t, err)
	}
	for _, questions := range []string{filepath.Join(below, "train_balanced_questions.json.zst"),
		filepath.Join(realGraphs, "train_balanced_questions.json.zst")} {
		c, err := readConcepts(files.NewAnywhere(nil), questions, nil)
		check.NoError(t, err)
		for _, text := range []string{"query[color](select[man])", "query[name](select[furniture])"} {
			modules, err := dfol.Parse(text)
			check.NoError(t, err)
			if p, err := dfol.Compile(modules, c); err != nil || len(p.Options()) < 20 {
				t.Errorf("%s: %s: %v", questions, text, err)
			}
		}
	}
}

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
