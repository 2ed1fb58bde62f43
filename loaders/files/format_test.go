package files_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
)

// twoRuns is a format of which a file holds a run per word of its first line.
// The run named "bad" does not open.
var twoRuns = record.NewFormat(loaders.Format{
	Name:   "two-runs",
	Detect: func(head []byte) bool { return bytes.HasPrefix(head, []byte("runs ")) },
	Parts: func(_ context.Context, src *loaders.Source, _ loaders.Options) ([]string, error) {
		line, _, _ := strings.Cut(string(src.Head), "\n")
		names := strings.Fields(line)[1:]
		if slices.Contains(names, "none") {
			return nil, errors.New("no runs")
		}
		return names, nil
	},
}, record.RecordFormat{Open: func(o *record.RunBuilder) {
	if o.Options.Part == "bad" {
		o.Fail(errors.New("broken"))
	}
	o.Lines(1, func(*record.Record) *loaders.Example { return &loaders.Example{ID: o.Options.Part} })
}})

var oneRun = record.NewFormat(loaders.Format{
	Name:   "one-run",
	Detect: func(head []byte) bool { return bytes.HasPrefix(head, []byte("{")) },
}, record.RecordFormat{Decode: func(*record.Record) *loaders.Example { return &loaders.Example{} }})

func TestNearestFormat(t *testing.T) {
	for head, want := range map[string]string{
		`{"a": 1, "b": 2}`: "the closest match is x (no c)", `{"a": 1}`: "",
		"a,b,c\n": "the closest match is x (the keys match, but their places or values don't)",
	} {
		check.Equal(t, head, (files.RunOpener{Formats: loaders.Formats{{Name: "x", Keys: "a b c"}}}).NearestFormat(head), want)
	}
}

func TestOpenAll(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"two.csv": "runs a b\n1\n2\n", "a#b.csv": "runs c\n1\n",
		"sign.csv": "runs a b#2\n1\n", "bad.csv": "runs a bad b\n1\n", "none.csv": "runs none\n", "one.jsonl": "{}\n",
	} {
		check.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	list := loaders.Formats{twoRuns, oneRun}
	for _, c := range []struct {
		why, path string
		want      []string // names of the runs, or the file's own score
		err       string
	}{
		{"all runs of a file", "two.csv", []string{"a", "b"}, ""},
		{"the one that the path names", "two.csv#b", []string{"b"}, ""},
		{"the sign can be part of a run's name", "sign.csv#b#2", []string{"b#2"}, ""},
		{"no such run", "two.csv#c", nil, `two.csv#c: has no run "c"; choose from ["a" "b"]`},
		{"the sign can be part of a name", "a#b.csv", []string{"c"}, ""},
		{"and of both", "a#b.csv#c", []string{"c"}, ""},
		{"one bad run does not lose the others", "bad.csv", []string{"a", "b"}, "bad.csv#bad: broken"},
		{"runs that cannot be named", "none.csv", nil, "none.csv: no runs"},
		{"a file of one run has no part to name", "one.jsonl", []string{""}, ""},
		{"none at all", "one.jsonl#a", nil, `one.jsonl#a: is a single one-run run and has no part "a"`},
		{"nothing there", "absent.csv#a", nil, "absent.csv: no such file"},
	} {
		path := filepath.Join(dir, c.path)
		runs, err := files.NewOpener(nil, list...).OpenAll(t.Context(), path, loaders.Options{})
		check.Error(t, "error", err, c.err, c.why)
		var got []string
		for _, run := range runs {
			got = append(got, run.Part)
			if run.Part == "" {
				continue
			}
			if run.Name != run.Part || !strings.HasSuffix(run.Path, "#"+run.Part) {
				t.Errorf("%s: run %q of part %q at %q", c.why, run.Name, run.Part, run.Path)
			}
			if err := run.Wait(t.Context(), 1); err != nil || run.Example(0).ID != run.Part {
				t.Errorf("%s: the example of %q says %q", c.why, run.Part, run.Example(0).ID)
			}
			again, err := files.NewOpener(nil, list...).Open(t.Context(), run.Path, loaders.Options{})
			if err != nil {
				t.Errorf("%s: its path does not open the run again: %v", c.why, err)
				continue
			}
			again.Close()
			run.Close()
		}
		check.EqualLists(t, c.why+": runs", got, c.want)
	}
	_, err := files.NewOpener(nil, list...).Open(t.Context(), filepath.Join(dir, "two.csv"), loaders.Options{})
	check.Error(t, "opening a file of two runs as one", err, "two.csv#a")
	_, err = files.NewOpener(nil, list...).OpenAll(t.Context(), filepath.Join(dir, "absent"), loaders.Options{})
	check.Is(t, "an absent file", err, fs.ErrNotExist)
}

