package nmn

import (
	"fmt"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// tolerance is relative, because the authors compute in float32.
const tolerance = 1e-4

// recoverNetwork divides a learned module's logged output by its arguments' factors, because the run
// logs only the product; NaN for 0, where the network's part is lost. A with-relation that is just the
// product had no network, and has 1 everywhere. reason explains a nil.
func (p *Program) recoverNetwork(n *programNode) (_ *networkOutput, reason string) {
	out := n.logged.Boxes
	if out == nil {
		return nil, "the run lacks its output"
	}
	own := &networkOutput{p: make(objectSet, len(out))}
	factors, best, ok := p.argumentFactors(n)
	if !ok {
		return nil, "the run lacks its argument's output"
	}
	simple := n.op == language.WithRelation
	for image, list := range out {
		own.p[image] = make([]float64, len(list))
		for k, x := range list {
			factor := 1.
			if factors != nil {
				if image >= len(factors) || k >= len(factors[image]) {
					return nil, "its argument has a different size"
				}
				factor = factors[image][k]
			}
			if factor == 0 {
				own.p[image][k] = math.NaN()
				if x != 0 {
					return nil, "its output is not 0 where its argument is 0"
				}
				continue
			}
			own.p[image][k] = x / factor
			if x > factor*(1+tolerance)+1e-30 {
				return nil, fmt.Sprintf("its output exceeds its argument: %.3g > %.3g", x, factor)
			}
			simple = simple && math.Abs(x/factor-1) <= tolerance
		}
	}
	if simple {
		own.p = loaders.Map(out, func(list []float64) []float64 { return slices.Repeat([]float64{1}, len(list)) })
		return own, ""
	}
	own.best = best
	return own, ""
}

func (p *Program) argumentFactors(n *programNode) (factors objectSet, best [][]int, ok bool) {
	arguments := make([]objectSet, len(n.children))
	for k, child := range n.children {
		if arguments[k] = p.example.Program[child].Output.Boxes; arguments[k] == nil {
			return nil, nil, false
		}
	}
	factors, best = multiplyArguments(n.op, arguments)
	return factors, best, true
}

// multiplyArguments returns factors by image and box, nil for 1: a filter's argument; a relocate's
// highest probability of another box, because no box relates to itself; a with-relation's both. best
// has that box.
func multiplyArguments(op language.ModuleOp, argumentSets []objectSet) (factors objectSet, best [][]int) {
	switch op {
	case language.Filter:
		return argumentSets[0], nil
	case language.Relocate:
		return highestOther(argumentSets[0])
	case language.WithRelation:
		reached, best := highestOther(argumentSets[1])
		return language.Combine(language.Intersect, argumentSets[0], reached), best
	}
	return nil, nil
}

func highestOther(p objectSet) (highest objectSet, best [][]int) {
	for _, list := range p {
		first, second := -1, -1
		for k, x := range list {
			switch {
			case first < 0 || x > list[first]:
				first, second = k, first
			case second < 0 || x > list[second]:
				second = k
			}
		}
		reached, at := make([]float64, len(list)), make([]int, len(list))
		for k := range list {
			if at[k] = first; k == first {
				at[k] = second
			}
			if at[k] >= 0 {
				reached[k] = list[at[k]]
			}
		}
		highest, best = append(highest, reached), append(best, at)
	}
	return highest, best
}

func totalOf(probabilitySet objectSet) float64 {
	return loaders.Sum(slices.Concat(probabilitySet...))
}

func (p *Program) graphCount(probabilitySet objectSet) (count float64) {
	for image, list := range probabilitySet[:min(len(probabilitySet), len(p.boxes))] {
		count += p.counter.Count(p.boxes[image], list)
	}
	return count
}
