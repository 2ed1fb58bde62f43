package opening

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/golden"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/native"
)

// One suite for all formats. A format joins it with a file in its testdata: what
// opens as a run there is read, written as native lines and compared with
// testdata/golden/conformance, and its twins are cut off, broken and made hostile.
//
//	go test ./cmd/faithscope/opening -run TestConformance -update

const loadersFolder = "../../../loaders"

// notFixtures are files beside fixtures, and what fuzzing found.
var notFixtures = regexp.MustCompile(`/testdata/(?:\w+/)?(README\.md|expected\.json|make\w*\.py|fuzz/.*)$`)

// fixtures returns the files of the formats' testdata that open as runs, by their
// paths below loaders.
func fixtures(t testing.TB) []string {
	t.Helper()
	names, err := foundFixtures()
	if err != nil || len(names) < 50 {
		t.Fatalf("%d fixtures open: %q, %v", len(names), names, err)
	}
	return names
}

var foundFixtures = sync.OnceValues(func() (names []string, err error) {
	err = filepath.WalkDir(loadersFolder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.Contains(path, "/testdata/") || notFixtures.MatchString(path) {
			return err
		}
		if run, err := files.NewOpener(nil, Formats...).Open(context.Background(), path, loaders.Options{}); err == nil {
			run.Close()
			name, _ := filepath.Rel(loadersFolder, path)
			names = append(names, name)
		}
		return nil
	})
	return names, err
})

// opened opens the run at path in fsys, the disk where that is nil, with all records
// found. It is nil if the file does not open.
func opened(t testing.TB, fsys fs.FS, path string) *loaders.Run {
	t.Helper()
	run, err := files.NewOpener(fsys, Formats...).Open(t.Context(), path, loaders.Options{})
	if err != nil {
		if text := loaders.Clean(err.Error()); text != err.Error() && fsys == nil {
			t.Errorf("the error of %s is not clean: %q", path, err)
		}
		return nil
	}
	return wait(t, run)
}

// wait waits for all records of a run, and has it closed with the test.
func wait(t testing.TB, run *loaders.Run) *loaders.Run {
	t.Helper()
	t.Cleanup(func() { run.Close() })
	check.NoError(t, run.Wait(t.Context(), math.MaxInt))
	return run
}

// TestConformance reads every fixture, and holds what it is read as: its first
// examples as native lines, a sum over all of them, and its problems.
func TestConformance(t *testing.T) {
	found := map[string]bool{}
	for _, name := range fixtures(t) {
		path := golden.FilePath("conformance", strings.ReplaceAll(strings.ReplaceAll(name, "/testdata/", "."), "/", ".")+".golden")
		found[path] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.CompareFile(t, path, string(outline(t, opened(t, nil, filepath.Join(loadersFolder, name)))))
		})
	}
	all, err := filepath.Glob(golden.FilePath("conformance", "*.golden"))
	check.NoError(t, err)
	for _, path := range all {
		if !found[path] {
			t.Errorf("%s is of no fixture", path)
		}
	}
}

// mostShown bounds the examples of a golden file, and lineShown the bytes of each.
const (
	mostShown = 2
	lineShown = 1500
)

// outline returns a run as its golden file has it.
func outline(t *testing.T, run *loaders.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s, %s: %s\n", run.Format, run.Dataset, loaders.Count(run.Len(), "example"))
	fmt.Fprintf(&b, "boxes %s; gold %s; columns %s\n", run.Boxes, filepath.Base(run.Gold), run.Columns.Map)
	fmt.Fprintf(&b, "name %s; model %s; note %s\n", filepath.Base(run.Name), run.Model, run.Note)
	if run.Reported != nil {
		fmt.Fprintf(&b, "reported %v\n", run.Reported)
	}
	sum := sha256.New()
	for i := range run.Len() {
		ex := run.Example(i)
		sound(t, ex)
		line := nativeLine(t, ex)
		sum.Write(line)
		if again := reread(t, line); again != nil && !bytes.Equal(nativeLine(t, again), line) {
			t.Errorf("example %d is written as\n%s\nand, read from that, as\n%s", i, line, nativeLine(t, again))
		}
		if i < mostShown {
			b.WriteString(strings.ToValidUTF8(string(line[:min(len(line), lineShown)]), "…"))
			if len(line) > lineShown {
				b.WriteString("…\n")
			}
		}
	}
	fmt.Fprintf(&b, "sum %x\n", sum.Sum(nil)[:8])
	problems, n := run.Problems.All()
	fmt.Fprintf(&b, "%s\n", loaders.Count(n, "problem"))
	for _, p := range problems[:min(len(problems), 20)] {
		p.File = filepath.Base(p.File)
		b.WriteString(p.String() + "\n")
	}
	return b.Bytes()
}

func nativeLine(t *testing.T, ex *loaders.Example) []byte {
	t.Helper()
	var b bytes.Buffer
	e, err := native.NewEncoder(&b, native.Header{})
	check.NoError(t, err)
	line, err := e.Line(ex)
	check.NoError(t, err)
	return line
}

