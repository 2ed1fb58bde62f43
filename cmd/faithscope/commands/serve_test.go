package commands

import (
	"os"
	"testing"
)

// Keys that others could change are refused before a run is opened and scored.
func TestKeysAreCheckedFirst(t *testing.T) {
	keys := newFile(t, "authorized_keys", "")
	check(t, os.Chmod(keys, 0o666))
	refused(t, keys, "serve", "nowhere.jsonl", "--listen", "127.0.0.1:0", "--authorized-keys", keys)
}
