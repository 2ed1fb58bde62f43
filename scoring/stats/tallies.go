package stats

import (
	"sync"

	"faithscope/scoring"
)

// tally counts the trials of one score.
type tally struct{ extreme, trials int }

// countTrial counts a trial with these two values, and whether it is as extreme as the observed
// difference; one with an undefined value is not counted.
func (t *tally) countTrial(a, b scoring.Value, observed float64, c Convention) {
	x, ok := a.Float()
	y, ok2 := b.Float()
	if !ok || !ok2 {
		return
	}
	t.trials++
	if isExtreme(c, x-y, observed) {
		t.extreme++
	}
}

// tallies are the tallies of several scores, to which several goroutines add.
type tallies struct {
	mu sync.Mutex
	of []tally
}

func newTallies(n int) *tallies { return &tallies{of: make([]tally, n)} }

// addTallies adds another goroutine's tallies, of the same scores.
func (t *tallies) addTallies(own []tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k, o := range own {
		t.of[k].extreme += o.extreme
		t.of[k].trials += o.trials
	}
}
