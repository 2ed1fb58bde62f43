package commands

import (
	"errors"
	"os"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Answers without a verdict are one problem if none has one, else one each. What others have and an example lacks is a
// problem too, and what no protocol scores.
func TestCheckFindsWhatLeavesTheCounts(t *testing.T) {
	const found = `{"id": "a", "question": "q", "answer": {"predicted": "x", "gold": "x"}, "images": [{"path": "", "width": 9, "height": 9, ` +
		`"proposals": [[0, 0, 1, 1]]}], "program": [{"op": "locate", "output": {"boxes": [[1]]}, "gold": {"boxes": [[[0, 0, 1, 1]]]}}]}` + "\n"
	const explained = `{"id": "a", "question": "q", "tokens": ["q"], "answer": {"predicted": "x", "gold": "x"}, ` +
		`"attributions": [{"name": "lime", "over": "question", "scores": [1]}]}` + "\n"
	const silent = `{"id": "b", "question": "q", "tokens": ["q"], "answer": {}}` + "\n"
	const bare = `{"id": "a", "question": "q", "answer": {"predicted": "x"}, "program": []}` + "\n"
	for text, want := range map[string]string{
		bare + strings.Replace(bare, "a", "b", 1): "none of the 2 answers has a verdict",

		bare + strings.Replace(bare, `"a", "question": "q", "answer": {`, `"b", "answer": {"gold": "x", `, 1): "1  the answer has no verdict",

		found: `modules called "locate" with gold boxes and an output: 1; not scored`,

		strings.Replace(found, "locate", "find", 1) + silent: "1  the answer has no verdict",

		explained + silent: "1  no attribution, unlike other examples",
	} {
		path := newFile(t, "run.jsonl", text)
		check.Contains(t, answered(t, "check", path), want)
	}
}

// --force replaces what a command has written before, and no file that it reads.
func TestForceSparesTheInput(t *testing.T) {
	const text = `{"id": "a", "question": "q", "answer": {"predicted": "x", "gold": "x"}}` + "\n"
	path := newPath(t, "run.jsonl")
	linked := path + ".link.jsonl"
	check.NoError(t, errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Link(path, linked)))
	for _, args := range [][]string{
		{"convert", path, "-o", path, "--force"}, {"export", path, "-o", linked, "--force"}, {"score", path, "--partial", path, "--force"},
		{"gate", path, path, "--markdown", path, "--force"}, {"convert", linked, "--gold", path, "-o", path, "--force"},
		{"convert", path + "#model", "-o", path, "--force"},
	} {
		_, said, err := command(t, args...)
		if err == nil || !strings.Contains(err.Error()+said, "is a file that the command reads") {
			t.Errorf("%v: %v %s", args, err, said)
		}
	}
	check.Equal(t, "the file", readFile(t, path), text)
}
