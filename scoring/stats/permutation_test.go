package stats

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

func number(t *testing.T, v scoring.Value) float64 {
	t.Helper()
	x, ok := v.Float()
	if !ok {
		t.Errorf("undefined: %s", v.Why())
	}
	return x
}

// ratio returns a score of sums that is not a mean: undefined without a count, as
// that of a module type which an example does not have.
func ratio(sums []float64) []scoring.Value {
	if sums[1] == 0 {
		return []scoring.Value{scoring.Undefined("no count"), scoring.Defined(sums[0])}
	}
	return []scoring.Value{scoring.Defined(sums[0] / sums[1]), scoring.Defined(sums[0])}
}

// plain answers the same question by adding up each trial's rows one by one.
func plain(test PermutationTest, a, b TermRows, values func([]float64) []scoring.Value) []Result {
	return test.Swaps(a.Len(), func(swapped []bool) (x, y []scoring.Value) {
		inA, inB := make([]float64, a.Width), make([]float64, a.Width)
		for i, swap := range swapped {
			if swap {
				addRow(inA, b.Row(i))
				addRow(inB, a.Row(i))
				continue
			}
			addRow(inA, a.Row(i))
			addRow(inB, b.Row(i))
		}
		return values(inA), values(inB)
	})
}

// eighths returns rows of multiples of 1/8, whose sums no order of adding moves.
func eighths(r *rand.Rand, n, width int) TermRows {
	rows := TermRows{width, make([]float64, n*width)}
	for i := range rows.Terms {
		rows.Terms[i] = float64(r.IntN(9)) / 8
	}
	return rows
}

func TestEveryWayToSwapByHand(t *testing.T) {
	// Differences 1, 2 and 4: every subset has a sum of its own.
	a, b := []float64{1, 2, 4}, []float64{0, 0, 0}
	for _, c := range []struct {
		why        string
		a, b       []float64
		convention ExtremenessConvention
		p          float64
	}{
		{"only all and none swapped are as extreme", a, b, TwoSided, 2. / 8},
		{"the other way round is as extreme", b, a, TwoSided, 2. / 8},
		{"one-sided, only the observed way is", a, b, Paper, 1. / 8},
		{"one-sided, everything is at least as good as the worst", b, a, Paper, 1},
		{"the script does not take the size of what it observed", b, a, Released, 1},
		{"the script's p where A is better", a, b, Released, 2. / 8},
		{"no difference is never extreme", a, a, TwoSided, 1},
		{"of 1, 3, 5 and 7 in both directions, 1 is the least extreme", []float64{1, 2, 0}, []float64{0, 0, 4}, TwoSided, 1},
		{"pairs without a difference change no share", []float64{1, 2, 4, 5}, []float64{0, 0, 0, 5}, TwoSided, 2. / 8},
	} {
		got := PermutationTest{Trials: 10, Seed: 1, Convention: c.convention}.Means(c.a, c.b)
		if p := number(t, got.P); p != c.p || !got.Exact || got.Trials != 1<<len(c.a) || got.Count != len(c.a) {
			t.Errorf("%s: p = %v over %d, exact %v, want %v", c.why, p, got.Trials, got.Exact, c.p)
		}
	}
}

// Where trials are drawn, the observed way is one more of them (Phipson and Smyth,
// 2010): as none that is drawn is as extreme here, p is 1/(trials+1). The paper has
// the bare share.
func TestDrawnTrialsCountTheObservedOne(t *testing.T) {
	a, b := make([]float64, 100), make([]float64, 100)
	for i := range a {
		a[i] = 1
	}
	for convention, want := range map[ExtremenessConvention]float64{TwoSided: 1. / 100, Released: 1. / 100, Paper: 0} {
		got := PermutationTest{Trials: 99, Seed: 1, Convention: convention}.Means(a, b)
		if p := number(t, got.P); p != want || got.Exact || got.Trials != 99 {
			t.Errorf("%v: p is %v of %d trials, exact %v, want %v", convention, p, got.Trials, got.Exact, want)
		}
	}
}

// .1+.2 and .3 differ by rounding alone: a tie.
func TestRoundingHidesNoTie(t *testing.T) {
	a, b := []float64{0.1, 0.2, 0.3}, []float64{0, 0, 0.6}
	got := PermutationTest{Trials: 10}.Means(a, b)
	check.Equal(t, "p of a difference", number(t, got.P), 1, number(t, got.Difference))
}

