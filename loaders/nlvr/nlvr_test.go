package nlvr_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/nlvr"
)

var formats = loadertest.Formats{nlvr.Statements, nlvr.Pairs, nlvr.Predictions}

// TestPictures finds pictures where the data sets have them.
func TestPictures(t *testing.T) {
	for _, tt := range []struct{ file, picture string }{
		{"nlvr_sample.json", "images/test-1572-0-0.png"},
		{"nlvr_sample.json", "images/2/dev-1572-0-0.png"},
		{"nlvr2_sample.json", "images/dev/dev-850-0-img0.png"},
	} {
		fsys := loadertest.Only(t, tt.file)
		fsys[tt.picture] = &fstest.MapFile{Data: []byte("picture")}
		run := formats.Open(t, fsys, tt.file, loaders.Options{})
		check.Equal(t, "picture", "images/"+run.Example(0).Images[0].Path, tt.picture)
	}
}

// TestOracleShared reads the whole dev sets where they are. How many sentences they
// have was counted with a Python program of its own.
func TestOracleShared(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data")
	for _, tt := range []struct {
		name     string
		examples int
		groups   int
	}{{"nlvr1/dev.json", 989, 267}, {"nlvr2/dev.json", 6982, 2018}} {
		path := filepath.Join(root, tt.name)
		if _, err := os.Stat(path); err != nil {
			t.Skip("no real files here")
		}
		run := formats.Open(t, nil, path, loaders.Options{})
		groups := map[string]bool{}
		for i := range run.Len() {
			ex := run.Scan(i)
			if ex.Broken != "" || len(ex.Groups) != 1 || ex.Question == "" || ex.Answer.Gold == "" {
				t.Fatalf("%s: %+v", tt.name, ex)
			}
			groups[ex.Groups[0]] = true
		}
		if run.Len() != tt.examples || len(groups) != tt.groups {
			t.Errorf("%s: %d examples in %d groups", tt.name, run.Len(), len(groups))
		}
	}
}
