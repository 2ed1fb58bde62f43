package dfol

import (
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring"
	"faithscope/scoring/executor"
)

// Likelihood returns one number for a binary question, otherwise one per option or number. The
// error is [UnknownConcept].
func (r *Runner) Likelihood(p *Program, s *Scene) ([]float64, error) {
	r.changes = nil
	return r.runProgram(p, s)
}

// Children run before parents so that every node sees changed arguments.
func (r *Runner) runProgram(p *Program, s *Scene) ([]float64, error) {
	r.program, r.scene, r.err = p, s, nil
	r.values = slices.Grow(r.values[:0], len(p.nodes))[:len(p.nodes)]
	r.arena = slices.Grow(r.arena[:0], len(p.nodes)*s.n)
	r.scratch = slices.Grow(r.scratch[:0], 3*s.n)[:3*s.n]
	for i := len(p.nodes) - 1; i >= 0; i-- {
		r.values[i] = nodeValue{set: r.arena[i*s.n : (i+1)*s.n : (i+1)*s.n]}
		if r.runNode(i); r.err != nil {
			return nil, r.err
		}
		r.applyChanges(i)
	}
	switch {
	case p.binary:
		return []float64{math.Exp(r.truthOf(0))}, nil
	case p.nodes[0].kind == language.Amount:
		return r.values[0].options, nil
	}
	return expAll(r.values[0].options), nil
}

func (r *Runner) runNode(i int) {
	n, out := &r.program.nodes[i], &r.values[i]
	switch n.op {
	case language.Find:
		clear(out.set)
		r.filterSet(out.set, out.set, n.about, n.op)
	case language.Filter:
		r.filterSet(out.set, r.childSet(n, 0), n.about, n.op)
	case language.Relocate:
		r.relateNode(out.set, n, n.about[0], asGiven)
	case language.WithRelation:
		l := n.about[0]
		copy(out.set, r.childSet(n, 0))
		between := relationLikelihoods{table: r.askScene(l, ofRelation), ofSubject: true, negated: l.negated}
		between.multiplyRelated(out.set, r.childSet(n, 1), r.scratch[r.scene.n:])
		r.calibrateSet(out.set, n.op, l.name)
	case language.Unique:
		copy(out.set, r.childSet(n, 0))
	case language.Count:
		out.options = countDistribution(r.childSet(n, 0))
	case language.Equal, language.Less, language.Greater:
		out.truth = r.compareNodes(n)
	case language.Not, language.Intersect, language.Union, language.Discard:
		r.combineSets(out, n)
	case language.Exist, language.ForAll, language.None:
		out.truth = quantifiers[n.op].aggregateSet(r.childSet(n, 0), r.settings.Hard)
	case language.And, language.Or:
		out.truth = r.connectTruths(n)
	case language.Verify, language.VerifyRel:
		out.truth = r.verifyNode(n)
	default:
		r.runTerminal(i)
	}
}

func (r *Runner) applyChanges(i int) {
	if !r.isChanged(i) {
		return
	}
	c, out, n := r.changes[i], &r.values[i], &r.program.nodes[i]
	switch n.kind {
	case language.Objects:
		own := expAll(out.set)
		boxes := c.Boxes([][]float64{own})
		if len(boxes) != 1 || len(boxes[0]) != len(own) {
			return
		}
		for k, p := range boxes[0] {
			out.set[k] = safeLog(p)
		}
	case language.Truth:
		p := math.Exp(out.truth)
		if c.Output != nil && c.Output.Truth != nil {
			p = *c.Output.Truth
		}
		out.truth = safeLog(c.Probability(p))
	}
}

// Run returns every operator's probabilities and the answer under changes, with " | " between ties.
// If nothing is found, the answer is the authors' code's, and Undefined names the operator. The
// error is [UnknownConcept].
func (r *Runner) Run(p *Program, s *Scene, outputChanges executor.OutputChanges) (*executor.Outcome, error) {
	r.changes = outputChanges
	likelihood, err := r.runProgram(p, s)
	if err != nil {
		return nil, err
	}
	o := executor.NewOutcome(len(p.nodes))
	for i := range p.nodes {
		switch out := &o.Outputs[i]; p.nodes[i].kind {
		case language.Objects:
			out.Boxes = [][]float64{expAll(r.values[i].set)}
		case language.Truth:
			t := math.Exp(r.values[i].truth)
			out.Truth = &t
		case language.Amount:
			out.Number = normalOutput(r.values[i].options)
		case language.Options:
			out.Options = namedOptions(p.optionsOf(&p.nodes[i]), expAll(r.values[i].options))
		}
	}
	if p.binary {
		yes := likelihood[0]
		o.Probability = &yes
	}
	if empty := r.emptyNode(0); empty >= 0 {
		o.Empty, o.Undefined = empty, moduleText(&p.modules[empty])+" finds nothing"
	}
	o.Answer = strings.Join(p.likeliestAnswers(likelihood, r.settings.Threshold), " | ")
	return o, nil
}

// emptyNode returns the first node, in execution order, that found nothing presupposed; -1 for
// none.
func (r *Runner) emptyNode(i int) int {
	n := &r.program.nodes[i]
	isSet := n.kind == language.Objects
	hasObjects := isSet && r.scene.n > 0 && slices.Max(r.values[i].set) > logFloor
	if hasObjects || slices.Contains([]language.ModuleOp{language.Exist, language.ForAll, language.None, language.Count}, n.op) {
		return -1
	}
	for _, child := range n.children {
		if at := r.emptyNode(child); at >= 0 && !r.asksWhether(n, child) {
			return at
		}
	}
	if i > 0 && isSet || n.kind == language.Options && i == 0 && slices.Max(r.values[i].options) <= logFloor {
		return i
	}
	return -1
}

// asksWhether reports whether a node asks if there are objects in a child, as both of "are there a and b".
func (r *Runner) asksWhether(parentNode *node, childIndex int) bool {
	isJoin := parentNode.op == language.And || parentNode.op == language.Or
	return isJoin && parentNode.kind == language.Truth && r.program.nodes[childIndex].kind == language.Objects
}

func namedOptions(optionNames []string, optionLikelihoods []float64) []loaders.Option {
	var options []loaders.Option
	for k, x := range optionLikelihoods {
		name := optionNames[k]
		option := scoring.FindOrAppend(&options, func(o loaders.Option) bool { return o.Name == name }, loaders.Option{Name: name})
		option.Probability += x
	}
	return options
}
