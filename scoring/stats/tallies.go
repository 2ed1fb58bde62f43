package stats

import "sync"

type extremeCount struct{ extreme, trials int }

// extremeCounts is safe for concurrent use.
type extremeCounts struct {
	mu sync.Mutex
	of []extremeCount
}

func newTallies(n int) *extremeCounts { return &extremeCounts{of: make([]extremeCount, n)} }

func (t *extremeCounts) addTallies(addedCounts []extremeCount) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k, o := range addedCounts {
		t.of[k].extreme += o.extreme
		t.of[k].trials += o.trials
	}
}