// TestFormatBehindBadRecords: the first record may be the bad one.
func TestFormatBehindBadRecords(t *testing.T) {
	format := func(name, key string) loaders.Format {
		return record.NewFormat(loaders.Format{Name: name, Detect: func(head []byte) bool { return record.Keys(head)[key] != 0 }},
			record.RecordFormat{
				Open: func(o *record.RunBuilder) {
					o.Lines(0, func(*record.Record) *loaders.Example { return &loaders.Example{} })
				},
			})
	}
	table := format("table", "column")
	table.Shape = func(context.Context, *loaders.Source) string { return "column" }
	for _, c := range []struct{ why, text, want string }{
		{"cut off", `{"id": "1", "an` + "\n" + `{"answer": 1}`, "answers"},
		{"an error instead of an answer", `{"error": "time is up"}` + "\r\n\r\n" + `{"answer": 1}` + "\r\n", "answers"},
		{"several", "null\n{}\n[1]\nnothing\n" + `{"answer": 1}`, "answers"},
		{"all of them", strings.Repeat(`{"error": 1}`+"\n", 30), ""},
		{"a value over several lines", "{\n" + `"list": [` + "\n" + `{"answer": 1,` + "\n" + `"b": 2}]}`, ""},
		{"one that makes a table", `{"column": 1}` + "\n" + `{"answer": 1}`, "answers"},
		{"a table, whose first row names its columns", `{"error": 1}` + "\n" + `{"column": 1}`, ""},
	} {
		run, err := files.NewOpener(fstest.MapFS{"run": {Data: []byte(c.text)}}, table, format("answers", "answer")).Open(t.Context(), "run",
			loaders.Options{})
		got := ""
		if err == nil {
			got = run.Format
			if err := run.Wait(t.Context(), 1<<20); err != nil || run.Len() < 2 {
				t.Errorf("%s: %d examples, %v", c.why, run.Len(), err)
			}
			run.Close()
		}
		check.Equal(t, "format", got, c.want, c.why, err)
	}
}

func TestFormats(t *testing.T) {
	format := func(name string, begin string, fail error) loaders.Format {
		return record.NewFormat(loaders.Format{Name: name, Detect: func(head []byte) bool { return bytes.HasPrefix(head, []byte(begin)) }},
			record.RecordFormat{
				Open: func(o *record.RunBuilder) {
					o.Fail(fail)
					o.Lines(0, func(*record.Record) *loaders.Example { return &loaders.Example{ID: "x"} })
				},
			})
	}
	broken := errors.New("no gold")
	formats := loaders.Formats{format("ab", "ab", nil), format("a", "a", nil), format("b", "b", broken)}
	fsys := fstest.MapFS{"abc": {Data: []byte("abc")}, "acc": {Data: []byte("acc")}, "bcc": {Data: []byte("bcc")},
		"ccc": {Data: []byte("ccc")}}
	for _, tt := range []struct {
		why, path, format string
		err               error
	}{
		{"the first that knows the file", "abc", "ab", nil},
		{"the next where it does not", "acc", "a", nil},
		{"a format that fails", "bcc", "", broken},
		{"no format", "ccc", "", files.ErrFormat},
	} {
		run, err := files.NewOpener(fsys, formats...).Open(context.Background(), tt.path, loaders.Options{})
		if !errors.Is(err, tt.err) || err != nil && !strings.HasPrefix(err.Error(), tt.path+": ") {
			t.Errorf("%s: %v", tt.why, err)
		}
		if err != nil {
			continue
		}
		if run.Format != tt.format || run.Name != tt.path {
			t.Errorf("%s: format %q, name %q", tt.why, run.Format, run.Name)
		}
		if err := run.Close(); err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
}
