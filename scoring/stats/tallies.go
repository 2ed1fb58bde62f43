package stats

import (
	"sync"

	"faithscope/scoring"
)

// tally counts the trials of one score.
type tally struct{ extreme, trials int }

// countTrial adds a trial in which the runs have values a and b, and adds it to the extreme ones
// if a-b is, by convention c, as extreme as observed. If either is undefined, it does nothing.
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

// addTallies adds the counts of one goroutine, score by score, to t under its lock.
func (t *tallies) addTallies(own []tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k, o := range own {
		t.of[k].extreme += o.extreme
		t.of[k].trials += o.trials
	}
}
