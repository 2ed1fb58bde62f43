package gqa_test

import (
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest"
)

var polar = loadertest.Formats{gqa.Questions, gqa.LLaVA, gqa.POPEQuestions, gqa.MMEResults}

// A folder of results is one run, whose subtasks are named after the files.
func TestMMEFolder(t *testing.T) {
	line := "a.png\tIs there a dog?\tYes\tYes\na.png\tIs there a cat?\tNo\tNo\n"
	dir := t.TempDir()
	for _, subtask := range []string{"OCR", "existence"} {
		if err := os.WriteFile(filepath.Join(dir, subtask+".txt"), []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := polar.Open(t, nil, dir, loaders.Options{})
	if run.Len() != 4 || run.Example(0).Kind != "MME OCR" || run.Example(2).Kind != "MME existence" {
		t.Errorf("%d examples", run.Len())
	}
}
