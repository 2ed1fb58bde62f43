package stats

import (
	"sync"

	"faithscope/scoring"
)

type extremeCount struct{ extreme, trials int }

func (t *extremeCount) countTrial(a, b scoring.Value, observedDifference float64, c ExtremenessConvention) {
	x, ok := a.Float()
	y, ok2 := b.Float()
	if !ok || !ok2 {
		return
	}
	t.trials++
	if isExtreme(c, x-y, observedDifference) {
		t.extreme++
	}
}

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
