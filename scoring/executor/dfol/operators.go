package dfol

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

// Settings say how programs are run. The zero value is the paper's.
type Settings struct {
	// Normalize divides the likelihoods of a question's options by their sum,
	// per object, as the released configuration does.
	Normalize bool
	// Hard takes minima and maxima at the end, as the code's hard mode does.
	Hard bool
	// Threshold is the likelihood that yes must exceed; 0 means 0.5.
	Threshold float64
	// Calibration is applied to the output of every filter and relate; nil for
	// none. Where an operator has one for what it asks, that is applied instead.
	Calibration *Calibration
	ByPredicate map[Asking]Calibration
}

// Runner runs programs. It reuses memory and is for one goroutine.
type Runner struct {
	settings Settings
	program  *Program
	scene    *Scene
	values   []value
	arena    []float64 // the attentions of the values
	scratch  []float64 // an attention of an option, sums, and what relate takes
	chosen   []float64 // likelihoods of options, as logarithms
	likely   []float64 // the same as probabilities
	sums     []float64 // of the likelihoods of a question's options
	divided  []float64 // a relation by them
	changes  executor.Changes
}

// value is what a node returned.
type value struct {
	set   []float64 // attention as logarithms
	truth float64   // as a logarithm
	// options are the likelihoods of choices that another node reads, as
	// logarithms, or the distribution of an amount.
	options []float64
}

// NewRunner returns a runner.
func NewRunner(s Settings) *Runner {
	if s.Threshold == 0 {
		s.Threshold = 0.5
	}
	return &Runner{settings: s}
}

// quantifiers has the quantifier of each operator that quantifies.
var quantifiers = [...]Quantifier{language.Exist: Exists, language.ForAll: ForAll, language.None: NotExists}

// set is what child k of a node returned.
func (r *Runner) set(n *node, k int) []float64 { return r.values[n.children[k]].set }

// holds is the truth of what node i returned, for a set that it is not empty.
func (r *Runner) holds(i int) float64 {
	if r.program.nodes[i].kind == language.Objects {
		return Exists.aggregate(r.values[i].set, r.settings.Hard)
	}
	return r.values[i].truth
}

// filter multiplies an attention by the likelihoods of literals; none leaves
// it as it is. It is calibrated for an operator, and not for [language.Unknown].
func (r *Runner) filter(dst, from []float64, about []literal, op language.Op) error {
	copy(dst, from)
	for _, l := range about {
		likelihood, err := r.scene.attribute(l.name)
		if err != nil {
			return err
		}
		for i, x := range likelihood {
			if l.negated {
				x = logNot(x)
			}
			dst[i] += x
		}
	}
	if op != language.Unknown && len(about) > 0 {
		r.calibrate(dst, op, about[0].name)
	}
	return nil
}

// calibrate calibrates what an operator returns that asks for a concept.
func (r *Runner) calibrate(set []float64, op language.Op, concept string) {
	c := r.settings.Calibration
	if own, ok := r.settings.ByPredicate[Asking{op, concept}]; ok {
		c = &own
	}
	if c != nil {
		for i, l := range set {
			set[i] = c.log(l)
		}
	}
}

// verify is the attention after a verify: that of its argument once for every
// attribute, or that of a relation.
func (r *Runner) verify(dst []float64, n *node) error {
	if n.op == language.VerifyRel {
		return r.relate(dst, n, n.about[0], false)
	}
	from := r.set(n, 0)
	if err := r.filter(dst, from, n.about, language.Unknown); err != nil {
		return err
	}
	for range len(n.about) - 1 {
		for i, l := range from {
			dst[i] += l
		}
	}
	r.calibrate(dst, n.op, n.about[0].name)
	return nil
}

// relate is the attention of the new variable of a relation, whose likelihood
// is divided by the sum of those of the node where normalize says so.
func (r *Runner) relate(dst []float64, n *node, relation literal, normalize bool) error {
	size := r.scene.n
	prior := r.scratch[size : 2*size]
	clear(prior)
	if err := r.filter(prior, prior, n.other, n.op); err != nil {
		return err
	}
	table, err := r.scene.relation(relation.name)
	if err != nil {
		return err
	}
	if normalize {
		r.divided = r.divided[:0]
		for i, p := range table {
			r.divided = append(r.divided, max(p, floor)/r.sums[i])
		}
		table = r.divided
	}
	Exists.relate(dst, prior, r.set(n, 0), table, n.subject, relation.negated, r.scratch[2*size:])
	r.calibrate(dst, n.op, relation.name)
	return nil
}

// combine are the operators on sets, and the negation of a truth.
func (r *Runner) combine(out *value, n *node) {
	if n.kind == language.Truth {
		out.truth = logNot(r.holds(n.children[0]))
		return
	}
	a := r.set(n, 0)
	for i := range out.set {
		switch n.op {
		case language.Not:
			out.set[i] = logNot(a[i])
		case language.Intersect:
			out.set[i] = a[i] + r.set(n, 1)[i]
		case language.Discard:
			out.set[i] = a[i] + logNot(r.set(n, 1)[i])
		default:
			out.set[i] = anyHolds(a[i], r.set(n, 1)[i])
		}
	}
}

// connect joins two truths. Two verifications of one variable are one.
func (r *Runner) connect(out *value, n *node) error {
	a, b := n.children[0], n.children[1]
	switch {
	case n.op == language.Or:
		out.truth = anyHolds(r.holds(a), r.holds(b))
	case n.about != nil && !r.changed(a) && !r.changed(b):
		own := r.scratch[:r.scene.n]
		err := r.verify(own, &node{about: n.about, children: r.program.nodes[a].children})
		out.truth = Exists.aggregate(own, r.settings.Hard)
		return err
	default:
		out.truth = r.holds(a) + r.holds(b)
	}
	return nil
}

// weigh compares what two nodes returned: the probability that numbers are
// equal, or that the first is less or greater; or that both have the same
// answer.
func (r *Runner) weigh(n *node) float64 {
	a, b := r.values[n.children[0]].options, r.values[n.children[1]].options
	if r.program.nodes[n.children[0]].kind == language.Options {
		return anyHolds(loaders.Fill(len(a), func(k int) float64 { return a[k] + b[k] })...)
	}
	sum := 0.
	for i, x := range a {
		for k, y := range b {
			if n.op == language.Equal && i == k || n.op == language.Less && i < k || n.op == language.Greater && i > k {
				sum += float64(x * y)
			}
		}
	}
	return safeLog(min(sum, 1))
}

// changed reports whether a change applies to what node i returns.
func (r *Runner) changed(i int) bool {
	c, ok := r.changes[i]
	return ok && !c.Silent()
}

// count is the distribution of how many objects a set has, which belong to it
// independently of each other (Poisson's binomial distribution).
func count(set []float64) []float64 {
	p := make([]float64, 1, len(set)+1)
	p[0] = 1
	for _, l := range set {
		in := math.Exp(l)
		p = append(p, 0)
		for k := len(p) - 1; k > 0; k-- {
			p[k] = float64(p[k]*(1-in)) + float64(p[k-1]*in)
		}
		p[0] *= 1 - in
	}
	return p
}

// normal is a distribution over amounts as an output.
func normal(p []float64) *loaders.Number {
	out := &loaders.Number{}
	for k, x := range p {
		out.Mean += float64(x * float64(k))
	}
	for k, x := range p {
		out.Var += float64(x * (float64(k) - out.Mean) * (float64(k) - out.Mean))
	}
	return out
}

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
