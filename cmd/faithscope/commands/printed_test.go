package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// check fails the test for an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// printed runs a command line that must succeed, and returns what it prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	out, said, err := command(t, args...)
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, said)
	}
	return out
}

// writeFile writes a file, and the folders above it.
func writeFile[T string | []byte](t testing.TB, path string, content T) {
	t.Helper()
	check(t, os.MkdirAll(filepath.Dir(path), 0o700))
	check(t, os.WriteFile(path, []byte(content), 0o600))
}

// newFile writes a file into a folder of its own, and returns its path.
func newFile[T string | []byte](t testing.TB, name string, content T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	writeFile(t, path, content)
	return path
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	check(t, err)
	return string(content)
}

// refused runs a command line that must fail, and say why.
func refused(t *testing.T, why string, args ...string) {
	t.Helper()
	out, said, err := command(t, args...)
	if err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("%q: %v, want %q\n%s%s", args, err, why, said, out)
	}
}

// wantAll fails the test for each of the parts that a text lacks.
func wantAll(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}
