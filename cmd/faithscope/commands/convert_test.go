package commands

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// samples returns the runs of all formats' test data.
func samples(t *testing.T) []string {
	t.Helper()
	dirs, err := filepath.Glob("../../loaders/*/testdata")
	check.NoError(t, err)
	var paths []string
	for _, dir := range append(dirs, "demo") {
		check.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || strings.Contains(path, "/fuzz/") {
				return err
			}
			if len(claims(t, path)) == 1 {
				paths = append(paths, path)
			}
			return nil
		}))
	}
	return paths
}

// scoresOf returns the scores of a run with every digit, without intervals.
func scoresOf(t *testing.T, run *loaders.Run) []scoring.Score {
	t.Helper()
	return readRun(t, run).Scores(scoring.Defaults())
}

// Every run of every format becomes native: the same examples, which score
// the same to the last digit. Of the demo one of each kind does.
func TestEveryFormatBecomesNative(t *testing.T) {
	t.Parallel()
	formatsSeen, kinds := map[string]bool{}, map[string]bool{}
	for _, path := range samples(t) {
		runs, err := files.NewOpener(nil, opening.Formats...).OpenAll(t.Context(), path, loaders.Options{})
		if err != nil {
			continue // a file of errors on purpose, or gold that is not a run
		}
		for _, run := range runs {
			formatsSeen[run.Format] = true
			if kind := run.Format + " " + run.Dataset; !strings.HasPrefix(path, "demo") || !kinds[kind] || programtest.Long {
				kinds[kind] = true
				becomesNative(t, run)
			}
			run.Close()
		}
	}
	if len(formatsSeen) < 20 {
		t.Errorf("only %d formats were converted", len(formatsSeen))
	}
}

func becomesNative(t *testing.T, run *loaders.Run) {
	t.Helper()
	path := newPath(t, "run.jsonl")
	e := writing.Export{Scored: session.New(run, nil)}
	_, err := e.To(t.Context(), &writing.Options{Target: output.Target{Path: path}}, nil, nil)
	if err != nil && !strings.Contains(err.Error(), "none of") { // a run of broken examples is written too
		t.Fatal(err)
	}
	again, err := files.NewOpener(nil, opening.Formats...).Open(t.Context(), path, loaders.Options{})
	if err != nil {
		t.Fatalf("%s (%s): %v", run.Path, run.Format, err)
	}
	defer again.Close()
	got, want := scoresOf(t, again), scoresOf(t, run)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s (%s) scores\n%+v as native, and itself\n%+v", run.Path, run.Format, got, want)
	}
	if again.Len() != run.Len() {
		t.Fatalf("%s (%s): %d examples of %d", run.Path, run.Format, again.Len(), run.Len())
	}
	for i := range run.Len() {
		sameExample(t, run, again.Example(i), run.Example(i))
	}
}

// sameExample compares an example with its original, field by field.
func sameExample(t *testing.T, run *loaders.Run, got, want *loaders.Example) {
	t.Helper()
	x, y := reflect.ValueOf(*got), reflect.ValueOf(*want)
	for i := range x.NumField() {
		a, b := x.Field(i), y.Field(i)
		if alike(a, b) {
			continue
		}
		t.Errorf("%s (%s), example %q, %s:\n%+v as native, and itself\n%+v", run.Path, run.Format, want.ID, x.Type().Field(i).Name, a, b)
	}
}

// alike returns reflect.DeepEqual but for lists without elements, which are alike
// whether nil or not, and for NaN, a score that is missing.
func alike(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float64:
		return a.Float() == b.Float() || math.IsNaN(a.Float()) && math.IsNaN(b.Float())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
		return alike(a.Elem(), b.Elem())
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// A file appears when it is whole, or not at all.
func TestOutputIsWholeOrNothing(t *testing.T) {
	dir := t.TempDir()
	names := func() (list []string) {
		entries, err := os.ReadDir(dir)
		check.NoError(t, err)
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	broken := errors.New("broken")
	write := func(path string, force bool, err error) error {
		return (&output.Target{Path: path, Force: force}).Write(t.Context(), nil, func(w io.Writer) error {
			if slices.Contains(names(), filepath.Base(path)) {
				t.Errorf("%s is there before it is whole", path)
			}
			_, failed := io.WriteString(w, `{"id":"a"}`)
			return cmp.Or(err, failed)
		})
	}
	for _, name := range []string{"a.jsonl", "a.jsonl.gz", "a.jsonl.zst"} {
		path := filepath.Join(dir, name)
		check.NoError(t, write(path, false, nil))
		src, err := files.OpenSource(files.DiskFiles{}, path)
		if err != nil || string(src.Head) != `{"id":"a"}` {
			t.Fatalf("%s: %v", name, err)
		}
		src.Close()
	}
	check.Is(t, "error", write(filepath.Join(dir, "b"), false, broken), broken)
	check.Equal(t, "files left in the folder", len(names()), 3)
	check.Fails(t, "a file is replaced without being told to", write(filepath.Join(dir, "a.jsonl"), false, nil))
	check.Fails(t, "a device is replaced", write(os.DevNull, true, nil))
}

// BenchmarkConvert rewrites a run.
func BenchmarkConvert(b *testing.B) {
	run := openedRun(b, "demo/nlvr/runs/layer_count/predictions.json.zst")
	b.ReportAllocs()
	for b.Loop() {
		e := writing.Export{Scored: session.New(run, nil)}
		if _, err := e.To(b.Context(), &writing.Options{Target: output.Target{Path: "-"}, To: "native"}, &bytes.Buffer{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// What QUACKIE's code would keep of a run has the run's own scores, by sum and by maximum, of
// the true positives above the bar.
func TestResultsOfQuackieScoreAsTheirRun(t *testing.T) {
	t.Parallel()
	lime := "demo/quackie/runs/lime.jsonl.gz"
	for _, flags := range [][]string{nil, {"--token-max"}, {"--answerable", "0.9"}} {
		out := newPath(t, "results.jsonl")
		args := append([]string{"convert", lime, "--to", "quackie", "-o", out}, flags...)
		if _, _, err := programtest.Command(t, args...); err != nil {
			t.Fatal(err)
		}
		scores := func(path string, flags ...string) gjson.Result {
			scores := made(t, append([]string{"score --protocol sentences --no-intervals --format json", path}, flags...)...)
			return gjson.Get(scores, "runs.0.scores")
		}
		want, got := scores(lime, flags...), scores(out)
		for _, metric := range strings.Fields("iou hpd snr snr_median hpd_published snr_published iou_random") {
			of := `#(metric=="` + metric + `")`
			w, g := want.Get(of), got.Get(of)
			if !w.Exists() || w.Get("value").Raw != g.Get("value").Raw || w.Get("count").Raw != g.Get("count").Raw {
				t.Errorf("%v: %s is %s, of the run %s", flags, metric, g, w)
			}
		}
	}
}
