package stats

import (
	"math"
	"sync"

	"faithscope/scoring"
)

// ExactExamples is up to how many examples every way to swap is counted.
const ExactExamples = 20

// tie is the distance below which two differences are equal but for rounding.
const tie = 1e-12

// Convention says which differences are as extreme as the observed one, and
// how p is made of their number n among N trials.
type Convention uint8

// The conventions.
const (
	// TwoSided: differences of at least the observed size in either
	// direction, p = (1+n)/(1+N). Swapping the runs changes no p.
	TwoSided Convention = iota
	// Released is the authors' script: |difference| at least the observed one
	// with its sign, p = (1+n)/(1+N). It is TwoSided where A is better, and 1
	// where it is not.
	Released
	// Paper is appendix D by its words: one-sided, A better by at least as
	// much, p = n/N.
	Paper
)

var conventions = []string{"two-sided", "released", "paper"}

// String returns the flag's word: two-sided, released or paper.
func (c Convention) String() string { return conventions[c] }

// Set makes a Convention a flag value.
func (c *Convention) Set(word string) error {
	return scoring.Choose(c, conventions, word, "a convention of p")
}

// Words are all of them.
func (*Convention) Words() []string { return conventions }

// Type names the flag's value in help.
func (c *Convention) Type() string { return "convention" }

// extreme reports whether a difference counts beside the observed one.
func (c Convention) extreme(difference, observed float64) bool {
	switch c {
	case Paper:
		return difference >= observed-tie
	case Released:
		return math.Abs(difference) >= observed-tie
	}
	return math.Abs(difference) >= math.Abs(observed)-tie
}

// p is the share of trials that are extreme. Where all ways to swap were
// counted the observed one is among them, and nothing is added.
func (c Convention) p(extreme, trials int, exact bool) scoring.Value {
	switch {
	case trials == 0:
		return scoring.Undefined("the difference is undefined in every trial")
	case exact || c == Paper:
		return scoring.Defined(float64(extreme) / float64(trials))
	}
	return scoring.Defined(float64(1+extreme) / float64(1+trials))
}

// Test is a paired permutation test.
type Test struct {
	Trials     int // of a test that is not exact, at least 1
	Seed       uint64
	Convention Convention
}

// Result is what a test says about one score.
type Result struct {
	A, B       scoring.Value
	Difference scoring.Value // A - B
	P          scoring.Value
	// Trials is the number of ways to swap that P is a share of, those with
	// an undefined difference apart; 0 where P is undefined.
	Trials int
	Exact  bool // they are all ways to swap
	// Count is how many pairs the score rests on: those of which it is
	// defined, on either side, by themselves.
	Count int
}

// Untested is the result of values of which one is undefined.
func Untested(a, b scoring.Value) Result { return observe(a, b) }

// observe begins a result with what was observed.
func observe(a, b scoring.Value) Result {
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
	if _, ok := r.Difference.Float(); !ok {
		r.P = r.Difference
	}
	return r
}

// tally counts the trials of one score.
type tally struct{ extreme, trials int }

// count counts a trial.
func (t *tally) count(a, b scoring.Value, observed float64, c Convention) {
	x, ok := a.Float()
	y, ok2 := b.Float()
	if !ok || !ok2 {
		return
	}
	t.trials++
	if c.extreme(x-y, observed) {
		t.extreme++
	}
}

// tallies are those of several scores, added up by several goroutines.
type tallies struct {
	mu sync.Mutex
	of []tally
}

func newTallies(n int) *tallies { return &tallies{of: make([]tally, n)} }

func (t *tallies) add(own []tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k, o := range own {
		t.of[k].extreme += o.extreme
		t.of[k].trials += o.trials
	}
}

// conclude ends the results of scores whose difference is defined.
func (p *pairing) conclude(scores []int, all *tallies, exact bool) {
	for _, k := range scores {
		t := all.of[k]
		p.results[k].P, p.results[k].Trials, p.results[k].Exact = p.Convention.p(t.extreme, t.trials, exact), t.trials, exact
	}
}

// Means tests the difference of the means of a and b, which have one length:
// a score per example, or per occurrence of a module. It panics if the
// lengths differ.
func (t Test) Means(a, b []float64) Result {
	if len(a) != len(b) {
		panic("stats: paired samples of different lengths")
	}
	why := scoring.Undefined("no pairs")
	if len(a) == 0 {
		return Result{A: why, B: why, Difference: why, P: why}
	}
	n := float64(len(a))
	differences, sumA, sumB := make([]float64, len(a)), 0.0, 0.0
	for i := range a {
		differences[i] = a[i] - b[i]
		sumA += a[i]
		sumB += b[i]
	}
	r := observe(scoring.Defined(sumA/n), scoring.Defined(sumB/n))
	r.Count = len(a)
	observed, ok := r.Difference.Float()
	if !ok {
		return r
	}
	ways := t.ways(len(a))
	p, all := pairing{Test: t, results: []Result{r}}, newTallies(1)
	walk(newTable(Rows{1, differences}), ways, func(moved []float64) {
		c := tally{trials: len(moved)}
		for _, x := range moved {
			// A gives what moved and B takes it.
			if t.Convention.extreme(observed-2*x/n, observed) {
				c.extreme++
			}
		}
		all.add([]tally{c})
	})
	p.conclude([]int{0}, all, ways.exact)
	return p.results[0]
}

// ways returns those of a test of n examples.
func (t Test) ways(n int) ways {
	if n <= ExactExamples {
		return ways{trials: 1 << n, exact: true}
	}
	return ways{seed: t.Seed, trials: t.Trials}
}
