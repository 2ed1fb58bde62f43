package session

import (
	"context"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/scoringtest"
)

// A sweep gives at every place what scoring under that setting gives, whether the
// evidence was kept or dropped.
func TestSweepIsTheScoresAtEveryPlace(t *testing.T) {
	s := readRun(t, 2*blockSize+7, scoringtest.Seen)
	places := []float64{0, .3, .5, .9}
	for _, release := range []bool{false, true} {
		if release {
			s.mu.Lock()
			s.blocks[0].examples = nil
			s.mu.Unlock()
		}
		for _, axis := range []boxes.Axis{boxes.OverThreshold, boxes.OverIoU} {
			curves, err := s.Sweep(context.Background(), scoring.Defaults(), axis, places)
			if err != nil || len(curves) != len(boxes.Types)+1 {
				t.Fatalf("%d curves, %v", len(curves), err)
			}
			for i, x := range places {
				at := map[string]scoring.Value{}
				scores, err := s.Whole(t.Context(), boxes.Protocol.Name, axis.Move(scoring.Defaults(), x))
				check.NoError(t, err)
				for _, score := range scores {
					if score.Metric == "f1" {
						at[score.Of] = score.Value
					}
				}
				for _, c := range curves {
					if want, ok := at[c.Of]; ok && c.F1[i] != want {
						t.Errorf("%v %v, %s: %v, want %v", axis, x, c.Of, c.F1[i], want)
					}
				}
			}
		}
	}
}

func TestSweepOfNothing(t *testing.T) {
	nothing := readRun(t, 3, func(int) *loaders.Example { return &loaders.Example{} })
	run, _ := scoringtest.Run(scoringtest.NewRecords(3, true), scoringtest.Seen)
	unboxed := New(run, slices.DeleteFunc(Protocols(), func(p scoring.Protocol) bool { return p.Name == boxes.Protocol.Name }))
	read(t, unboxed)
	for _, s := range []*ScoredRun{nothing, unboxed} {
		if curves, err := s.Sweep(t.Context(), scoring.Defaults(), boxes.OverIoU, []float64{.5}); curves != nil || err != nil {
			t.Errorf("%v, %v", curves, err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	nothing.mu.Lock()
	nothing.blocks[0].examples = nil
	nothing.mu.Unlock()
	_, err := nothing.Sweep(ctx, scoring.Defaults(), boxes.OverIoU, []float64{.5})
	check.Is(t, "a cancelled sweep", err, context.Canceled)
}
