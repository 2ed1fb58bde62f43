package stats

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Sums tests functions of the sums of rows, of two runs on the same examples, an entry each. values
// returns the same scores each time, is called concurrently and must not keep its argument.
//
// Scores on few examples are tested exactly. Sums panics if a and b differ in shape.
func (t Test) Sums(a, b Rows, values func(sums []float64) []scoring.Value) []Result {
	if a.Width != b.Width || len(a.Terms) != len(b.Terms) {
		panic("stats: paired rows of different shapes")
	}
	p := pairing{Test: t, a: a, b: b, values: values}
	inA, inB := values(a.Sums()), values(b.Sums())
	p.results = loaders.Fill(len(inA), func(k int) Result { return Untested(inA[k], inB[k]) })
	for _, g := range p.groupScores() {
		p.testGroup(g)
	}
	return p.results
}

// group is scores on the same examples.
type group struct {
	examples []int
	scores   []int
}

// groupScores sets Count and groups scores by their examples if they are at most ExactExamples and
// suffice to compute them, so that rare scores are exact. The other defined ones make the last
// group, over all examples.
func (p *pairing) groupScores() []group {
	rests := make([][]int, len(p.results))
	for i := range p.a.Len() {
		a, b := p.values(p.a.Row(i)), p.values(p.b.Row(i))
		for k := range p.results {
			if a[k].IsDefined() || b[k].IsDefined() {
				rests[k] = append(rests[k], i)
			}
		}
	}
	everything := group{examples: loaders.Indices(p.a.Len())}
	var list []group
	for k, on := range rests {
		r := &p.results[k]
		r.Count = len(on)
		switch {
		case !r.Difference.IsDefined():
		case len(on) > ExactExamples || !p.examplesSuffice(on, k):
			everything.scores = append(everything.scores, k)
			if len(on) <= ExactExamples {
				r.Count = p.a.Len()
			}
		default:
			g := scoring.FindOrAppend(&list, func(g group) bool { return slices.Equal(g.examples, on) }, group{examples: on})
			g.scores = append(g.scores, k)
		}
	}
	if len(everything.scores) > 0 {
		list = append(list, everything)
	}
	return list
}

// Examples don't suffice if a score needs several to be defined, because it then rests on more than
// the ones that define it.
func (p *pairing) examplesSuffice(examples []int, k int) bool {
	same := func(rows Rows, all scoring.Value) bool {
		some, ok := p.values(rows.pickRows(examples).Sums())[k].Float()
		want, _ := all.Float()
		return ok && math.Abs(some-want) <= tie
	}
	return same(p.a, p.results[k].A) && same(p.b, p.results[k].B)
}

// If the ways are few, testGroup computes half of them and mirrors the others; drawn ways skip
// examples whose rows are equal.
func (p *pairing) testGroup(g group) {
	a, b := p.a.pickRows(g.examples), p.b.pickRows(g.examples)
	sumA, sumB, ways := a.Sums(), b.Sums(), p.waysToSwap(a.Len())
	if ways.exact && a.Len() > 0 {
		ways.trials, ways.mirrored = ways.trials/2, true
	}
	differences := differencesOf(a, b, ways.exact)
	all := newTallies(len(p.results))
	walkSwaps(newTable(differences), ways, func(moved []float64) {
		inA, inB, own := make([]float64, a.Width), make([]float64, a.Width), make([]tally, len(p.results))
		for ; len(moved) > 0; moved = moved[a.Width:] {
			for k, x := range moved[:a.Width] {
				inA[k], inB[k] = sumA[k]-x, sumB[k]+x
			}
			a, b := p.values(inA), p.values(inB)
			if p.countTrial(own, g.scores, a, b); ways.mirrored {
				p.countTrial(own, g.scores, b, a)
			}
		}
		all.addTallies(own)
	})
	p.concludeScores(g.scores, all, ways.exact)
}

func (p *pairing) countTrial(tallies []tally, scores []int, a, b []scoring.Value) {
	for _, k := range scores {
		observed, _ := p.results[k].Difference.Float()
		tallies[k].countTrial(a[k], b[k], observed, p.Convention)
	}
}
