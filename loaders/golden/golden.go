// Package golden compares what a test gets with a file below testdata/golden that the test can
// rewrite. A golden file is small enough that a person reads its changes. Only tests import this
// package.
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

// MostBytes bounds a golden file, unpacked.
const MostBytes = 25_000

// Folder contains golden files, below the folder in which a test runs.
const Folder = "testdata/golden"

var update = flag.Bool("update", false, "rewrite the golden files and the table of rules")

// RewritesFiles reports whether tests rewrite their files instead of comparing.
func RewritesFiles() bool { return *update }

// FilePath returns the path of a golden file, below [Folder].
func FilePath(names ...string) string {
	return filepath.Join(append([]string{filepath.FromSlash(Folder)}, names...)...)
}

// CompareFile fails the test and shows the first line that differs unless got equals the golden
// file at path, below [Folder]. With -update it writes the file first. A text that is too long ends
// the test.
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

// WriteFile writes a golden file and makes its folder. A text that is too long, a path outside
// [Folder], and an error end the test.
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

// refuse returns why a golden file of this size can't be at path, "" if it can.
func refuse(path string, bytes int) string {
	switch {
	case !strings.HasPrefix(filepath.ToSlash(filepath.Clean(path)), Folder+"/"):
		return fmt.Sprintf("%s is not below %s", path, Folder)
	case bytes > MostBytes:
		return fmt.Sprintf("%s would have %d bytes, more than %d: compare an excerpt and the cells that matter", path, bytes, MostBytes)
	}
	return ""
}

// differ returns a text with the first line in which got and want differ, "" if they are equal.
func differ(path, got, want string) string {
	if got == want {
		return ""
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for n < min(len(g), len(w)) && g[n] == w[n] {
		n++
	}
	return fmt.Sprintf("differs from %s in line %d:\n%s\nwant\n%s", path, n+1, lineAt(g, n), lineAt(w, n))
}

func lineAt(lines []string, n int) string {
	if n < len(lines) {
		return lines[n]
	}
	return fmt.Sprintf("(it ends in line %d)", len(lines))
}

// ExcerptLines shortens each block between empty lines to its first and last lines, and a line that
// says how many are left out. A block isn't cut for a single line.
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
