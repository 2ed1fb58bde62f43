package scoringtest

import (
	"math/rand/v2"
	"strconv"

	"faithscope/loaders"
)

func erased(r *rand.Rand, i int) *loaders.Example {
	n := 2 + r.IntN(6)
	answers := func(most float64) [][]float64 {
		return loaders.Fill(n+1, func(k int) []float64 {
			p := most * r.Float64()
			if k == 0 && most == 1 {
				p = 1
			}
			return []float64{p, 1 - p}
		})
	}
	orders := loaders.Fill(3, func(int) loaders.Erasure {
		return loaders.Erasure{Order: r.Perm(n), Deletion: answers(.9), Insertion: answers(.9)}
	})
	ex := &loaders.Example{ID: strconv.Itoa(i), Answer: loaders.Answer{Predicted: "a", Classes: []loaders.Option{{Name: "a"}, {Name: "b"}}}}
	for _, name := range []string{"occlusion", "lime"} {
		ex.Attributions = append(ex.Attributions, loaders.Attribution{Name: name, Class: "a", Over: loaders.OverTokens,
			Scores: randomScores(r, n),
			Interventions: &loaders.Interventions{Remove: "delete", Over: "words", Random: orders,
				Erasure: loaders.Erasure{Order: r.Perm(n), Deletion: answers(1), Insertion: answers(1)}}})
	}
	return ex
}

func dependOnFirst(ex *loaders.Example) {
	for k := range ex.Attributions {
		a := &ex.Attributions[k]
		for i := range a.Scores {
			a.Scores[i] = -float64(i)
		}
		for i := range a.Interventions.Deletion {
			a.Interventions.Deletion[i], a.Interventions.Insertion[i] = []float64{0, 1}, []float64{1, 0}
		}
		a.Interventions.Deletion[0], a.Interventions.Insertion[0] = []float64{1, 0}, []float64{0, 1}
	}
}
