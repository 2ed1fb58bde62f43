package gqa_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

var polar = loadertest.Formats{gqa.Questions, gqa.LLaVA, gqa.POPEQuestions, gqa.MMEResults}

// A folder of results is one run, whose subtasks are named after the files.
func TestMMEFolder(t *testing.T) {
	line := "a.png\tIs there a dog?\tYes\tYes\na.png\tIs there a cat?\tNo\tNo\n"
	dir := t.TempDir()
	for _, subtask := range []string{"OCR", "existence"} {
		check.NoError(t, os.WriteFile(filepath.Join(dir, subtask+".txt"), []byte(line), 0o600))
	}
	run := polar.Open(t, nil, dir, loaders.Options{})
	if run.Len() != 4 || run.Example(0).Kind != "MME OCR" || run.Example(2).Kind != "MME existence" {
		t.Errorf("%d examples", run.Len())
	}
}

// They are one run also beside another one, which the folder opens too.
func TestMMEFolderBesideARun(t *testing.T) {
	const line = "a.png\tIs there a dog?\tYes\tYes\na.png\tIs there a cat?\tNo\tNo\n"
	const pope = `{"question_id": 1, "image": "a.jpg", "text": "Is there a dog?", "label": "no", "answer": "There is not."}` + "\n"
	dir := t.TempDir()
	for name, text := range map[string]string{"OCR.txt": line, "existence.txt": line, "pope.json": pope} {
		check.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	runs, err := files.NewOpener(nil, polar...).OpenAll(t.Context(), dir, loaders.Options{})
	if err != nil || len(runs) != 2 {
		t.Fatal(runs, err)
	}
	for i, want := range []int{4, 1} {
		if err := runs[i].Wait(t.Context(), math.MaxInt); err != nil || runs[i].Len() != want {
			t.Errorf("%s has %d examples, want %d: %v", runs[i].Path, runs[i].Len(), want, err)
		}
		_ = runs[i].Close()
	}
}

// POPE's questions with a model's answers beside the labels are judged as its evaluation does.
func TestPOPEAnswered(t *testing.T) {
	const text = `{"question_id": 1, "image": "a.jpg", "text": "Is there a dog?", "label": "no", "answer": "There is not."}` + "\n" +
		`{"question_id": 2, "image": "a.jpg", "text": "Is there a cat?", "label": "no", "answer": "There is."}` + "\n" +
		`{"question_id": 3, "image": "a.jpg", "text": "Is there a cow?", "label": "no", "answer": null}` + "\n"
	run := polar.Open(t, fstest.MapFS{"pope": {Data: []byte(text)}}, "pope", loaders.Options{})
	for i, want := range []string{"no right", "yes wrong", " unanswered"} {
		a := run.Example(i).Answer
		check.Equal(t, "answer", a.Predicted+" "+a.Correct.String(), want)
	}
}
