package stats

import "faithscope/scoring"

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

func (t PermutationTest) waysToSwap(n int) swapPatterns {
	if n <= ExactExamples {
		return swapPatterns{trials: 1 << n, exact: true}
	}
	return swapPatterns{seed: t.Seed, trials: t.Trials}
}
