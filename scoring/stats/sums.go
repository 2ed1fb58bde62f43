package stats

import (
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Means tests the difference of the means of a and b, paired scores. Without pairs all is
// undefined. It panics if the lengths differ.
func (t PermutationTest) Means(a, b []float64) Result {
	if len(a) != len(b) {
		panic("stats: paired samples of different lengths")
	}
	if len(a) == 0 {
		none := scoring.Undefined("no pairs")
		return Untested(none, none)
	}
	n := float64(len(a))
	r := Untested(scoring.Defined(loaders.Sum(a)/n), scoring.Defined(loaders.Sum(b)/n))
	r.Count = len(a)
	observed, ok := r.Difference.Float()
	if !ok {
		return r
	}
	ways := t.waysToSwap(len(a))
	p := pairedTest{PermutationTest: t, results: []Result{r}, tallies: make([]extremeCount, 1)}
	walkSwaps(newTable(differencesOf(TermRows{1, a}, TermRows{1, b}, true)), ways, func(moved []float64) {
		// What moved goes from A to B.
		extreme := loaders.CountFunc(moved, func(x float64) bool { return isExtreme(t.Convention, observed-2*x/n, observed) })
		p.addTallies([]extremeCount{{extreme, len(moved)}})
	})
	p.concludeScores([]int{0}, ways.exact)
	return p.results[0]
}

// Sums tests functions of the sums of rows, of two runs on the same examples, an entry each. valuesOf
// returns the same scores each time, is called concurrently and must not keep its argument.
//
// Scores on few examples are tested exactly. Sums panics if a and b differ in shape.
func (t PermutationTest) Sums(a, b TermRows, valuesOf func(sums []float64) []scoring.Value) []Result {
	if a.Width != b.Width || len(a.Terms) != len(b.Terms) {
		panic("stats: paired rows of different shapes")
	}
	p := pairedTest{PermutationTest: t, a: a, b: b, values: valuesOf}
	inA, inB := valuesOf(a.Sums()), valuesOf(b.Sums())
	p.results = loaders.Fill(len(inA), func(k int) Result { return Untested(inA[k], inB[k]) })
	p.tallies = make([]extremeCount, len(inA))
	for _, g := range p.groupScores() {
		p.testGroup(g)
	}
	return p.results
}

// scoreGroup is scores on the same examples.
type scoreGroup struct {
	examples []int
	scores   []int
}

// groupScores sets Count and groups scores by their examples if they are at most ExactExamples and
// suffice to compute them, so that rare scores are exact. The other defined ones make the last
// group, over all examples.
func (p *pairedTest) groupScores() []scoreGroup {
	rests := make([][]int, len(p.results))
	for i := range p.a.Len() {
		a, b := p.values(p.a.Row(i)), p.values(p.b.Row(i))
		for k := range p.results {
			if a[k].IsDefined() || b[k].IsDefined() {
				rests[k] = append(rests[k], i)
			}
		}
	}
	everything := scoreGroup{examples: loaders.Indices(p.a.Len())}
	var list []scoreGroup
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
			g := scoring.FindOrAppend(&list, func(g scoreGroup) bool { return slices.Equal(g.examples, on) }, scoreGroup{examples: on})
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
func (p *pairedTest) examplesSuffice(exampleIndices []int, k int) bool {
	same := func(rows TermRows, all scoring.Value) bool {
		some, ok := p.values(rows.pickRows(exampleIndices).Sums())[k].Float()
		want, _ := all.Float()
		return ok && math.Abs(some-want) <= tie
	}
	return same(p.a, p.results[k].A) && same(p.b, p.results[k].B)
}

// testGroup computes half of the ways if they are few, because swapping the others instead mirrors
// each. Drawn ways skip examples whose rows are equal, which no swap changes.
func (p *pairedTest) testGroup(g scoreGroup) {
	a, b := p.a.pickRows(g.examples), p.b.pickRows(g.examples)
	sumA, sumB, ways := a.Sums(), b.Sums(), p.waysToSwap(a.Len())
	if ways.exact && a.Len() > 0 {
		ways.trials, ways.mirrored = ways.trials/2, true
	}
	differences := differencesOf(a, b, ways.exact)
	walkSwaps(newTable(differences), ways, func(moved []float64) {
		inA, inB, own := make([]float64, a.Width), make([]float64, a.Width), make([]extremeCount, len(p.results))
		for ; len(moved) > 0; moved = moved[a.Width:] {
			for k, x := range moved[:a.Width] {
				inA[k], inB[k] = sumA[k]-x, sumB[k]+x
			}
			a, b := p.values(inA), p.values(inB)
			if p.countTrial(own, g.scores, a, b); ways.mirrored {
				p.countTrial(own, g.scores, b, a)
			}
		}
		p.addTallies(own)
	})
	p.concludeScores(g.scores, ways.exact)
}

func (p *pairedTest) countTrial(trialTallies []extremeCount, scoreIndices []int, a, b []scoring.Value) {
	for _, k := range scoreIndices {
		observed, _ := p.results[k].Difference.Float()
		x, ok := a[k].Float()
		y, ok2 := b[k].Float()
		if !ok || !ok2 {
			continue
		}
		if trialTallies[k].trials++; isExtreme(p.Convention, x-y, observed) {
			trialTallies[k].extreme++
		}
	}
}
