package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Keys that others could change are refused before a run is opened and scored.
func TestKeysAreCheckedFirst(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "authorized_keys")
	if err := os.WriteFile(keys, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(keys, 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, err := command(t, "serve", "nowhere.jsonl", "--listen", "127.0.0.1:0", "--authorized-keys", keys)
	if err == nil || !strings.Contains(err.Error(), keys) {
		t.Errorf("the run is opened first: %v", err)
	}
}
