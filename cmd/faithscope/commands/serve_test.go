package commands

import (
	"os"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Keys that others could change are refused before a run is opened and scored.
func TestKeysAreCheckedFirst(t *testing.T) {
	keys := newFile(t, "authorized_keys", "")
	check.NoError(t, os.Chmod(keys, 0o666))
	refused(t, keys, "serve nowhere.jsonl --listen 127.0.0.1:0 --authorized-keys", keys)
}
