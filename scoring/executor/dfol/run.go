package dfol

import (
	"fmt"
	"math"
	"slices"

	"faithscope/scoring/executor"
)

// Settings say how programs are run. The zero value is the paper's.
type Settings struct {
	// Normalize divides the likelihoods of a question's options by their sum,
	// per object, as the released configuration does.
	Normalize bool
	// Hard takes minima and maxima at the end, as the code's hard mode.
	Hard bool
	// Threshold is the likelihood that yes must exceed; 0 means 0.5.
	Threshold float64
	// Calibration is applied to what every filter and relate returns; nil for
	// none.
	Calibration *Calibration
}

// Unknown is the error of an oracle that has no likelihoods of a concept.
type Unknown struct {
	Relation bool
	Name     string
}

func (u Unknown) Error() string {
	if u.Relation {
		return fmt.Sprintf("the oracle does not know the relation %q", u.Name)
	}
	return fmt.Sprintf("the oracle does not know the attribute %q", u.Name)
}

// Runner runs programs. It keeps memory from one to the next and is for one
// goroutine.
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

// Likelihood asks p of a scene and returns one likelihood for a binary
// question, that of yes, and one per option for an open one. The slice is valid
// until the next call. The error is [Unknown].
func (r *Runner) Likelihood(p *Program, s *Scene) ([]float64, error) {
	r.changes = nil
	return r.run(p, s)
}

func (r *Runner) run(p *Program, s *Scene) ([]float64, error) {
	r.program, r.scene = p, s
	r.values = slices.Grow(r.values[:0], len(p.nodes))[:len(p.nodes)]
	if need := len(p.nodes) * s.n; cap(r.arena) < need {
		r.arena = make([]float64, need)
	}
	if need := 4 * s.n; cap(r.scratch) < need {
		r.scratch = make([]float64, need)
	}
	for i := len(p.nodes) - 1; i >= 0; i-- {
		r.values[i] = value{set: r.arena[i*s.n : (i+1)*s.n : (i+1)*s.n]}
		if err := r.node(i); err != nil {
			return nil, err
		}
		r.change(i)
	}
	r.likely = r.likely[:0]
	if p.binary {
		return append(r.likely, math.Exp(r.holds(0))), nil
	}
	if p.nodes[0].kind == amount {
		return append(r.likely, r.values[0].options...), nil
	}
	for _, l := range r.chosen {
		r.likely = append(r.likely, math.Exp(l))
	}
	return r.likely, nil
}

// node computes what node i returns.
func (r *Runner) node(i int) error {
	n, out := &r.program.nodes[i], &r.values[i]
	switch n.op {
	case opSelect:
		clear(out.set)
		return r.filter(out.set, out.set, n.about, true)
	case opFilter:
		return r.filter(out.set, r.set(n, 0), n.about, true)
	case opRelate:
		return r.relate(out.set, n, n.about[0], false)
	case opWith:
		table, err := r.scene.relation(n.about[0].name)
		if err != nil {
			return err
		}
		Exists.relate(out.set, r.set(n, 0), r.set(n, 1), table, true, n.about[0].negated, r.scratch[2*r.scene.n:])
		r.calibrate(out.set)
	case opUnique:
		return r.filter(out.set, r.set(n, 0), nil, false)
	case opCount, opEqual, opLess, opGreater:
		r.number(out, n)
	case opNot, opIntersect, opUnion, opDiscard:
		r.combine(out, n)
	case opExist, opForAll, opNone:
		out.truth = quantifiers[n.op].aggregate(r.set(n, 0), r.settings.Hard)
	case opAnd, opOr:
		return r.connect(out, n)
	case opVerify, opVerifyRel:
		own := r.scratch[:r.scene.n]
		err := r.verify(own, n)
		out.truth = Exists.aggregate(own, r.settings.Hard)
		return err
	default:
		err := r.terminal(i)
		if i > 0 {
			out.options = slices.Clone(r.chosen)
		}
		return err
	}
	return nil
}

// quantifiers are those of the operators that are one.
var quantifiers = [...]Quantifier{opExist: Exists, opForAll: ForAll, opNone: NotExists}

// set is what child k of a node returned.
func (r *Runner) set(n *node, k int) []float64 { return r.values[n.children[k]].set }

// holds is the truth of what node i returned, of a set that it is not empty.
func (r *Runner) holds(i int) float64 {
	if r.program.nodes[i].kind == set {
		return Exists.aggregate(r.values[i].set, r.settings.Hard)
	}
	return r.values[i].truth
}

// filter multiplies an attention by the likelihoods of literals; none leaves
// it as it is. An operator of its own is calibrated.
func (r *Runner) filter(dst, from []float64, about []literal, calibrate bool) error {
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
	if calibrate && len(about) > 0 {
		r.calibrate(dst)
	}
	return nil
}

func (r *Runner) calibrate(set []float64) {
	if c := r.settings.Calibration; c != nil {
		for i, l := range set {
			set[i] = c.log(l)
		}
	}
}

// verify is the attention after a verify: that of its argument once for every
// attribute, or that of a relation.
func (r *Runner) verify(dst []float64, n *node) error {
	if n.op == opVerifyRel {
		return r.relate(dst, n, n.about[0], false)
	}
	from := r.set(n, 0)
	if err := r.filter(dst, from, n.about, false); err != nil {
		return err
	}
	for range len(n.about) - 1 {
		for i, l := range from {
			dst[i] += l
		}
	}
	r.calibrate(dst)
	return nil
}

// relate is the attention of the new variable of a relation, whose likelihood
// is divided by the sum of those of the node where normalize says so.
func (r *Runner) relate(dst []float64, n *node, relation literal, normalize bool) error {
	size := r.scene.n
	prior := r.scratch[size : 2*size]
	clear(prior)
	if err := r.filter(prior, prior, n.other, true); err != nil {
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
	r.calibrate(dst)
	return nil
}

// combine are the operators on sets, and the negation of a truth.
func (r *Runner) combine(out *value, n *node) {
	if n.kind == truth {
		out.truth = logNot(r.holds(n.children[0]))
		return
	}
	a := r.set(n, 0)
	for i := range out.set {
		switch n.op {
		case opNot:
			out.set[i] = logNot(a[i])
		case opIntersect:
			out.set[i] = a[i] + r.set(n, 1)[i]
		case opDiscard:
			out.set[i] = a[i] + logNot(r.set(n, 1)[i])
		default:
			out.set[i] = either(a[i], r.set(n, 1)[i])
		}
	}
}

// connect joins two truths. Two verifications of one variable are one.
func (r *Runner) connect(out *value, n *node) error {
	a, b := n.children[0], n.children[1]
	switch {
	case n.op == opOr:
		out.truth = either(r.holds(a), r.holds(b))
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
