package dfol

import (
	"math"
	"slices"
	"strconv"

	"faithscope/loaders"
)

// comparable reports whether the two arguments of an equal are numbers, or are
// answered with the same options.
func (p *Program) comparable(n *node) bool {
	a, b := &p.nodes[n.children[0]], &p.nodes[n.children[1]]
	return a.kind == b.kind && (a.kind == amount || slices.Equal(a.about, b.about) && len(a.about) > 0)
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

// number are the operators on numbers of objects.
func (r *Runner) number(out *value, n *node) {
	if n.op == opCount {
		out.options = count(r.set(n, 0))
		return
	}
	out.truth = r.weigh(n)
}

// weigh compares what two nodes returned: the probability that numbers are
// equal, or that the first is less or greater; or that both are answered alike.
func (r *Runner) weigh(n *node) float64 {
	a, b := r.values[n.children[0]].options, r.values[n.children[1]].options
	if r.program.nodes[n.children[0]].kind == choices {
		both := make([]float64, len(a))
		for k := range a {
			both[k] = a[k] + b[k]
		}
		return either(both...)
	}
	sum := 0.
	for i, x := range a {
		for k, y := range b {
			if n.op == opEqual && i == k || n.op == opLess && i < k || n.op == opGreater && i > k {
				sum += float64(x * y)
			}
		}
	}
	return safeLog(min(sum, 1))
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

// option is option k of an open question in words.
func (p *Program) option(k int) string {
	if p.nodes[0].kind == amount {
		return strconv.Itoa(k)
	}
	return p.Options()[k]
}
