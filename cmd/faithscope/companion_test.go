package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever opens a companion by itself is told the flag that gives it to its run,
// also where it is packed.
func TestEveryCompanionNamesItsFlag(t *testing.T) {
	for name, test := range map[string]struct{ text, flag, what string }{
		"boxes.csv":                    {"Incorrect program,Example No.,identifier,module_identifier,module,annotation\n", "--gold", "box annotations"},
		"verifier_labels_R1_dev.jsonl": {`{"uid": "a", "verifier labels": ["e", "c"]}` + "\n", "--gold", "verifier labels"},
		"labels.dev":                   {"entailment\nneutral\ncontradiction\n", "--gold", "labels of e-SNLI"},
	} {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write([]byte(test.text)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for file, text := range map[string][]byte{name: []byte(test.text), name + ".gz": packed.Bytes()} {
			path := filepath.Join(dir, file)
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
			_, _, err := command(t, "score", path)
			if err == nil || !strings.Contains(err.Error(), "it holds "+test.what) || !strings.Contains(err.Error(), "with "+test.flag) {
				t.Errorf("%s: %v, want it to name %s", file, err, test.flag)
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
}
