package views

import (
	"testing"

	"faithscope/loaders/loadertest/check"
)

// The name of a run is hostile, and so is that of a form: a file named after it stays in its folder.
func TestFileName(t *testing.T) {
	for name, want := range map[string]string{"../../evil · what-if": "evil-what-if", "..": "run", `a\b:c`: "a-b-c",
		"-f": "f", "/etc/x": "etc-x"} {
		check.Equal(t, "file name", FileName(name), want, "of", name)
	}
}
