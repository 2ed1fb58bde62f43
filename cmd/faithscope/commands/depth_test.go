package commands

import (
	"bytes"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// TestEveryFormatBoundsNesting puts a hundred thousand lists in one another into a
// file of every format, in its first object and in one in the middle. Whoever
// follows them call by call runs out of stack, which ends the program: of the
// usual gigabyte by a longer text.
func TestEveryFormatBoundsNesting(t *testing.T) {
	t.Parallel()
	const levels = 100_000
	defer debug.SetMaxStack(debug.SetMaxStack(6 << 20))
	deep := []byte(`"deep":` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + ",")
	seen := map[string]bool{}
	for _, path := range samples(t) {
		if named := claims(t, path); seen[named[0]] {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil || len(content) == 0 || content[0] != '{' && content[0] != '[' {
			continue
		}
		runs, _ := files.NewOpener(nil, opening.Formats...).OpenAll(t.Context(), path, loaders.Options{})
		opening.CloseAll(runs)
		if len(runs) == 0 || seen[runs[0].Format] {
			continue
		}
		seen[runs[0].Format] = true
		folder := folderOf(t, filepath.Dir(path))
		half := len(content) / 2
		for _, from := range []int{0, half} {
			at := from + bytes.IndexByte(content[from:], '{') + 1
			folder[filepath.Base(path)] = &fstest.MapFile{Data: bytes.Join([][]byte{content[:at], content[at:]}, deep)}
			runs, _ := files.NewOpener(folder, opening.Formats...).OpenAll(t.Context(), filepath.Base(path), loaders.Options{})
			for _, run := range runs {
				check.NoError(t, run.Wait(t.Context(), math.MaxInt))
				for i := range run.Len() {
					run.Example(i)
				}
			}
			opening.CloseAll(runs)
		}
	}
	if len(seen) < 15 {
		t.Errorf("only %d formats were tried: %v", len(seen), seen)
	}
}

// folderOf holds the small files of a folder in memory.
func folderOf(t *testing.T, dir string) fstest.MapFS {
	t.Helper()
	folder := fstest.MapFS{}
	files := os.DirFS(dir)
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := fs.ReadFile(files, name)
		if len(b) < 1<<20 {
			folder[name] = &fstest.MapFile{Data: b}
		}
		return err
	})
	check.NoError(t, err)
	return folder
}
