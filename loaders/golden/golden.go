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
func FilePath(pathParts ...string) string {
	return filepath.Join(append([]string{filepath.FromSlash(Folder)}, pathParts...)...)
}

// CompareFile fails the test and shows the first line that differs unless actualText equals the golden
// file at path, below [Folder]. With -update it writes the file first. A text that is too long ends
// the test.
func CompareFile(t testing.TB, path, actualText string) {
	t.Helper()
	if fault := refuse(path, len(actualText)); fault != "" {
		t.Fatal(fault)
	}
	if *update {
		WriteFile(t, path, actualText)
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if fault := differ(path, actualText, string(want)); fault != "" {
		t.Error(fault)
	}
}

// WriteFile writes a golden file and makes its folder. A text that is too long, a path outside
// [Folder], and an error end the test.
func WriteFile(t testing.TB, path, goldenText string) {
	t.Helper()
	if fault := refuse(path, len(goldenText)); fault != "" {
		t.Fatal(fault)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(goldenText), 0o644); err != nil {
		t.Fatal(err)
	}
}

// refuse bounds a golden file's size, because people must be able to read it; "" if the file may be
// there.
func refuse(path string, byteCount int) string {
	switch {
	case !strings.HasPrefix(filepath.ToSlash(filepath.Clean(path)), Folder+"/"):
		return fmt.Sprintf("%s is not inside %s", path, Folder)
	case byteCount > MostBytes:
		return fmt.Sprintf("%s would be %d bytes, more than %d: compare an excerpt and the cells that matter", path, byteCount, MostBytes)
	}
	return ""
}

func differ(path, actualText, expected string) string {
	if actualText == expected {
		return ""
	}
	g, w := strings.Split(actualText, "\n"), strings.Split(expected, "\n")
	n := 0
	for n < min(len(g), len(w)) && g[n] == w[n] {
		n++
	}
	return fmt.Sprintf("differs from %s at line %d:\n%s\nwant\n%s", path, n+1, lineAt(g, n), lineAt(w, n))
}

func lineAt(lines []string, n int) string {
	if n < len(lines) {
		return lines[n]
	}
	return fmt.Sprintf("(it ends at line %d)", len(lines))
}

// ExcerptLines shortens each block between empty lines to its first and last lines, and a line that
// says how many are left out. A block isn't cut for a single line.
func ExcerptLines(text string, firstLine, lastLine int) string {
	var kept, block []string
	end := func() {
		if left := len(block) - firstLine - lastLine; left > 1 {
			block = slices.Concat(block[:firstLine], []string{fmt.Sprintf("… %d lines …", left)}, block[len(block)-lastLine:])
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
