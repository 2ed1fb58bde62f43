package commands

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/loaders/loadertest/check"
)

// A base run's own problems, and the questions that it lacks, are said.
func TestBaseRunsProblemsAreSaid(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, lines ...string) string {
		path := filepath.Join(dir, name)
		writeFile(t, path, strings.Join(lines, "\n")+"\n")
		return path
	}
	head := `{"faithscope": 1, "run": {"name": "x"}}`
	model := write("model.jsonl", head,
		`{"id": "a", "question": "?", "kind": "query", "answer": {"predicted": "x", "gold": "x"}}`,
		`{"id": "b", "question": "?", "kind": "query", "answer": {"predicted": "x", "gold": "y"}}`,
		`{"id": "c", "question": "?", "kind": "query", "answer": {"predicted": "x", "gold": "y"}}`)
	base := write("base.jsonl", head,
		`{"id": "a", "question": "?", "answer": {"predicted": "x", "gold": "x"}}`,
		`{"id": "b", "question": "?", "answer": `,
		`{"id": "d", "question": "?", "answer": {"predicted": "x", "gold": "x"}}`)
	out, said, err := command(t, "score --format json --no-intervals --base", base, model)
	check.NoError(t, err)
	run := gjson.Get(out, "runs.0")
	if lacks := run.Get(`scores.#(metric=="not_in_base")`); lacks.Get("value").Int() != 2 || lacks.Get("count").Int() != 3 {
		t.Errorf("not in the base run: %s, want 2 of 3", lacks.Raw)
	}
	if n := run.Get("problems").Int(); n != 1 || !strings.Contains(said, "base.jsonl") {
		t.Errorf("%d problems, said:\n%s", n, said)
	}
}
