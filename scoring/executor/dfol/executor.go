package dfol

import (
	"math"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/executor"
)

// changed reports whether somebody changed what node i returns.
func (r *Runner) changed(i int) bool {
	c, ok := r.changes[i]
	return ok && !c.Silent()
}

// change does to what node i returned what somebody wants.
func (r *Runner) change(i int) {
	if !r.changed(i) {
		return
	}
	c, out, n := r.changes[i], &r.values[i], &r.program.nodes[i]
	switch n.kind {
	case set:
		own := make([]float64, len(out.set))
		for k, l := range out.set {
			own[k] = math.Exp(l)
		}
		boxes := c.Boxes([][]float64{own})
		if len(boxes) != 1 || len(boxes[0]) != len(own) {
			return // it is not of this picture
		}
		for k, p := range boxes[0] {
			out.set[k] = safeLog(p)
		}
	case truth:
		p := math.Exp(out.truth)
		if c.Output != nil && c.Output.Truth != nil {
			p = *c.Output.Truth
		}
		out.truth = safeLog(c.Probability(p))
	}
}

// Run asks p of a scene and returns what every operator returned, as
// probabilities, and the answer. The error is [Unknown].
func (r *Runner) Run(p *Program, s *Scene, changes executor.Changes) (*executor.Outcome, error) {
	r.changes = changes
	likelihood, err := r.run(p, s)
	if err != nil {
		return nil, err
	}
	o := &executor.Outcome{Outputs: make([]loaders.Output, len(p.nodes)), Frozen: make([]string, len(p.nodes))}
	for i := range p.nodes {
		switch out := &o.Outputs[i]; p.nodes[i].kind {
		case set:
			attention := make([]float64, s.n)
			for k, l := range r.values[i].set {
				attention[k] = math.Exp(l)
			}
			out.Boxes = [][]float64{attention}
		case truth:
			t := math.Exp(r.values[i].truth)
			out.Truth = &t
		case choices:
			for k, option := range p.options {
				out.Options = append(out.Options, loaders.Option{Name: option, Probability: likelihood[k]})
			}
		}
	}
	if p.binary {
		yes := likelihood[0]
		o.Probability = &yes
	}
	o.Answer = strings.Join(p.answers(likelihood, r.settings.Threshold), " | ")
	return o, nil
}
