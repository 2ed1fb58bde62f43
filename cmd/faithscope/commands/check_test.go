package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Answers without a verdict are one problem if none has one, else one each.
func TestCheckOfAnswersWithoutAVerdict(t *testing.T) {
	const bare = `{"id": "a", "question": "q", "answer": {"predicted": "x"}, "program": []}` + "\n"
	for text, want := range map[string]string{
		bare + strings.Replace(bare, "a", "b", 1): "none of the 2 answers has a verdict",

		bare + strings.Replace(bare, `"a", "question": "q", "answer": {`, `"b", "answer": {"gold": "x", `, 1): "1  the answer has no verdict",
	} {
		path := filepath.Join(t.TempDir(), "run.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, said, _ := command(t, "check", path); !strings.Contains(out+said, want) {
			t.Errorf("no %q in\n%s%s", want, out, said)
		}
	}
}
