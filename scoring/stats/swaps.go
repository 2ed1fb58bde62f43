package stats

import "faithscope/scoring"

// Swaps tests any score. scoresOf is told which of the n examples are swapped, concurrently, and must
// return the same scores each time.
//
// It costs a pass over all examples per trial, so it tries all ways only up to t.Trials.
// [PermutationTest.Sums] is faster, and agrees trial by trial if no score rests on [ExactExamples]
// examples or fewer. Result.Count is n.
func (t PermutationTest) Swaps(n int, scoresOf func(swapped []bool) (a, b []scoring.Value)) []Result {
	inA, inB := scoresOf(make([]bool, n))
	p := pairedTest{PermutationTest: t, tallies: make([]extremeCount, len(inA))}
	var tested []int // scores
	for k := range inA {
		p.results = append(p.results, Untested(inA[k], inB[k]))
		if p.results[k].Count = n; p.results[k].Difference.IsDefined() {
			tested = append(tested, k)
		}
	}
	ways := t.waysToSwap(n)
	if ways.exact && ways.trials > t.Trials {
		ways.exact, ways.trials, ways.seed = false, t.Trials, t.Seed
	}
	shareWork(ways.countBatches(), func(batch int) {
		own := make([]extremeCount, len(inA))
		for _, swapped := range ways.swappedIn(batch, n) {
			a, b := scoresOf(swapped)
			p.countTrial(own, tested, a, b)
		}
		p.addTallies(own)
	})
	p.concludeScores(tested, ways.exact)
	return p.results
}

// swappedIn uses the same bits as [walkSwaps], so that the two agree.
func (w swapPatterns) swappedIn(k, n int) [][]bool {
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
