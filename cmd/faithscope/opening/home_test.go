package opening

import (
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders/loadertest/check"
)

func TestFilesOfThePerson(t *testing.T) {
	home, other := t.TempDir(), t.TempDir()
	for _, c := range []struct{ why, home, variable, want string }{
		{"named", home, other, filepath.Join(other, "faithscope", "x")},
		{"not named", home, "", filepath.Join(home, ".local", "state", "faithscope", "x")},
		{"named by a relative path", home, "state", filepath.Join(home, ".local", "state", "faithscope", "x")},
		{"a relative home", "home", "", "/.local/state/faithscope/x"},
		{"no home", "", "", "/.local/state/faithscope/x"},
	} {
		t.Setenv("HOME", c.home)
		t.Setenv("XDG_STATE_HOME", c.variable)
		if c.home == "" {
			os.Unsetenv("HOME")
		}
		check.Equal(t, c.why, State.File("x"), c.want)
	}
}
