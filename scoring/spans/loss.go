package spans

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/coding"
)

// Floor is the least mass of a span: the authors take the logarithm of at
// least this much.
const Floor = 1e-20

// Mass is the probability that attention puts on a span: the sum over its
// tokens, before the floor. Tokens that attention does not have count
// nothing, so a span past its end is cut there.
func Mass(attention []float64, span loaders.Span) float64 {
	start := min(max(span.Start, 0), len(attention))
	end := min(max(span.End, start), len(attention))
	sum := 0.0
	for _, p := range attention[start:end] {
		sum += p
	}
	return sum
}

// OnGold is the probability that attention puts on gold tokens, at most 1, and
// how many these are. A token in two spans counts once; tokens that attention
// does not have are gold all the same.
//
// With k spans that do not meet, the geometric mean of their masses is at most
// 1/k even where all of the attention is on gold; this sum can reach 1.
func OnGold(attention []float64, gold []loaders.Span) (mass float64, tokens int) {
	byStart := func(a, b loaders.Span) int { return cmp.Compare(a.Start, b.Start) }
	if !slices.IsSortedFunc(gold, byStart) {
		gold = slices.SortedFunc(slices.Values(gold), byStart)
	}
	from := 0 // the first token that no span so far has
	for _, span := range gold {
		span.Start = max(span.Start, from)
		if span.End <= span.Start {
			continue
		}
		mass += Mass(attention, span)
		tokens += span.End - span.Start
		from = span.End
	}
	return min(1, mass), tokens
}

// fewest is the least number of tokens that share half of an attention, 0 where
// there is none. It is counted when somebody asks, which a sum of losses does
// not, and forgets the attention then.
type fewest struct {
	once      sync.Once
	attention []float64
	tokens    int
}

func (f *fewest) count() int {
	f.once.Do(func() {
		if f.attention == nil {
			return // tokens were read back
		}
		heaviest, total := slices.Sorted(slices.Values(f.attention)), 0.0
		slices.Reverse(heaviest)
		for _, p := range heaviest {
			total += p
		}
		for sum := 0.0; f.tokens < len(heaviest) && !(sum >= total/2); f.tokens++ { // true of a NaN
			sum += heaviest[f.tokens]
		}
		f.attention = nil
	})
	return f.tokens
}

// Field declares the number, which is counted now.
func (f *fewest) Field(c *coding.Coder, name string) {
	n := f.count()
	if coding.Int(c, name, &n); c.Reads() {
		f.tokens = n
	}
}

// Loss is −Σ ln max(mass, Floor) over the gold spans; 0 without any. Spans
// that overlap are each counted in full.
func Loss(attention []float64, gold []loaders.Span) float64 {
	loss := 0.0
	for _, span := range gold {
		loss -= math.Log(max(Mass(attention, span), Floor))
	}
	return loss
}

// Merge returns the elementwise maximum of a and b, and whether they are of
// one length, without which there is none.
func Merge(a, b []float64) (merged []float64, ok bool) {
	if len(a) != len(b) {
		return nil, false
	}
	merged = make([]float64, len(a))
	for i := range a {
		merged[i] = max(a[i], b[i])
	}
	return merged, true
}