// reread reads a native line, nil for one that says that it is broken.
func reread(t *testing.T, line []byte) *loaders.Example {
	t.Helper()
	run := opened(t, fstest.MapFS{"run": {Data: append([]byte("{\"faithscope\": 1, \"run\": {}}\n"), line...)}}, "run")
	if run == nil || run.Len() != 1 {
		t.Fatalf("a native line does not open:\n%s", line)
	}
	if ex := run.Example(0); ex.Broken == "" {
		return ex
	}
	return nil
}

// sound holds what is promised of every example, whatever file it comes from.
func sound(t testing.TB, ex *loaders.Example) {
	t.Helper()
	if ex.ID == "" {
		t.Error("an example without an id")
	}
	if ex.Broken != "" {
		return
	}
	for i, m := range ex.Program {
		if m.Op == "" {
			t.Errorf("%s: module %d has no name", ex.ID, i)
		}
		for _, child := range m.Children {
			if child <= i || child >= len(ex.Program) {
				t.Errorf("%s: module %d has the child %d", ex.ID, i, child)
			}
		}
		if m.Attention != nil && ex.Tokens != nil && len(m.Attention) != len(ex.Tokens) {
			t.Errorf("%s: module %d attends to %d of %d tokens", ex.ID, i, len(m.Attention), len(ex.Tokens))
		}
		if ex.Passage != nil && ex.Passage.Tokens != nil && m.Output.Tokens != nil && len(m.Output.Tokens) != len(ex.Passage.Tokens) {
			t.Errorf("%s: module %d has %d probabilities over %d tokens", ex.ID, i, len(m.Output.Tokens), len(ex.Passage.Tokens))
		}
		probable(t, ex, m.Output.Tokens)
		for k, boxes := range m.Output.Boxes {
			if probable(t, ex, boxes); k >= len(ex.Images) || ex.Images[k].Proposals != nil && len(boxes) != len(ex.Images[k].Proposals) {
				t.Errorf("%s: module %d has %d probabilities for picture %d", ex.ID, i, len(boxes), k)
			}
		}
		if m.Gold != nil && m.Gold.Boxes != nil && len(m.Gold.Boxes) != len(ex.Images) {
			t.Errorf("%s: module %d has gold in %d of %d pictures", ex.ID, i, len(m.Gold.Boxes), len(ex.Images))
		}
	}
	for name, x := range ex.Answer.Scores {
		if x-x != 0 {
			t.Errorf("%s: %s is %v", ex.ID, name, x)
		}
	}
	for i, im := range ex.Images {
		if im.Labels != nil && len(im.Labels) != len(im.Proposals) {
			t.Errorf("%s: picture %d has %d labels for %d proposals", ex.ID, i, len(im.Labels), len(im.Proposals))
		}
		for _, b := range slices.Concat(im.Proposals, im.Gold) {
			if s := b.X0 + b.Y0 + b.X1 + b.Y1; s-s != 0 {
				t.Errorf("%s: picture %d has the box %v", ex.ID, i, b)
			}
		}
	}
	for _, a := range ex.Attributions {
		if a.Tokens != nil && a.Scores != nil && len(a.Scores) != len(a.Tokens) {
			t.Errorf("%s: %s has %d scores over %d tokens", ex.ID, a.Name, len(a.Scores), len(a.Tokens))
		}
	}
	if p := ex.Passage; p != nil && p.Tokens != nil {
		for _, s := range p.Sentences {
			if s.Start < 0 || s.End < s.Start || s.End > len(p.Tokens) {
				t.Errorf("%s: the sentence %v in %d tokens", ex.ID, s, len(p.Tokens))
			}
		}
		for _, r := range ex.Rationales {
			n := map[loaders.ScoredText]int{"passage": len(p.Tokens), "sentences": len(p.Sentences)}[r.Over]
			for _, s := range r.Spans {
				if n > 0 && (s.Start < 0 || s.End <= s.Start || s.End > n) {
					t.Errorf("%s: %s has the span %v of %d", ex.ID, r.Name, s, n)
				}
			}
		}
	}
}

// probable holds that probabilities are some, but for rounding.
func probable(t testing.TB, ex *loaders.Example, list []float64) {
	t.Helper()
	if i := slices.IndexFunc(list, func(p float64) bool { return !(p >= -1e-3 && p <= 1+1e-3) }); i >= 0 {
		t.Errorf("%s: the probability %v", ex.ID, list[i])
	}
}

// twin returns a fixture as the folder that it lies in, in memory, so that it can be
// changed.
func twin(t testing.TB, name string) (fsys fstest.MapFS, path string, content []byte) {
	t.Helper()
	format, _, _ := strings.Cut(name, "/")
	fsys = fstest.MapFS{}
	root := filepath.Join(loadersFolder, format, "testdata")
	check.NoError(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.Contains(path, "/fuzz/") {
			return err
		}
		b, err := os.ReadFile(path)
		inside, _ := filepath.Rel(root, path)
		fsys["run/"+filepath.ToSlash(inside)] = &fstest.MapFile{Data: b}
		return err
	}))
	path = "run/" + strings.TrimPrefix(filepath.ToSlash(name), format+"/testdata/")
	return fsys, path, fsys[path].Data
}

