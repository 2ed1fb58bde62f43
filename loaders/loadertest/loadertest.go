// Package loadertest has what the tests of several codecs share: opening a file whole, breaking it
// in one place, and comparing its problems. Only tests import it.
package loadertest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// Formats are the formats of the codec under test.
type Formats []loaders.Format

// Open opens the run at path in fsys, nil for the disk, with all its records found. The run is
// closed with the test, which fails if it doesn't open.
func (list Formats) Open(t testing.TB, fsys fs.FS, path string, o loaders.Options) *loaders.Run {
	t.Helper()
	run, err := files.NewOpener(fsys, list...).Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return Whole(t, run)
}

// Testdata opens the run in testdata called fileName; see [Formats.Open].
func (list Formats) Testdata(t testing.TB, fileName string) *loaders.Run {
	t.Helper()
	return list.Open(t, nil, filepath.Join("testdata", fileName), loaders.Options{})
}

// Content opens content as the run of a file with a meaningless name and nothing beside it.
func (list Formats) Content(t testing.TB, content []byte) *loaders.Run {
	t.Helper()
	return list.Open(t, fstest.MapFS{"run": {Data: content}}, "run", loaders.Options{})
}

// Text opens text as the run run/name, with nothing beside it.
func (list Formats) Text(t testing.TB, name, text string) *loaders.Run {
	t.Helper()
	return list.Open(t, fstest.MapFS{"run/" + name: {Data: []byte(text)}}, "run/"+name, loaders.Options{})
}

// Err returns the error of opening the run at path, nil for a run that opens, which is closed.
func (list Formats) Err(t testing.TB, fsys fs.FS, path string, o loaders.Options) error {
	t.Helper()
	run, err := files.NewOpener(fsys, list...).Open(t.Context(), path, o)
	if err == nil {
		run.Close()
	}
	return err
}

// Whole waits until all records of a run are found and returns it; it is closed with the test.
func Whole(t testing.TB, run *loaders.Run) *loaders.Run {
	t.Helper()
	t.Cleanup(func() { run.Close() })
	if err := run.Wait(t.Context(), math.MaxInt); err != nil {
		t.Fatal(err)
	}
	return run
}

// Only returns a file system with only these files of testdata, so that a run has nothing else
// beside it.
func Only(t testing.TB, fileNames ...string) fstest.MapFS {
	t.Helper()
	fsys := fstest.MapFS{}
	for _, name := range fileNames {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		fsys[name] = &fstest.MapFile{Data: content}
	}
	return fsys
}

// IDs returns the ids of a run's examples.
func IDs(run *loaders.Run) (ids []string) {
	for i := range run.Len() {
		ids = append(ids, run.Example(i).ID)
	}
	return ids
}

// ProblemsOf reads all examples and returns the run's problems, sorted by file and line, as "file
// example: what; what was done".
func ProblemsOf(run *loaders.Run) []string {
	for i := range run.Len() {
		run.Example(i)
	}
	kept, _ := run.Problems.All()
	list := make([]string, len(kept))
	for i, p := range kept {
		where := strings.TrimSpace(filepath.Base(p.File) + " " + p.Example)
		list[i] = fmt.Sprintf("%s: %s; %s", where, p.What, p.Done)
	}
	return list
}

// Problem reads all examples and fails the test unless a problem contains problemText; with "",
// unless there are none.
func Problem(t testing.TB, run *loaders.Run, problemText string) {
	t.Helper()
	if problemText == "" {
		Problems(t, run)
		return
	}
	all := ProblemsOf(run)
	if !slices.ContainsFunc(all, func(p string) bool { return strings.Contains(p, problemText) }) {
		t.Errorf("problems %q, want one with %q", all, problemText)
	}
}

// Problems reads all examples and fails the test unless the run has as many problems as problemTexts,
// each containing its text, in order.
func Problems(t testing.TB, run *loaders.Run, problemTexts ...string) {
	t.Helper()
	all := ProblemsOf(run)
	good := len(all) == len(problemTexts)
	for i := range min(len(all), len(problemTexts)) {
		good = good && strings.Contains(all[i], problemTexts[i])
	}
	if !good {
		t.Errorf("%s: problems %q, want %q", run.Path, all, problemTexts)
	}
}

