package stats

import (
	"math"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ExactExamples is the greatest number of examples for which every way to swap is counted.
const ExactExamples = 20

// tie is the distance below which two differences are equal except for rounding.
const tie = 1e-12

// Convention says which differences are as extreme as the observed one, and how p follows
// from their number n among N trials.
type Convention uint8

// The conventions.
const (
	// TwoSided: differences of at least the observed size in either
	// direction, p = (1+n)/(1+N). Swapping the runs changes no p.
	TwoSided Convention = iota
	// Released is the authors' script: |difference| at least the observed difference with
	// its sign, p = (1+n)/(1+N). It equals TwoSided if A is better, and is 1 if A is not.
	Released
	// Paper is appendix D to the letter: one-sided, A better by at least as much,
	// p = n/N.
	Paper
)

var conventions = []string{"two-sided", "released", "paper"}

// String returns the flag's word: two-sided, released or paper.
func (c Convention) String() string { return conventions[c] }

// Set makes a Convention a flag value.
func (c *Convention) Set(word string) error {
	return scoring.Choose(c, conventions, word, "a convention of p")
}

// Words lists the words of all conventions.
func (*Convention) Words() []string { return conventions }

// Type names the flag's value in help.
func (c *Convention) Type() string { return "convention" }

// extreme reports whether a difference is as extreme as the observed one.
func (c Convention) extreme(difference, observed float64) bool {
	switch c {
	case Paper:
		return difference >= observed-tie
	case Released:
		return math.Abs(difference) >= observed-tie
	}
	return math.Abs(difference) >= math.Abs(observed)-tie
}

// p is the share of trials that are extreme. If all ways to swap were counted, the observed
// one is among them and nothing is added.
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
	Trials     int // the number of trials of a test that is not exact, at least 1
	Seed       uint64
	Convention Convention
}

// Result is the outcome of a test for one score.
type Result struct {
	A, B       scoring.Value
	Difference scoring.Value // A - B
	P          scoring.Value
	// Trials is the number of ways to swap of which P is a share, not counting those
	// with an undefined difference; 0 if P is undefined.
	Trials int
	Exact  bool // the trials are all ways to swap
	// Count is how many pairs the score rests on: those for which it is defined on either
	// side if they are taken alone.
	Count int
}

// Untested is the result for two values before they are tested, or if they are not tested.
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

// tallies are the tallies of several scores, to which several goroutines add.
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

// conclude completes the results of scores whose difference is defined.
func (p *pairing) conclude(scores []int, all *tallies, exact bool) {
	for _, k := range scores {
		t := all.of[k]
		p.results[k].P, p.results[k].Trials, p.results[k].Exact = p.Convention.p(t.extreme, t.trials, exact), t.trials, exact
	}
}

// Means tests the difference of the means of a and b, which have the same length: a score
// per example, or per occurrence of a module. It panics if the lengths differ.
func (t Test) Means(a, b []float64) Result {
	if len(a) != len(b) {
		panic("stats: paired samples of different lengths")
	}
	why := scoring.Undefined("no pairs")
	if len(a) == 0 {
		return Result{A: why, B: why, Difference: why, P: why}
	}
	n := float64(len(a))
	differences := loaders.Fill(len(a), func(i int) float64 { return a[i] - b[i] })
	r := Untested(scoring.Defined(loaders.Sum(a)/n), scoring.Defined(loaders.Sum(b)/n))
	r.Count = len(a)
	observed, ok := r.Difference.Float()
	if !ok {
		return r
	}
	ways := t.ways(len(a))
	p, all := pairing{Test: t, results: []Result{r}}, newTallies(1)
	walk(newTable(Rows{1, differences}), ways, func(moved []float64) {
		// What moved goes from A to B.
		extreme := loaders.CountFunc(moved, func(x float64) bool { return t.Convention.extreme(observed-2*x/n, observed) })
		all.add([]tally{{extreme, len(moved)}})
	})
	p.conclude([]int{0}, all, ways.exact)
	return p.results[0]
}

// ways returns the ways to swap of a test of n examples.
func (t Test) ways(n int) ways {
	if n <= ExactExamples {
		return ways{trials: 1 << n, exact: true}
	}
	return ways{seed: t.Seed, trials: t.Trials}
}

