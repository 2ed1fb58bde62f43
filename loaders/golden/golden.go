// Package golden compares what a test gets with a file that the test can rewrite. Such a
// file lies below testdata/golden of the test's folder and is small enough that a person
// reads a change of it: where the whole would be larger, it holds an excerpt and the
// cells that matter. Only tests import this package.
//
//	go test ./scoring/report -update
package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// MostBytes is how long a golden file may be, unpacked.
const MostBytes = 25_000

// Folder is where golden files lie below the folder in which a test runs.
const Folder = "testdata/golden"

var update = flag.Bool("update", false, "rewrite the golden files and the table of rules")

// RewritesFiles reports whether tests are to rewrite their files instead of comparing.
func RewritesFiles() bool { return *update }

// FilePath returns the path of a golden file, below [Folder].
func FilePath(names ...string) string {
	return filepath.Join(append([]string{filepath.FromSlash(Folder)}, names...)...)
}

// CompareFile compares a text with a golden file, a path below [Folder], and shows the
// first line that differs. With -update it writes the file.
func CompareFile(t testing.TB, path, got string) {
	t.Helper()
	if fault := refuse(path, len(got)); fault != "" {
		t.Fatal(fault)
	}
	if *update {
		WriteFile(t, path, got)
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if fault := differ(path, got, string(want)); fault != "" {
		t.Error(fault)
	}
}

// WriteFile writes a golden file.
func WriteFile(t testing.TB, path, text string) {
	t.Helper()
	if fault := refuse(path, len(text)); fault != "" {
		t.Fatal(fault)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// refuse says why so many bytes at path cannot be a golden file, "" where they can.
func refuse(path string, bytes int) string {
	switch {
	case !strings.HasPrefix(filepath.ToSlash(filepath.Clean(path)), Folder+"/"):
		return fmt.Sprintf("%s is not below %s", path, Folder)
	case bytes > MostBytes:
		return fmt.Sprintf("%s would have %d bytes, more than %d: compare an excerpt and the cells that matter", path, bytes, MostBytes)
	}
	return ""
}

// differ says in which line a text first differs from what is wanted, "" where it does not.
func differ(path, got, want string) string {
	if got == want {
		return ""
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for n < min(len(g), len(w))-1 && g[n] == w[n] {
		n++
	}
	return fmt.Sprintf("differs from %s in line %d:\n%s\nwant\n%s", path, n+1, g[n], w[n])
}

// ExcerptLines shortens a text: of the lines of each block between empty lines it has the
// first and the last few, and how many are left out between them.
func ExcerptLines(text string, first, last int) string {
	var kept, block []string
	end := func() {
		if left := len(block) - first - last; left > 1 {
			block = slices.Concat(block[:first], []string{fmt.Sprintf("… %d lines …", left)}, block[len(block)-last:])
		}
		kept, block = append(kept, block...), nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			block = append(block, line)
			continue
		}
		end()
		kept = append(kept, line)
	}
	end()
	return strings.Join(kept, "\n")
}
