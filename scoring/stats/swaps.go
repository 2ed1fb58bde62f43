package stats

import "faithscope/scoring"

// Swaps tests any score: it asks for the scores of both runs under every way
// to swap that it looks at. scores returns a function for one goroutine's use,
// which is given who of n examples is swapped and must not keep that; both
// lists it returns have the same scores each time. It costs a pass over all
// examples per trial: [Test.Sums] is the fast way, and agrees with it trial by
// trial where no score rests on [ExactExamples] examples or fewer. Since a
// trial is dear, all ways to swap are looked at only if they are no more than
// t.Trials. Result.Count is n.
func (t Test) Swaps(n int, scores func() func(swapped []bool) (a, b []scoring.Value)) []Result {
	inA, inB := scores()(make([]bool, n))
	results := make([]Result, len(inA))
	for k := range results {
		results[k] = observe(inA[k], inB[k])
		results[k].Count = n
	}
	ways := t.ways(n)
	if ways.exact && ways.trials > t.Trials {
		ways.exact, ways.trials, ways.seed = false, t.Trials, t.Seed
	}
	type scratch struct {
		score   func([]bool) (a, b []scoring.Value)
		swapped [][]bool
		tallies []tally
	}
	room := make([]scratch, workers())
	share(ways.batches(), func(worker, batch int) {
		s := &room[worker]
		if s.score == nil {
			*s = scratch{scores(), make([][]bool, 0), make([]tally, len(results))}
		}
		s.swapped = ways.swapped(s.swapped, batch, n)
		for _, swapped := range s.swapped {
			a, b := s.score(swapped)
			for k := range results {
				if observed, ok := results[k].Difference.Float(); ok {
					s.tallies[k].count(a[k], b[k], observed, t.Convention)
				}
			}
		}
	})
	for k := range results {
		if !defined(results[k].Difference) {
			continue
		}
		var all tally
		for _, s := range room {
			if s.tallies != nil {
				all.extreme += s.tallies[k].extreme
				all.trials += s.tallies[k].trials
			}
		}
		results[k].conclude(all, t.Convention, ways.exact)
	}
	return results
}

// swapped tells the trials of a batch example by example, in room.
func (w ways) swapped(room [][]bool, k, n int) [][]bool {
	toss, words := w.toss(k), make([]uint64, w.size(k))
	for len(room) < len(words) {
		room = append(room, make([]bool, n))
	}
	for i := range n {
		if i%wordBits == 0 {
			toss(words)
		}
		for trial, word := range words {
			room[trial][i] = word>>(i%wordBits)&1 == 1
		}
	}
	return room[:len(words)]
}
