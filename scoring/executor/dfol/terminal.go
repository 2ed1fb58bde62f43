package dfol

import (
	"math"
	"slices"

	"faithscope/loaders/language"
)

// terminal computes the operators that ask a question per option: Table 4,
// from Query on.
func (r *Runner) terminal(i int) error {
	n, out := &r.program.nodes[i], &r.values[i]
	hard := r.settings.Hard && n.op != language.Query && n.op != language.AllDifferent && n.op != language.TwoDifferent
	r.chosen = r.chosen[:0]
	if err := r.normal(n); err != nil {
		return err
	}
	for k := range n.about {
		l, err := r.option(n, k, hard)
		if err != nil {
			return err
		}
		r.chosen = append(r.chosen, l)
	}
	switch n.op {
	case language.AllSame, language.TwoSame:
		out.truth = anyHolds(r.chosen...)
	case language.AllDifferent, language.TwoDifferent:
		out.truth = logNot(anyHolds(r.chosen...))
	case language.Compare:
		return r.compare(n, hard)
	}
	return nil
}

// option is the likelihood of option k of a node.
func (r *Runner) option(n *node, k int, hard bool) (float64, error) {
	own := r.scratch[:r.scene.n]
	switch n.op {
	case language.ChooseRel:
		err := r.relate(own, n, n.about[k], r.settings.Normalize)
		return Exists.aggregate(own, hard), err
	case language.AllSame, language.AllDifferent:
		from := r.set(n, 0)
		if err := r.offer(own, from, n, k); err != nil {
			return 0, err
		}
		for i, l := range own {
			own[i] = logNot(from[i] + logNot(l)) // every member of the set has it
		}
		return ForAll.aggregate(own, hard), nil
	case language.TwoSame, language.TwoDifferent:
		if err := r.offer(own, r.set(n, 0), n, k); err != nil {
			return 0, err
		}
		first := Exists.aggregate(own, hard)
		err := r.offer(own, r.set(n, 1), n, k)
		return first + Exists.aggregate(own, hard), err
	case language.Compare:
		return 0, nil
	}
	err := r.offer(own, r.set(n, 0), n, k)
	return Exists.aggregate(own, hard), err
}

// offer filters by option k of a node.
func (r *Runner) offer(dst, from []float64, n *node, k int) error {
	if err := r.filter(dst, from, n.about[k:k+1], language.Unknown); err != nil {
		return err
	}
	if r.settings.Normalize {
		for i, sum := range r.sums {
			dst[i] -= sum
		}
	}
	r.calibrate(dst, n.op, n.about[k].name)
	return nil
}

// normal sums the likelihoods of a node's options, where they are to be
// divided by: of attributes per object, as logarithms, of relations per pair.
func (r *Runner) normal(n *node) error {
	if !r.settings.Normalize || n.op == language.Compare {
		return nil
	}
	r.sums = r.sums[:0]
	for k, l := range n.about {
		table := r.scene.attribute
		if n.op == language.ChooseRel {
			table = r.scene.relation
		}
		likelihood, err := table(l.name)
		if err != nil {
			return err
		}
		if k == 0 {
			r.sums = slices.Grow(r.sums, len(likelihood))[:len(likelihood)]
			clear(r.sums)
		}
		for i, p := range likelihood {
			if n.op != language.ChooseRel {
				p = math.Exp(p)
			}
			r.sums[i] += max(p, floor)
		}
	}
	if n.op != language.ChooseRel {
		for i, sum := range r.sums {
			r.sums[i] = safeLog(sum)
		}
	}
	return nil
}

// compare sets two against each other: the likelihood of the first is
// p1/(p1+p2), reversed with less.
func (r *Runner) compare(n *node, hard bool) error {
	own := r.scratch[:r.scene.n]
	var p [2]float64
	for k := range p {
		if err := r.filter(own, r.set(n, k), n.about, n.op); err != nil {
			return err
		}
		p[k] = math.Exp(Exists.aggregate(own, hard))
	}
	first, second := p[0]/(p[0]+p[1]), p[1]/(p[0]+p[1])
	if n.less {
		first, second = 1-first, 1-second
	}
	r.chosen = append(r.chosen[:0], safeLog(first), safeLog(second))
	return nil
}
