package opening

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

func TestNameApart(t *testing.T) {
	for _, c := range []struct {
		why   string
		paths string // separated by commas, like the others
		names string // from the files; "" for none
		want  string
	}{
		{"a file's own name is enough", "a/x.jsonl, b/y.jsonl.gz", "", "x, y"},
		{"every run of a program writes predictions.json", "a/predictions.json.gz, b/predictions.json", "", "a, b"},
		{"a single one is called after its folder too", "a/predictions.json", "", "a"},
		{"as many folders as it takes", "p/seed1/a/predictions.json, p/seed2/a/predictions.json, p/b/predictions.json", "",
			"seed1/a, seed2/a, b"},
		{"one of two has a longer way", "a/x.jsonl, b/x.jsonl, b/y.jsonl", "", "a/x, b/x, y"},
		{"the same file twice", "a/x.jsonl, a/x.jsonl", "", "x, x (2)"},
		{"the same file twice beside another of its name", "a/x.jsonl, a/x.jsonl, b/x.jsonl", "", "a/x, a/x (2), b/x"},
		{"a name from the file comes first", "a/x.jsonl", "baseline", "baseline"},
		{"names from files that clash give way to paths", "a/x.jsonl, a/y.jsonl", "baseline, baseline", "x, y"},
		{"runs of one file are called after their part", "a/x.csv#bert, a/x.csv#bart", "bert, bart", "bert, bart"},
		{"parts of two files go with the file", "a/x.csv#bert, a/y.csv#bert", "bert, bert", "x/bert, y/bert"},
		{"a version is not an extension", "a/llava-v1.5-13b.head.jsonl, a/set_v1.0.json.gz", "", "llava-v1.5-13b, set_v1.0"},
		{"a hidden file keeps its dot", "a/.run.jsonl", "", ".run"},
	} {
		var runs []*loaders.Run
		for i, path := range strings.Split(c.paths, ", ") {
			path = filepath.FromSlash("/root/" + path)
			run := &loaders.Run{Name: path, Path: path}
			if _, part, ok := strings.Cut(path, "#"); ok {
				run.Part = part
			}
			if c.names != "" {
				run.Name = strings.Split(c.names, ", ")[i]
			}
			runs = append(runs, run)
		}
		nameApart(runs)
		var got []string
		for _, run := range runs {
			got = append(got, run.Name)
		}
		check.Equal(t, c.why, strings.Join(got, ", "), c.want)
	}
}

// A table that a kept map opened is opened again by it, and so is one whose map shows no figure and is
// not kept.
func TestReopeningKnowsWhatColumnsHold(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), "table.csv")
	check.NoError(t, os.WriteFile(path, []byte("a,b\nWhy?,so\n"), 0o600))
	mapped := func(said string) Options {
		return Options{Options: loaders.Options{}.With(loaders.ColumnMap, said), NoCache: true}
	}
	for _, o := range []Options{mapped("question=a,predicted=b"), mapped("gold=a,predicted=b"), {NoCache: true}} {
		j := Runs(t.Context(), []string{path}, o)
		defer j.Close()
		check.NoError(t, j.Err())
		again, err := ReopenerOf([]string{path}, Options{NoCache: true})(t.Context(), j.Runs[0], false)
		check.NoError(t, err)
		again.Close()
	}
}
