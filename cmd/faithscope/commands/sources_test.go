package commands

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/cache"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// The evidence of a run of each data set of the demo, with FAITHSCOPE_TEST_LONG of every run, comes
// out of the cache as it went in, and gives the same scores, to the last bit.
func TestDemoIsTheSameFromTheCache(t *testing.T) {
	c, err := cache.Open(newPath(t, "cache"), "test")
	check.NoError(t, err)
	c.Least, c.Now = 0, func() time.Time { return time.Now().Add(time.Hour) } // the files changed long ago
	scored := func(path string, c *cache.Cache) *session.ScoredRun {
		run, err := files.RunOpener{Files: files.DiskFiles{}, Formats: opening.Formats, Cache: c}.Open(t.Context(), path, loaders.Options{})
		check.NoError(t, err)
		t.Cleanup(func() { run.Close() })
		return readRun(t, run)
	}
	moved := scoring.Defaults()
	moved.Threshold, moved.IoU, moved.Trials = 0.3, 0.4, 10
	for _, set := range demo.Sets() {
		runs := set.Runs
		if !programtest.Long {
			runs = runs[:1]
		}
		for _, run := range runs {
			memory := scored(run.Path, nil)
			scored(run.Path, c)
			stored := scored(run.Path, c)
			var evidence [2][][]scoring.Evidence
			for i, s := range []*session.ScoredRun{memory, stored} {
				check.NoError(t, s.Each(t.Context(), func(_ int, _ string, e []scoring.Evidence) { evidence[i] = append(evidence[i], e) }))
			}
			if len(evidence[0]) == 0 || !reflect.DeepEqual(evidence[0], evidence[1]) {
				t.Errorf("%s: the evidence of %d examples differs from that of %d in the cache", run.Path, len(evidence[0]), len(evidence[1]))
			}
			for _, settings := range []scoring.Settings{scoring.Defaults(), moved} {
				for _, p := range session.Protocols() {
					want, err := memory.Whole(t.Context(), p.Name, settings)
					if got, err2 := stored.Whole(t.Context(), p.Name, settings); errors.Join(err, err2) != nil ||
						len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
						t.Errorf("%s: %s gives %+v from the cache, want %+v", run.Path, p.Name, got, want)
					}
				}
			}
		}
	}
	entries, err := filepath.Glob(filepath.Join(c.Dir, "*.scored-causes"))
	if err != nil || len(entries) < len(demo.Sets()) {
		t.Errorf("%d runs are in the cache, %v", len(entries), err)
	}
}
