package mcd

import (
	"math"
	"math/bits"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mathext/prng"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Question holds what the selection looks at.
type Question struct {
	Count int    // the gold count
	Kind  string // "simple" or "complex", "" if the data doesn't say
}

// ParityStrategy says which parity a model is trained on and which it is tested on.
type ParityStrategy uint8

// OddEven: odd counts stay in training, even ones in the test.
const (
	OddEven ParityStrategy = iota
	EvenOdd
)

// String returns "odd-even" or "even-odd".
func (s ParityStrategy) String() string { return [...]string{"odd-even", "even-odd"}[s] }

// ParitySplit is a strategy and the share of the opposite parity that it removes.
type ParitySplit struct {
	Strategy ParityStrategy
	Percent  float64 // removed, 0..100
	Training bool    // the training (and validation) half, or else the test half
}

// String returns the slice's name as in the paper, "odd-even-90%", with " training" after it for
// that half.
func (s ParitySplit) String() string {
	name := s.Strategy.String() + "-" + strconv.FormatFloat(s.Percent, 'f', -1, 64) + "%"
	if s.Training {
		name += " training"
	}
	return name
}

// Owns reports whether the slice keeps every question with this count: odd counts in the training
// half of OddEven and the test half of EvenOdd, even ones, 0 too, in the others.
func (s ParitySplit) Owns(goldCount int) bool {
	even := (s.Strategy == EvenOdd) == s.Training
	return even == (goldCount%2 == 0)
}

// Remaining returns how many of n questions with a count that the slice doesn't own stay: the share
// that isn't removed, rounded down; at least 10, if there are so many, unless all are removed.
func (s ParitySplit) Remaining(n int) int {
	// From the percentage, because 1-0.9 is less than 0.1 and int(10·q) would be 0.
	share := (100 - s.Percent) / 100
	kept := int(math.Trunc(float64(n) * share))
	if kept == 0 && share > 0 {
		kept = min(10, n)
	}
	return kept
}

// Select returns the indices of the questions that the slice keeps: its own parity's, in their
// order, then for each other count and kind, in the order of first appearance, a sample of
// [ParitySplit.Remaining], in the order drawn. One seed draws one selection. It is nil for no questions.
func (s ParitySplit) Select(questions []Question, seed uint64) []int {
	var selected []int
	var keys []Question
	opposite := map[Question][]int{}
	for i, q := range questions {
		if s.Owns(q.Count) {
			selected = append(selected, i)
			continue
		}
		if opposite[q] == nil {
			keys = append(keys, q)
		}
		opposite[q] = append(opposite[q], i)
	}
	r := newPythonRandom(seed)
	for _, key := range keys {
		selected = append(selected, r.sample(opposite[key], s.Remaining(len(opposite[key])))...)
	}
	return selected
}

// pythonRandom is MT19937 (Matsumoto and Nishimura 1998), seeded and read like CPython's module
// random, so that selections can be compared with the authors'.
type pythonRandom struct{ *prng.MT19937 }

func newPythonRandom(seed uint64) pythonRandom {
	key := []uint32{uint32(seed)}
	if high := uint32(seed >> 32); high != 0 {
		key = append(key, high)
	}
	t := pythonRandom{prng.NewMT19937()}
	t.SeedFromKeys(key)
	return t
}

func (t pythonRandom) below(n int) int {
	unused := 32 - bits.Len32(uint32(n))
	for {
		if x := int(t.Uint32() >> unused); x < n {
			return x
		}
	}
}

// sample returns k of population without replacement, in the order drawn. Like CPython's random.sample
// it moves items in a copy if that is smaller than a set, because the two draw differently.
func (t pythonRandom) sample(population []int, k int) []int {
	drawn := make([]int, k)
	n := len(population)
	if n <= poolLimit(k) {
		pool := slices.Clone(population)
		for i := range drawn {
			j := t.below(n - i)
			drawn[i], pool[j] = pool[j], pool[n-i-1]
		}
		return drawn
	}
	seen := make(map[int]bool, k)
	for i := range drawn {
		j := t.below(n)
		for seen[j] {
			j = t.below(n)
		}
		seen[j] = true
		drawn[i] = population[j]
	}
	return drawn
}

// poolLimit is CPython's guess at the size of a set of k items, on which the order of random.sample
// depends: 21 and, from 6 items on, the least power of 4 that isn't under 3k.
func poolLimit(k int) int {
	limit := 21
	if k > 5 {
		power := 1
		for power < 3*k {
			power *= 4
		}
		limit += power
	}
	return limit
}

// Draw returns n of a list without replacement, in the order drawn, like random.sample after
// random.seed(seed). It returns all of a shorter list, in a drawn order too, and none for n < 0.
func Draw[T any](items []T, n int, seed uint64) []T {
	drawn := newPythonRandom(seed).sample(loaders.Indices(len(items)), max(0, min(n, len(items))))
	return loaders.Map(drawn, func(i int) T { return items[i] })
}

// Likeness returns the Bhattacharyya coefficient of two distributions, given how often each outcome
// occurs in either: Σ √(p·q), 1 for equal ones and 0 for those that share no outcome (Dancette et
// al. 2020, Table 5). It is undefined if one is empty.
func Likeness(p, q map[string]int) scoring.Value {
	total := func(counts map[string]int) (n float64) {
		for _, k := range counts {
			n += float64(k)
		}
		return n
	}
	n, m := total(p), total(q)
	if n == 0 || m == 0 {
		return scoring.Undefined("there is nothing to compare")
	}
	sum := 0.
	for _, outcome := range loaders.SortedKeys(p) { // in one order, so that sums round alike
		sum += math.Sqrt(float64(p[outcome]) / n * (float64(q[outcome]) / m))
	}
	return scoring.Defined(sum)
}