// aText matches a JSON value that is a text of several letters.
var aText = regexp.MustCompile(`(:\s*|\[\s*|,\s*)"[A-Za-z][A-Za-z ]{2,}`)

// places returns how many places of a file are tried, few but with FAITHSCOPE_TEST_LONG.
func places(few, all int) int {
	if os.Getenv("FAITHSCOPE_TEST_LONG") == "" {
		return few
	}
	return all
}

const hostile = `\u001b]0;own\u0007\u202e\u0000`

// TestHostileTexts puts escapes into the texts of every fixture. Nothing that is
// shown has them.
func TestHostileTexts(t *testing.T) {
	for _, name := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fsys, path, content := twin(t, name)
			at := aText.FindAllIndex(content, 400)
			if len(at) == 0 {
				t.Skip("it has no texts in JSON")
			}
			for k := 0; k < len(at); k += 1 + len(at)/places(4, 12) {
				changed := slices.Concat(content[:at[k][1]], []byte(hostile), content[at[k][1]:])
				files := maps.Clone(fsys)
				files[path] = &fstest.MapFile{Data: changed}
				run := opened(t, files, path)
				if run == nil {
					continue
				}
				for i := range run.Len() {
					sound(t, run.Example(i))
					if row := run.Row(i); loaders.Clean(strings.ReplaceAll(row.Text, "\n", " ")) != strings.ReplaceAll(row.Text, "\n", " ") {
						t.Errorf("the row of example %d is %q", i, row.Text)
					}
				}
				problems, _ := run.Problems.All()
				for _, p := range problems {
					if text := p.String(); loaders.Clean(text) != text {
						t.Errorf("a problem is %q", text)
					}
				}
			}
		})
	}
}

// TestCutOff cuts every fixture off at some places. What opens reads, and has not
// lost examples without a word.
func TestCutOff(t *testing.T) {
	for _, name := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fsys, path, content := twin(t, name)
			whole := opened(t, fsys, path)
			if whole == nil {
				t.Skip("it needs its own folder")
			}
			for k, n := 0, places(4, 8); k < n; k++ {
				cut := content[:len(content)*(k+1)/(n+1)]
				files := maps.Clone(fsys) // the run before may still read its gold
				files[path] = &fstest.MapFile{Data: cut}
				run := opened(t, files, path)
				if run == nil {
					continue
				}
				broken := false
				for i := range run.Len() {
					ex := run.Example(i)
					sound(t, ex)
					broken = broken || ex.Broken != ""
				}
				_, n := run.Problems.All()
				rest := bytes.TrimPrefix(content[len(cut):], []byte("\r"))
				lines := bytes.HasSuffix(cut, []byte("\n")) || bytes.HasPrefix(rest, []byte("\n")) ||
					filepath.Ext(name) == ".csv" // whose last cell may end anywhere
				if run.Len() < whole.Len() && run.Format == whole.Format && n == 0 && !broken && !lines {
					t.Errorf("cut at %d of %d bytes it has %d of %d examples, and no problem", len(cut), len(content), run.Len(), whole.Len())
				}
			}
		})
	}
}

// mostSeed bounds the files that fuzzing begins with, in bytes.
const mostSeed = 16 << 10

// FuzzFormats opens any bytes as a run of any format, whether or not it detects
// them, with any others beside it.
func FuzzFormats(f *testing.F) {
	last := map[string][]byte{} // by folder
	for _, name := range fixtures(f) {
		b, err := os.ReadFile(filepath.Join(loadersFolder, name))
		if err != nil || len(b) > mostSeed {
			continue
		}
		folder, _, _ := strings.Cut(name, "/")
		which := slices.IndexFunc(Formats, func(format loaders.Format) bool { return format.Detect(b) })
		f.Add(b, last[folder], uint8(max(which, 0)))
		last[folder] = b
	}
	f.Fuzz(openedAs)
}

// TestAnyFormatReadsAnyFile opens every fixture as a run of every fourth format, of every
// one with FAITHSCOPE_TEST_LONG, as --format may.
func TestAnyFormatReadsAnyFile(t *testing.T) {
	every := places(4, 1)
	for at, name := range fixtures(t) {
		b, err := os.ReadFile(filepath.Join(loadersFolder, name))
		if err != nil || len(b) > mostSeed {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for which := at % every; which < len(Formats); which += every {
				openedAs(t, b, nil, uint8(which))
			}
		})
	}
}

// openedAs holds that a file opened as a run of a format, with another one beside it, is
// refused or has sound examples.
func openedAs(t *testing.T, content, beside []byte, which uint8) {
	src, err := files.OpenSource(fstest.MapFS{"run/fuzzed": {Data: content}, "run/beside.json": {Data: beside}}, "run/fuzzed")
	if err != nil {
		return
	}
	run, err := Formats[int(which)%len(Formats)].Open(t.Context(), src, loaders.Options{})
	if run == nil {
		src.Close()
		return
	}
	defer run.Close()
	if err != nil {
		return
	}
	check.NoError(t, run.Wait(t.Context(), math.MaxInt))
	for i := range min(run.Len(), 50) {
		sound(t, run.Scan(i))
	}
}
