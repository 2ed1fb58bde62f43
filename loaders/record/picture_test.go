package record

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

func TestMissingPictures(t *testing.T) {
	run := &loaders.Run{}
	run.Pictures = fstest.MapFS{"a.png": {}}
	for line := range 3 * loaders.MaxMissing {
		rec := &Record{Line: line + 1, run: run}
		for _, name := range []string{"./a.png", "same.png", fmt.Sprintf("%d.png", line)} {
			check.Equal(t, "Picture", rec.Picture(name), strings.TrimPrefix(name, "./"), name)
		}
		rec.Report(&run.Problems, "run", "x")
	}
	kept, count := run.Problems.All()
	if count != loaders.MaxMissing+1 || kept[0].Line != 0 || kept[1].Line != 1 ||
		!strings.Contains(kept[1].What.String(), `"same.png": not in`) {
		t.Errorf("%d problems %+v..., want %d pictures once each, and that there are more", count, kept[:2], loaders.MaxMissing)
	}
	rec := &Record{Line: 1, run: run}
	if got := rec.Picture("../a.png"); got != "" || len(rec.found) != 1 {
		t.Errorf("a path that leads out is %q, problems %v", got, rec.found)
	}
}

// A path of another machine is followed as far as it leads within the folder.
func TestPicturesOfAnotherMachine(t *testing.T) {
	run := &loaders.Run{}
	run.Pictures = fstest.MapFS{"val/a.png": {}, "b.png": {}}
	for name, want := range map[string]string{
		"/home/x/data/val/a.png": "val/a.png", `C:\data\val\a.png`: "val/a.png", "train/b.png": "b.png", "b.png": "b.png",
		"/home/x/c.png": "", "../b.png": "",
	} {
		check.Equal(t, name, New(run, 0).Picture(name), want)
	}
}
