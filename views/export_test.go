package views

import "testing"

// The name of a run is hostile, and so is that of a form: a file named after it stays in its folder.
func TestFileName(t *testing.T) {
	for name, want := range map[string]string{"../../evil · what-if": "evil-what-if", "..": "run", `a\b:c`: "a-b-c",
		"-f": "f", "/etc/x": "etc-x"} {
		if got := FileName(name); got != want {
			t.Errorf("%q is the file %q, want %q", name, got, want)
		}
	}
}
