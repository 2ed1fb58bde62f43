package stats

import (
	"sync"

	"faithscope/scoring"
)

type tally struct{ extreme, trials int }

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

// tallies is safe for concurrent use.
type tallies struct {
	mu sync.Mutex
	of []tally
}

func newTallies(n int) *tallies { return &tallies{of: make([]tally, n)} }

func (t *tallies) addTallies(counted []tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k, o := range counted {
		t.of[k].extreme += o.extreme
		t.of[k].trials += o.trials
	}
}
