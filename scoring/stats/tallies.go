package stats

import (
	"sync"

	"faithscope/scoring"
)

type extremeCount struct{ extreme, trials int }

type pairedTest struct {
	PermutationTest
	a, b    TermRows
	values  func(sums []float64) []scoring.Value
	results []Result

	mu      sync.Mutex
	tallies []extremeCount // by score
}

func (p *pairedTest) addTallies(addedCounts []extremeCount) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, o := range addedCounts {
		p.tallies[k].extreme += o.extreme
		p.tallies[k].trials += o.trials
	}
}

func (p *pairedTest) concludeScores(scoreIndices []int, exact bool) {
	for _, k := range scoreIndices {
		t, r := p.tallies[k], &p.results[k]
		r.P, r.Trials, r.Exact = chanceOf(p.Convention, t.extreme, t.trials, exact), t.trials, exact
	}
}
