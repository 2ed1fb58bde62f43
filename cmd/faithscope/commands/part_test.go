package commands

import (
	"os"
	"path/filepath"
	"testing"

	"faithscope/cmd/faithscope/answering"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/native"
)

// A link with the name of a part, in somebody else's folder, may lead to any file.
func TestAPartIsNoLink(t *testing.T) {
	dir := t.TempDir()
	out, own := filepath.Join(dir, "out.jsonl"), filepath.Join(dir, "own.txt")
	writeFile(t, own, "mine\n")
	if err := os.Symlink(own, out+".part"); err != nil {
		t.Skip("no links here: ", err)
	}
	for _, force := range []bool{false, true} {
		_, err := answering.OpenPart(out, native.Header{Name: "x"}, force)
		check.Fails(t, "a link is written to", err)
	}
	if text, err := os.ReadFile(own); err != nil || string(text) != "mine\n" {
		t.Errorf("the file has %q, %v", text, err)
	}
}
