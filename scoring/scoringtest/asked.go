package scoringtest

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"faithscope/loaders"
)

func asked(r *rand.Rand, i int) *loaders.Example {
	ex := &loaders.Example{
		ID:      strconv.Itoa(i),
		Images:  []loaders.Image{{Path: fmt.Sprintf("%d.png", i), Proposals: randomBoxes(r, 3)}},
		Program: []loaders.Module{{Op: "verify-rel"}, {Op: "filter"}, {Op: "find"}},
		Answer: loaders.Answer{Correct: loaders.VerdictOf(r.IntN(2) == 0), Predicates: []loaders.Predicate{
			{Name: "circle", Module: 2, Likelihoods: randomScores(r, 3), True: []bool{true, false, i%2 == 0}},
			{Name: "red", Module: 1, Likelihoods: randomScores(r, 3), True: []bool{i%3 == 0, false, true}},
			{Name: "above", Relation: true, Likelihoods: randomScores(r, 9), True: make([]bool, 9)},
		}},
	}
	ex.Answer.Predicates[2].True[1+i%3] = true
	if ex.Answer.Correct == loaders.Wrong && i%7 > 0 {
		ex.Answer.Mending = [][][]int{{}, {{0}}, {{1}, {2}}, {{2}}, {{0, 1}}, {{0, 1, 2}}}[r.IntN(6)]
	}
	return ex
}

func knowEverything(ex *loaders.Example) {
	ex.Answer.Correct, ex.Answer.Mending = loaders.Right, nil
	for i := range ex.Answer.Predicates {
		p := &ex.Answer.Predicates[i]
		for k, is := range p.True {
			p.Likelihoods[k] = 0
			if is {
				p.Likelihoods[k] = 1
			}
		}
	}
}
