package explain

import (
	"fmt"
	"math/bits"

	"gonum.org/v1/gonum/stat/combin"

	"faithscope/loaders"
)

func explainByOcclusion(g *coalitionGame) ([]float64, error) {
	v, err := g.valuesOf(append([]Coalition{allParts(g.n)}, allParts(g.n).eachChanged('1', '0')...))
	if err != nil {
		return nil, err
	}
	return loaders.Map(v[1:], func(without float64) float64 { return v[0] - without }), nil
}

// MostShapley bounds the parts of exact Shapley values.
const MostShapley = 16

func explainByShapley(g *coalitionGame) ([]float64, error) {
	if g.n > MostShapley {
		return nil, fmt.Errorf("%d parts have 2^%d coalitions, but exact Shapley values are limited to %d parts; kernelshap-all estimates them",
			g.n, g.n, MostShapley)
	}
	coalitions := make([]Coalition, 1<<g.n)
	for s := range coalitions {
		coalitions[s] = noParts(g.n)
		for i := range g.n {
			if s>>i&1 == 1 {
				coalitions[s] = coalitions[s].withParts('1', i)
			}
		}
	}
	v, err := g.valuesOf(coalitions)
	if err != nil {
		return nil, err
	}
	weight := make([]float64, g.n) // |S|!(n-|S|-1)!/n! by |S|
	for s := range weight {
		weight[s] = 1 / (float64(g.n) * float64(combin.Binomial(g.n-1, s)))
	}
	scores := make([]float64, g.n)
	for s := range v { // bit i of s is part i in coalition v[s]
		for i := range scores {
			if s>>i&1 == 0 {
				scores[i] += float64(weight[bits.OnesCount(uint(s))] * (v[s|1<<i] - v[s]))
			}
		}
	}
	return scores, nil
}
