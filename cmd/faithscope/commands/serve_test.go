package commands

import (
	"os"
	"path/filepath"
	"testing"
)

// Keys that others could change are refused before a run is opened and scored.
func TestKeysAreCheckedFirst(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "authorized_keys")
	writeFile(t, keys, "")
	check(t, os.Chmod(keys, 0o666))
	refused(t, keys, "serve", "nowhere.jsonl", "--listen", "127.0.0.1:0", "--authorized-keys", keys)
}