// Twin returns fileContent with the first occurrence of oldText replaced by replacement, unchanged for
// oldText "". If oldText doesn't occur the test ends.
func Twin(t testing.TB, fileContent, oldText, replacement string) string {
	t.Helper()
	if oldText == "" {
		return fileContent
	}
	twin := strings.Replace(fileContent, oldText, replacement, 1)
	if twin == fileContent {
		t.Fatalf("%q does not occur in the file to change", oldText)
	}
	return twin
}

// Expected returns testdata/expected.json decoded. An error ends the test.
func Expected[T any](t testing.TB) T {
	t.Helper()
	return ExpectedIn[T](t, "")
}

// ExpectedIn is [Expected] for the expected.json of a folder of testdata.
func ExpectedIn[T any](t testing.TB, folder string) T {
	t.Helper()
	var want T
	b, err := os.ReadFile(filepath.Join("testdata", folder, "expected.json"))
	if err == nil {
		err = json.Unmarshal(b, &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// Conform opens every file in testdata/expected.json and fails the test unless outlineOf describes
// its examples as there.
func Conform[T any](t testing.TB, formats Formats, outlineOf func(ex *loaders.Example) T) {
	t.Helper()
	ConformIn(t, "", formats, outlineOf)
}

// ConformIn is [Conform] in a folder of testdata.
func ConformIn[T any](t testing.TB, folder string, formats Formats, outlineOf func(ex *loaders.Example) T) {
	t.Helper()
	for name, want := range ExpectedIn[map[string][]T](t, folder) {
		Same(t, formats.Testdata(t, filepath.Join(folder, name)), want, outlineOf)
	}
}

// Same fails the test unless outlineOf describes the run's examples as expectedOutlines, compared as
// JSON. A different number of examples ends the test.
func Same[T any](t testing.TB, run *loaders.Run, expectedOutlines []T, outlineOf func(ex *loaders.Example) T) {
	t.Helper()
	if run.Len() != len(expectedOutlines) {
		t.Fatalf("%s: %d examples, want %d", run.Path, run.Len(), len(expectedOutlines))
	}
	for i := range expectedOutlines {
		got, err := json.Marshal(outlineOf(run.Example(i)))
		want, err2 := json.Marshal(expectedOutlines[i])
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s, example %d:\n%s\nwant\n%s", run.Path, i, got, want)
		}
	}
}

// ReadPictures reads the pictures of an example and ignores errors, because fuzz tests look for
// panics.
func ReadPictures(run *loaders.Run, ex *loaders.Example) {
	for _, im := range ex.Images {
		if im.Path != "" && run.Pictures != nil {
			_, _ = fs.ReadFile(run.Pictures, im.Path)
		}
	}
}

// Walk opens the run at path, if it opens, and calls checkExample with each example, at most 200. It is
// for fuzz tests.
func (list Formats) Walk(t testing.TB, fsys fs.FS, path string, checkExample func(run *loaders.Run, ex *loaders.Example)) {
	t.Helper()
	run, err := files.NewOpener(fsys, list...).Open(t.Context(), path, loaders.Options{})
	if err != nil {
		return
	}
	defer run.Close()
	walk(t, run, checkExample)
}

// mostWalked bounds the examples read, because a file may claim any number.
const mostWalked = 200

func walk(t testing.TB, run *loaders.Run, checkExample func(run *loaders.Run, ex *loaders.Example)) {
	t.Helper()
	if err := run.Wait(t.Context(), math.MaxInt); err != nil {
		t.Fatal(err)
	}
	for i := range min(run.Len(), mostWalked) {
		ex := run.Scan(i)
		if ex.ID == "" {
			t.Fatalf("example %d has no id", i)
		}
		checkExample(run, ex)
	}
}
