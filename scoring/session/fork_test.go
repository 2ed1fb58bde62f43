package session

import (
	"slices"
	"sync"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// Forks of a run score as it does, each under its own settings; they read nothing again
// and do not affect each other.
func TestForksAreApart(t *testing.T) {
	records := scoringtest.NewRecords(3000, true)
	run, _ := scoringtest.Run(records, scoringtest.Seen)
	s := New(run, Protocols())
	read(t, s)
	moved := scoring.Defaults()
	moved.Threshold = 0.05
	before, want := rounded(s.Scores(scoring.Defaults())), rounded(s.Scores(moved))
	if slices.Equal(before, want) {
		t.Fatal("the threshold moves nothing")
	}
	run.Close()

	var forks sync.WaitGroup
	for k := range 4 {
		forks.Go(func() {
			f := s.Fork()
			settings := scoring.Defaults()
			if k%2 == 1 {
				settings = moved
			}
			f.Aim(settings)
			if err := f.Read(t.Context()); err != nil {
				t.Error(err)
			}
			got := rounded(f.Scores(settings))
			if k%2 == 0 && !slices.Equal(got, before) || k%2 == 1 && !slices.Equal(got, want) {
				t.Errorf("fork %d scores otherwise", k)
			}
			check.Equal(t, "fork has rows", f.Summaries(settings).Len(), 3000, k)
		})
	}
	forks.Wait()
	check.EqualLists(t, "the forks changed the scores of the run they were made from", rounded(s.Scores(scoring.Defaults())), before)
	if read, found, complete := s.Fork().Progress(); read != 3000 || found != 3000 || !complete {
		t.Errorf("a fork has %d of %d examples, complete: %t", read, found, complete)
	}
}
