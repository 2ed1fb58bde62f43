package stats

import "faithscope/scoring"

// Swaps tests any score. scores is told which of the n examples are swapped, concurrently, and must
// return the same scores each time.
//
// It costs a pass over all examples per trial, so it tries all ways only up to t.Trials.
// [Test.Sums] is faster, and agrees trial by trial if no score rests on [ExactExamples] examples or
// fewer. Result.Count is n.
func (t Test) Swaps(n int, scores func(swapped []bool) (a, b []scoring.Value)) []Result {
	inA, inB := scores(make([]bool, n))
	p := pairing{Test: t}
	var tested []int // scores
	for k := range inA {
		p.results = append(p.results, Untested(inA[k], inB[k]))
		if p.results[k].Count = n; p.results[k].Difference.IsDefined() {
			tested = append(tested, k)
		}
	}
	ways, all := t.waysToSwap(n), newTallies(len(inA))
	if ways.exact && ways.trials > t.Trials {
		ways.exact, ways.trials, ways.seed = false, t.Trials, t.Seed
	}
	shareWork(ways.countBatches(), func(batch int) {
		own := make([]tally, len(inA))
		for _, swapped := range ways.swappedIn(batch, n) {
			a, b := scores(swapped)
			p.countTrial(own, tested, a, b)
		}
		all.addTallies(own)
	})
	p.concludeScores(tested, all, ways.exact)
	return p.results
}

// swappedIn uses the same bits as [walkSwaps], so that the two agree.
func (w ways) swappedIn(k, n int) [][]bool {
	toss, words := w.tossBits(k), make([]uint64, w.batchSize(k))
	room := make([][]bool, len(words))
	for trial := range room {
		room[trial] = make([]bool, n)
	}
	for i := range n {
		if i%wordBits == 0 {
			toss(words)
		}
		for trial, word := range words {
			room[trial][i] = word>>(i%wordBits)&1 == 1
		}
	}
	return room
}
