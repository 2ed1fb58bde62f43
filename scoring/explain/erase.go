package explain

import (
	"math"

	"faithscope/loaders"
)

func eraseInOrder(partOrder []int, askCoalitions AskCoalitions) (loaders.Erasure, error) {
	n := len(partOrder)
	without := loaders.Fill(n+1, func(k int) Coalition { return allParts(n).withParts('0', partOrder[:k]...) })
	with := loaders.Fill(n+1, func(k int) Coalition { return noParts(n).withParts('1', partOrder[:k]...) })
	p, err := askCoalitions(append(without, with...))
	if err != nil {
		return loaders.Erasure{}, err
	}
	return loaders.Erasure{Order: partOrder, Deletion: p[:n+1], Insertion: p[n+1:]}, nil
}

func (s *explainedExample) eraseRandomly() ([]loaders.Erasure, error) {
	r, all := s.o.randomSource(s.ex.ID, "orders"), []loaders.Erasure{}
	for !s.o.Bare && len(all) < s.o.Orders {
		e, err := eraseInOrder(r.Perm(len(s.it.parts)), s.ask)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

func orderParts(partScores []float64) []int {
	order := loaders.Indices(len(partScores))
	loaders.SortBy(order, func(i int) float64 { return -scoreOrZero(partScores[i]) })
	return order
}

func scoreOrZero(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}
