package session

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// rounded makes scores comparable: sums over examples in any order.
func rounded(scores []scoring.Score) []string {
	var lines []string
	for _, s := range scores {
		x, ok := s.Value.Float()
		lines = append(lines, fmt.Sprintf("%s %s %s %.12f %v %q %d", s.Protocol, s.Metric, s.Of, x, ok, s.Value.Why(), s.Count))
	}
	return lines
}

func newRun(n int, example func(i int) *loaders.Example) *ScoredRun {
	run, _ := scoringtest.Run(scoringtest.NewRecords(n, true), example)
	return New(run, Protocols())
}

func readRun(t *testing.T, n int, example func(i int) *loaders.Example) *ScoredRun {
	t.Helper()
	s := newRun(n, example)
	read(t, s)
	return s
}

func read(t *testing.T, s *ScoredRun) {
	t.Helper()
	check.NoError(t, s.Read(t.Context()))
}

func TestScoresWhileTheRunGrows(t *testing.T) {
	records := scoringtest.NewRecords(10, false)
	run, _ := scoringtest.Run(records, scoringtest.Seen)
	s := New(run, Protocols())
	done := make(chan error)
	go func() { done <- s.Read(t.Context()) }()

	var askers sync.WaitGroup
	for i := range 4 {
		askers.Go(func() {
			for k := range 30 {
				settings := scoring.Defaults()
				settings.Threshold = float64((i+k)%2) / 2
				s.Scores(settings)
				s.Example(k%10, settings)
				rows := s.Summaries(settings)
				if q := rows.Quadrant(); q.N() > rows.Len() {
					t.Errorf("the quadrant counts %d of %d examples", q.N(), rows.Len())
				}
			}
		})
	}
	for n := 20; n <= 300; n += 20 {
		records.Grow(n, n == 300)
	}
	askers.Wait()
	check.NoError(t, <-done)

	want := readRun(t, 300, scoringtest.Seen)
	check.EqualLists(t, "scores after growth", rounded(s.Scores(scoring.Defaults())), rounded(want.Scores(scoring.Defaults())))
	if n, found, complete := s.Progress(); n != 300 || found != 300 || !complete {
		t.Errorf("progress %d of %d, complete %v", n, found, complete)
	}
}

func TestSecondReadReadsWhatIsNew(t *testing.T) {
	records := scoringtest.NewRecords(10, true)
	run, asked := scoringtest.Run(records, scoringtest.Seen)
	s := New(run, Protocols())
	s.Example(7, scoring.Defaults()) // shown before anybody scored
	read(t, s)
	check.Equal(t, "examples decoded", asked.Load(), 10)
	records.Grow(15, true)
	if _, found, complete := s.Progress(); complete || found != 15 {
		t.Errorf("complete %v with %d found, before the new ones are read", complete, found)
	}
	read(t, s)
	check.Equal(t, "examples decoded", asked.Load(), 15)
	check.Equal(t, "examples of the accuracy", s.Scores(scoring.Defaults())[0].Count, 10) // a third is unknown
}

func TestCancelledReadGoesOn(t *testing.T) {
	records := scoringtest.NewRecords(5, false)
	run, asked := scoringtest.Run(records, scoringtest.Seen)
	s := New(run, Protocols())
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Read(ctx) }()
	for {
		if n, _, _ := s.Progress(); n == 5 {
			break
		}
		runtime.Gosched()
	}
	cancel()
	check.Is(t, "a cancelled Read", <-done, context.Canceled)
	if _, _, complete := s.Progress(); complete {
		t.Error("a cancelled Read is complete")
	}
	records.Grow(8, true)
	read(t, s)
	check.Equal(t, "examples decoded", asked.Load(), 8)
}

func TestUnreadableExamplesStay(t *testing.T) {
	s := readRun(t, 6, func(i int) *loaders.Example {
		if i == 2 {
			return nil
		}
		return scoringtest.Seen(i)
	})
	n, found, _ := s.Progress()
	if _, problems := s.Run.Problems.All(); n != 6 || found != 6 || problems != 1 || s.Unreadable() != 1 {
		t.Errorf("%d of %d read, %d unreadable, %d problems", n, found, s.Unreadable(), problems)
	}
	row := at(s.Summaries(scoring.Defaults()), 2)
	if _, ok := row.Overall.Float(); !row.Read || ok || row.Overall.Why() == "" || row.Faithful != loaders.Unknown {
		t.Errorf("its row: %+v", row)
	}
	q := s.Summaries(scoring.Defaults()).Quadrant()
	check.Equal(t, "examples without a place", q.N()-q.Placed(), 3) // 0 and 3 have no verdict, 2 is broken
	for _, score := range s.Scores(scoring.Defaults()) {
		if score.Protocol == "module-boxes" && score.Of == "overall" && score.Count != 5 {
			t.Errorf("%s rests on %d, want 5", score.Metric, score.Count)
		}
	}
}

func TestProtocolsWithNothingToSayAreLeftOut(t *testing.T) {
	s := readRun(t, 3, func(i int) *loaders.Example { return &loaders.Example{ID: fmt.Sprint(i)} })
	for _, score := range s.Scores(scoring.Defaults()) {
		check.Equal(t, "protocol", score.Protocol, "answers")
	}
	if types := s.Summaries(scoring.Defaults()).Types(); types != nil {
		t.Errorf("types %q", types)
	}
	if _, ok := s.Example(0, scoring.Defaults()); ok {
		t.Error("an example without modules is scored")
	}
	if why := s.Summaries(scoring.Defaults()).Overall(0).Why(); why == "" {
		t.Error("undefined without a reason")
	}
}