// Sums tests scores that are functions of the sums of rows. a and b are the two runs' rows
// of the same examples; values returns the scores for given sums, the same scores each
// time. It is called from several goroutines at once and must not keep its argument. The
// result has an entry per score.
//
// A score that rests on few examples, such as one of a rare module type, is tested
// exactly, whatever the total number of examples.
//
// Sums panics if a and b differ in shape.
func (t Test) Sums(a, b Rows, values func(sums []float64) []scoring.Value) []Result {
	if a.Width != b.Width || len(a.Terms) != len(b.Terms) {
		panic("stats: paired rows of different shapes")
	}
	p := pairing{Test: t, a: a, b: b, values: values}
	inA, inB := values(a.Sums()), values(b.Sums())
	p.results = loaders.Fill(len(inA), func(k int) Result { return Untested(inA[k], inB[k]) })
	for _, g := range p.groups() {
		p.test(g)
	}
	return p.results
}

type pairing struct {
	Test
	a, b    Rows
	values  func(sums []float64) []scoring.Value
	results []Result
}

// group is a set of scores that rest on the same examples.
type group struct {
	examples []int
	scores   []int
}

// groups finds the examples on which every score rests. Scores that rest on at most
// ExactExamples form a group per set of examples; the rest form one with all examples.
func (p *pairing) groups() []group {
	rests := make([][]int, len(p.results))
	for i := range p.a.Len() {
		a, b := p.values(p.a.Row(i)), p.values(p.b.Row(i))
		for k := range p.results {
			if defined(a[k]) || defined(b[k]) {
				rests[k] = append(rests[k], i)
			}
		}
	}
	everything := group{examples: loaders.Fill(p.a.Len(), func(i int) int { return i })}
	var list []group
	for k, on := range rests {
		r := &p.results[k]
		r.Count = len(on)
		switch {
		case !defined(r.Difference):
		case len(on) > ExactExamples || !p.suffice(on, k):
			everything.scores = append(everything.scores, k)
		default:
			at := slices.IndexFunc(list, func(g group) bool { return slices.Equal(g.examples, on) })
			if at < 0 {
				at = len(list)
				list = append(list, group{examples: on})
			}
			list[at].scores = append(list[at].scores, k)
		}
	}
	if len(everything.scores) > 0 {
		list = append(list, everything)
	}
	return list
}

func defined(v scoring.Value) bool {
	_, ok := v.Float()
	return ok
}

// suffice reports whether the examples alone determine score k: a score that is defined
// only for several examples together rests on more examples than it seems to.
func (p *pairing) suffice(examples []int, k int) bool {
	same := func(rows Rows, all scoring.Value) bool {
		some, ok := p.values(rows.pick(examples).Sums())[k].Float()
		want, _ := all.Float()
		return ok && math.Abs(some-want) <= tie
	}
	return same(p.a, p.results[k].A) && same(p.b, p.results[k].B)
}

// pick returns the rows of the given examples.
func (r Rows) pick(examples []int) Rows {
	if len(examples) == r.Len() {
		return r
	}
	picked := Rows{Width: r.Width}
	for _, i := range examples {
		picked.Terms = append(picked.Terms, r.Row(i)...)
	}
	return picked
}

// test tests the scores of a group.
func (p *pairing) test(g group) {
	a, b := p.a.pick(g.examples), p.b.pick(g.examples)
	sumA, sumB, ways := a.Sums(), b.Sums(), p.ways(a.Len())
	if ways.exact && a.Len() > 0 {
		ways.trials, ways.mirrored = ways.trials/2, true
	}
	differences := differencesOf(a, b, ways.exact)
	all := newTallies(len(p.results))
	walk(newTable(differences), ways, func(moved []float64) {
		inA, inB, own := make([]float64, a.Width), make([]float64, a.Width), make([]tally, len(p.results))
		for ; len(moved) > 0; moved = moved[a.Width:] {
			for k, x := range moved[:a.Width] {
				inA[k], inB[k] = sumA[k]-x, sumB[k]+x
			}
			p.count(own, g.scores, p.values(inA), p.values(inB), ways.mirrored)
		}
		all.add(own)
	})
	p.conclude(g.scores, all, ways.exact)
}

// differencesOf returns the rows of a minus those of b. Unless all, it leaves out examples
// whose rows are equal: it does not matter whether they are swapped.
func differencesOf(a, b Rows, all bool) Rows {
	differences := Rows{Width: a.Width}
	for i := range a.Len() {
		left, right := a.Row(i), b.Row(i)
		if !all && slices.Equal(left, right) {
			continue
		}
		for k, x := range left {
			differences.Terms = append(differences.Terms, x-right[k])
		}
	}
	return differences
}

// count counts one trial for each of the scores.
func (p *pairing) count(tallies []tally, scores []int, a, b []scoring.Value, mirrored bool) {
	for _, k := range scores {
		observed, _ := p.results[k].Difference.Float()
		tallies[k].count(a[k], b[k], observed, p.Convention)
		if mirrored {
			tallies[k].count(b[k], a[k], observed, p.Convention)
		}
	}
}
