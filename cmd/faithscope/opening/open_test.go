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
		paths []string
		names []string // from the files, "" for none; nil: none has any
		want  []string
	}{
		{"a file's own name is enough", []string{"a/x.jsonl", "b/y.jsonl.gz"}, nil, []string{"x", "y"}},
		{"every run of a program writes predictions.json", []string{"a/predictions.json.gz", "b/predictions.json"}, nil, []string{"a", "b"}},
		{"a single one is called after its folder too", []string{"a/predictions.json"}, nil, []string{"a"}},
		{"as many folders as it takes", []string{"p/seed1/a/predictions.json", "p/seed2/a/predictions.json", "p/b/predictions.json"}, nil,
			[]string{"seed1/a", "seed2/a", "b"}},
		{"one of two has a longer way", []string{"a/x.jsonl", "b/x.jsonl", "b/y.jsonl"}, nil, []string{"a/x", "b/x", "y"}},
		{"the same file twice", []string{"a/x.jsonl", "a/x.jsonl"}, nil, []string{"x", "x (2)"}},
		{"the same file twice beside another of its name", []string{"a/x.jsonl", "a/x.jsonl", "b/x.jsonl"}, nil,
			[]string{"a/x", "a/x (2)", "b/x"}},
		{"a name from the file comes first", []string{"a/x.jsonl"}, []string{"baseline"}, []string{"baseline"}},
		{"names from files that clash give way to paths", []string{"a/x.jsonl", "a/y.jsonl"}, []string{"baseline", "baseline"},
			[]string{"x", "y"}},
		{"runs of one file are called after their part", []string{"a/x.csv#bert", "a/x.csv#bart"}, []string{"bert", "bart"},
			[]string{"bert", "bart"}},
		{"parts of two files go with the file", []string{"a/x.csv#bert", "a/y.csv#bert"}, []string{"bert", "bert"}, []string{"x/bert", "y/bert"}},
		{"a version is not an extension", []string{"a/llava-v1.5-13b.head.jsonl", "a/set_v1.0.json.gz"}, nil,
			[]string{"llava-v1.5-13b", "set_v1.0"}},
		{"a hidden file keeps its dot", []string{"a/.run.jsonl"}, nil, []string{".run"}},
	} {
		var runs []*loaders.Run
		for i, path := range c.paths {
			path = filepath.FromSlash("/root/" + path)
			run := &loaders.Run{Name: path, Path: path}
			if _, part, ok := strings.Cut(path, "#"); ok {
				run.Part = part
			}
			if c.names != nil {
				run.Name = c.names[i]
			}
			runs = append(runs, run)
		}
		nameApart(runs)
		var got []string
		for _, run := range runs {
			got = append(got, run.Name)
		}
		check.EqualLists(t, c.why, got, c.want)
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