// The fast test must find the same p from the same tosses, whatever the
// number of examples does to words and blocks.
func TestSumsAgreesWithItsPlainTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for n := 1; n < 140; n = n + 1 + n/12 {
		for width := 2; width < 5; width++ {
			test := PermutationTest{Trials: 700 + n, Seed: uint64(n), Convention: ExtremenessConvention(n % 3)}
			if n <= ExactExamples {
				test.Trials = 1 << n
			}
			if n > 12 && n <= ExactExamples {
				continue // exact: as above, at a price
			}
			a, b := eighths(r, n, width), eighths(r, n, width)
			for i := range n { // the fast one tosses no coin for what is alike
				a.Row(i)[0] = b.Row(i)[0] + 1 - 2*float64(i%2)
			}
			agree(t, test, a, b)
		}
	}
}

func agree(t *testing.T, test PermutationTest, a, b TermRows) {
	t.Helper()
	fast, slow := test.Sums(a, b, ratio), plain(test, a, b, ratio)
	for k := range fast {
		got, want := fast[k], slow[k]
		if got.Count <= ExactExamples && a.Len() > ExactExamples {
			continue // told apart by the fast one alone
		}
		got.Count, want.Count = 0, 0
		check.Equal(t, "rows of score plain twin", got, want, a.Len(), a.Width, k)
	}
}

func TestMeansAgreesWithItsPlainTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	mean := func(n int) func([]float64) []scoring.Value {
		return func(sums []float64) []scoring.Value { return []scoring.Value{scoring.Defined(sums[0] / float64(n))} }
	}
	for n := 1; n < 300; n = n + 1 + n/7 {
		if n > 12 && n <= ExactExamples {
			continue
		}
		test := PermutationTest{Trials: 4500, Seed: uint64(n), Convention: ExtremenessConvention(n % 3)}
		a, b := eighths(r, n, 1), eighths(r, n, 1)
		got, want := test.Means(a.Terms, b.Terms), plain(test, a, b, mean(n))[0]
		if got.P != want.P || got.Trials != want.Trials || got.Exact != want.Exact {
			t.Errorf("%d examples: %+v, plain twin %+v", n, got, want)
		}
	}
}

// Every pair of lists of up to four scores of 0, ½ and 1.
func TestMeansAgreesOnEverySmallInput(t *testing.T) {
	for n := 1; n <= 4; n++ {
		lists := 1
		for range 2 * n {
			lists *= 3
		}
		for code := range lists {
			scores := make([]float64, 2*n)
			for i := range scores {
				scores[i], code = float64(code%3)/2, code/3
			}
			a, b := TermRows{1, scores[:n]}, TermRows{1, scores[n:]}
			mean := func(sums []float64) []scoring.Value { return []scoring.Value{scoring.Defined(sums[0] / float64(n))} }
			test := PermutationTest{Trials: 16}
			if got, want := test.Means(a.Terms, b.Terms), plain(test, a, b, mean)[0]; got != want {
				t.Fatalf("%v and %v: %+v, plain twin %+v", a.Terms, b.Terms, got, want)
			}
		}
	}
}

// Examples that are alike in both runs add ways to swap, and change no p.
func TestAlikeExamplesChangeNoP(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	a, b := eighths(r, 40, 1), eighths(r, 40, 1)
	sum := func(sums []float64) []scoring.Value { return []scoring.Value{scoring.Defined(sums[0])} }
	test := PermutationTest{Trials: 3000, Seed: 4}
	want := test.Sums(a, b, sum)[0].P
	alike := eighths(r, 100, 1).Terms
	a.Terms, b.Terms = append(alike[:50:50], a.Terms...), append(alike[:50:50], b.Terms...)
	a.Terms, b.Terms = append(a.Terms, alike[50:]...), append(b.Terms, alike[50:]...)
	if got := test.Sums(a, b, sum)[0]; got.P != want || got.Trials != 3000 || got.Count != 140 {
		t.Errorf("%+v, without them p = %+v", got, want)
	}
}

// A type that occurs in six of forty examples is tested by the 64 ways to
// swap those, as if they were alone.
func TestRareScoresAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	a, b := eighths(r, 40, 2), eighths(r, 40, 2)
	var few []int
	for i := range 40 {
		a.Row(i)[1], b.Row(i)[1] = 1, 1
		if i%7 != 3 {
			clear(a.Row(i))
			clear(b.Row(i))
			continue
		}
		few = append(few, i)
	}
	test := PermutationTest{Trials: 200, Seed: 4}
	got, alone := test.Sums(a, b, ratio)[0], test.Sums(a.pickRows(few), b.pickRows(few), ratio)[0]
	if got != alone || !got.Exact || got.Trials != 64 || got.Count != 6 {
		t.Errorf("among forty %+v, alone %+v", got, alone)
	}
}

