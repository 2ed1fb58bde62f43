package dfol

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders/language"
)

// Each option is asked about (Table 4, from Query on). Query and different stay soft under hard
// logic, like in the code.
func (r *Runner) runTerminal(i int) {
	n, out := &r.program.nodes[i], &r.values[i]
	hard := r.settings.Hard && n.op != language.Query && n.op != language.AllDifferent && n.op != language.TwoDifferent
	r.normaliseOptions(n)
	for k := range n.about {
		out.options = append(out.options, r.optionLikelihood(n, k, hard))
	}
	switch n.op {
	case language.AllSame, language.TwoSame:
		out.truth = anyHolds(out.options...)
	case language.AllDifferent, language.TwoDifferent:
		out.truth = logNot(anyHolds(out.options...))
	case language.Compare:
		out.options = r.compareSets(n, hard)
	}
}

func (r *Runner) optionLikelihood(n *node, k int, isHard bool) (likelihood float64) {
	own := r.scratch[:r.scene.n]
	switch n.op {
	case language.ChooseRel:
		r.relateNode(own, n, n.about[k], r.settings.Normalize)
		return Exists.aggregateSet(own, isHard)
	case language.AllSame, language.AllDifferent:
		from := r.childSet(n, 0)
		r.offerOption(own, from, n, k)
		for i, l := range own {
			own[i] = logNot(from[i] + logNot(l))
		}
		return ForAll.aggregateSet(own, isHard)
	case language.Compare:
		return 0
	}
	for child := range n.children {
		r.offerOption(own, r.childSet(n, child), n, k)
		likelihood += Exists.aggregateSet(own, isHard)
	}
	return likelihood
}

func (r *Runner) offerOption(targetSet, sourceSet []float64, n *node, k int) {
	r.filterSet(targetSet, sourceSet, n.about[k:k+1], language.Unknown)
	if r.settings.Normalize {
		floats.Sub(targetSet, r.sums)
	}
	r.calibrateSet(targetSet, n.op, n.about[k].name)
}

// Logarithms per object, or probabilities per pair for relations.
func (r *Runner) normaliseOptions(n *node) {
	if !r.settings.Normalize || n.op == language.Compare {
		return
	}
	relation := n.op == language.ChooseRel
	r.sums = r.sums[:0]
	for k, l := range n.about {
		likelihood := r.askScene(l, relation)
		if k == 0 {
			r.sums = slices.Grow(r.sums, len(likelihood))[:len(likelihood)]
			clear(r.sums)
		}
		for i, p := range likelihood {
			if !relation {
				p = math.Exp(p)
			}
			r.sums[i] += max(p, floor)
		}
	}
	if !relation {
		for i, sum := range r.sums {
			r.sums[i] = safeLog(sum)
		}
	}
}

// compareSets returns log p1/(p1+p2) and log p2/(p1+p2), or with less the logs of 1
// minus these; p1 and p2 are the truths that some object of either set has the attribute.
func (r *Runner) compareSets(n *node, isHard bool) []float64 {
	own := r.scratch[:r.scene.n]
	var p [2]float64
	for k := range p {
		r.filterSet(own, r.childSet(n, k), n.about, n.op)
		p[k] = math.Exp(Exists.aggregateSet(own, isHard))
	}
	first, second := p[0]/(p[0]+p[1]), p[1]/(p[0]+p[1])
	if n.less {
		first, second = 1-first, 1-second
	}
	return []float64{safeLog(first), safeLog(second)}
}
