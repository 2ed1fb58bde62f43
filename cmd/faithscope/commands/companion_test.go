package commands

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Opening a companion by itself names the flag that passes it to its run, even if it is
// compressed.
func TestEveryCompanionNamesItsFlag(t *testing.T) {
	for name, test := range map[string]struct{ text, flag, what string }{
		"oracle-weak.jsonl": {`{"imageId": "1", "objects": [[1, 2, 3, 4]], "attributes": {"red": [0.5]}}` + "\n", "--oracle",
			"an oracle's likelihoods"},
		"verifier_labels_R1_dev.jsonl": {`{"uid": "a", "verifier labels": ["e", "c"]}` + "\n", "--gold", "verifier labels"},
		"labels.dev":                   {"entailment\nneutral\ncontradiction\n", "--gold", "e-SNLI labels"},
	} {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write([]byte(test.text)); err != nil {
			t.Fatal(err)
		}
		check.NoError(t, w.Close())
		dir := t.TempDir()
		for file, text := range map[string][]byte{name: []byte(test.text), name + ".gz": packed.Bytes()} {
			path := filepath.Join(dir, file)
			writeFile(t, path, text)
			_, _, err := command(t, "score", path)
			check.Error(t, file, err, "it contains "+test.what)
			check.Error(t, file, err, "with "+test.flag)
			check.NoError(t, os.Remove(path))
		}
	}
}

// A table of results beside a run is not one of the folder's runs, but is a run if there
// is nothing else, or if it is named.
func TestEveryFolderOpensItsRunsAlone(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(dir, "per_example.csv")
	writeFile(t, table, "id,prediction,gold\n1,yes,yes\n2,no,yes\n")
	opened := func(path string) string {
		out := printed(t, "score --no-intervals --format csv", path)
		return out
	}
	check.Contains(t, opened(dir), ",accuracy,overall,0.5,2,")
	run := `{"faithscope": 1, "run": {"name": "model"}}` + "\n" +
		`{"id": "1", "answer": {"predicted": "yes", "gold": "yes", "correct": true}}` + "\n"
	writeFile(t, filepath.Join(dir, "run.jsonl"), run)
	if both := opened(dir); strings.Count(both, ",accuracy,") != 1 || !strings.Contains(both, ",accuracy,overall,1,1,") {
		t.Errorf("of a run and a table beside it these are opened:\n%s", both)
	}
	check.Contains(t, opened(table), "per_example")
}
