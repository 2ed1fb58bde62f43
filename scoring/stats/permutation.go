package stats

import (
	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ExactExamples is the most examples for which every way to swap is counted.
const ExactExamples = 20

// PermutationTest is a paired permutation test.
type PermutationTest struct {
	Trials     int // unless exact, at least 1
	Seed       uint64
	Convention ExtremenessConvention
}

// Result is a test of one score.
type Result struct {
	A, B       scoring.Value
	Difference scoring.Value // A - B
	P          scoring.Value
	// Trials counts the ways to swap with a defined difference; 0 if P is undefined.
	Trials int
	Exact  bool // all ways
	// Count is how many pairs by themselves define the score on either side.
	Count int
}

// Untested returns the difference of two values, undefined with P if either is.
func Untested(a, b scoring.Value) Result {
	r := Result{A: a, B: b}
	x, ok := a.Float()
	y, ok2 := b.Float()
	switch {
	case !ok && !ok2 && a.Why() == b.Why():
		r.Difference = a
	case !ok:
		r.Difference = scoring.Undefined("A: " + a.Why())
	case !ok2:
		r.Difference = scoring.Undefined("B: " + b.Why())
	default:
		r.Difference = scoring.Defined(x - y)
	}
	if !r.Difference.IsDefined() {
		r.P = r.Difference
	}
	return r
}

func (p *pairedTest) concludeScores(scoreIndices []int, trialCounts *extremeCounts, exact bool) {
	for _, k := range scoreIndices {
		t := trialCounts.of[k]
		p.results[k].P, p.results[k].Trials, p.results[k].Exact = chanceOf(p.Convention, t.extreme, t.trials, exact), t.trials, exact
	}
}

// Means tests the difference of the means of a and b, paired scores. Without pairs all is
// undefined. It panics if the lengths differ.
func (t PermutationTest) Means(a, b []float64) Result {
	if len(a) != len(b) {
		panic("stats: paired samples of different lengths")
	}
	why := scoring.Undefined("no pairs")
	if len(a) == 0 {
		return Result{A: why, B: why, Difference: why, P: why}
	}
	n := float64(len(a))
	differences := floats.SubTo(make([]float64, len(a)), a, b)
	r := Untested(scoring.Defined(loaders.Sum(a)/n), scoring.Defined(loaders.Sum(b)/n))
	r.Count = len(a)
	observed, ok := r.Difference.Float()
	if !ok {
		return r
	}
	ways := t.waysToSwap(len(a))
	p, all := pairedTest{PermutationTest: t, results: []Result{r}}, newTallies(1)
	walkSwaps(newTable(TermRows{1, differences}), ways, func(moved []float64) {
		// What moved goes from A to B.
		extreme := loaders.CountFunc(moved, func(x float64) bool { return isExtreme(t.Convention, observed-2*x/n, observed) })
		all.addTallies([]extremeCount{{extreme, len(moved)}})
	})
	p.concludeScores([]int{0}, all, ways.exact)
	return p.results[0]
}

func (t PermutationTest) waysToSwap(n int) swapPatterns {
	if n <= ExactExamples {
		return swapPatterns{trials: 1 << n, exact: true}
	}
	return swapPatterns{seed: t.Seed, trials: t.Trials}
}

type pairedTest struct {
	PermutationTest
	a, b    TermRows
	values  func(sums []float64) []scoring.Value
	results []Result
}