// A score that is undefined of a single example does not rest on none.
func TestScoresOfSeveralExamplesRestOnAll(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	a, b := eighths(r, 30, 1), eighths(r, 30, 1)
	a.Terms[0] = 5 // the one example that shows a score by itself
	several := func(sums []float64) []scoring.Value {
		if sums[0] < 2 {
			return []scoring.Value{scoring.Undefined("too little")}
		}
		return []scoring.Value{scoring.Defined(math.Sqrt(sums[0]))}
	}
	if got := (PermutationTest{Trials: 200, Seed: 4}).Sums(a, b, several)[0]; got.Exact || got.Trials != 200 || got.Count != 30 {
		t.Errorf("%+v", got)
	}
}

func TestUndefinedDifferencesSayWhy(t *testing.T) {
	none, some := TermRows{2, []float64{0, 0, 0, 0}}, TermRows{2, []float64{1, 1, 0, 1}}
	for _, c := range []struct {
		a, b TermRows
		why  string
	}{{none, none, "no count"}, {none, some, "A: no count"}, {some, none, "B: no count"}} {
		got := PermutationTest{Trials: 10}.Sums(c.a, c.b, ratio)[0]
		if got.P.Why() != c.why || got.Difference.Why() != c.why || got.Trials != 0 {
			t.Errorf("%+v, want %q", got, c.why)
		}
	}
	if got := (PermutationTest{Trials: 10}).Means(nil, nil); got.P.Why() == "" {
		t.Errorf("no pairs: %+v", got)
	}
	if got := (PermutationTest{Trials: 10}).Means([]float64{math.NaN()}, []float64{1}); got.P.Why() == "" {
		t.Errorf("a NaN: %+v", got)
	}
}

// Trials in which a side has no score are in neither part of the share.
func TestUndefinedTrialsAreLeftOut(t *testing.T) {
	// A's count is in one example, B's in the other: swapped alone, either
	// leaves one side without.
	a, b := TermRows{2, []float64{1, 1, 0, 0}}, TermRows{2, []float64{0, 0, 0.5, 1}}
	got := PermutationTest{Trials: 10}.Sums(a, b, ratio)[0]
	if p := number(t, got.P); p != 1 || got.Trials != 2 {
		t.Errorf("%+v, want a p of 1 over the two ways that are defined", got)
	}
}

func TestResultsDoNotDependOnCores(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	a, b := eighths(r, 90, 3), eighths(r, 90, 3)
	test := PermutationTest{Trials: 20000, Seed: 5}
	all := func() (Result, Result, scoring.Interval) {
		return test.Sums(a, b, ratio)[0], test.Means(a.Terms, b.Terms), *Bootstrap{Trials: 300, Seed: 5}.Sums(a, ratio)[0]
	}
	sums, means, interval := all()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if s, m, i := all(); s != sums || m != means || i != interval {
		t.Errorf("on one core %+v, %+v, %+v, else %+v, %+v, %+v", s, m, i, sums, means, interval)
	}
	test.Seed = 6
	if test.Sums(a, b, ratio)[0].P == sums.P && test.Means(a.Terms, b.Terms).P == means.P {
		t.Error("another seed draws the same trials")
	}
}

func FuzzSums(f *testing.F) {
	f.Add([]byte("\x01\x00\x08\x08\x00\x01\x04\x02"), uint64(1), uint8(0))
	f.Add(make([]byte, 4*70), uint64(2), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64, convention uint8) {
		n := min(len(data)/4, 200)
		if n == 0 || n > 10 && n <= ExactExamples {
			return
		}
		a, b := TermRows{Width: 2}, TermRows{Width: 2}
		for i := range n {
			d := data[4*i:]
			// A count everywhere: what rests on few examples is exact, and slow.
			// No coin is tossed for what is alike.
			a.Terms = append(a.Terms, float64(d[0])/8, 1+float64(d[1]))
			b.Terms = append(b.Terms, float64(d[2])/8, 1+float64(d[3]))
			if d[0] == d[2] && d[1] == d[3] {
				b.Terms[2*i]++
			}
		}
		test := PermutationTest{Trials: 1 << 10, Seed: seed, Convention: ExtremenessConvention(convention % 3)}
		agree(t, test, a, b)
	})
}

func TestConventionIsAFlagValue(t *testing.T) {
	for c := TwoSided; c <= Paper; c++ {
		var d ExtremenessConvention
		if err := d.Set(c.String()); err != nil || c != d {
			t.Errorf("%s: %v, %v", c, err, d)
		}
	}
	check.Fails(t, "one is accepted", new(ExtremenessConvention).Set("one"))
}
