package scoring

import (
	"faithscope/loaders/coding"
	"faithscope/loaders/loadertest/check"
	"math"
	"math/rand/v2"
	"testing"
)

// A row has the digits of exact sums, whatever is whole and however it was cut
// into parts.
func TestRowIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var want Sum
		parts := []TermSums{make(TermSums, 1), make(TermSums, 1), make(TermSums, 1)}
		for range 50 {
			x := []float64{1, -3, 1 << 31, 1<<32 + 1, 0.1, 1e300, -1e300, 1e-300, 1 << 53}[r.IntN(9)]
			want.Add(x)
			parts[r.IntN(3)].Add([]float64{x})
		}
		parts[0].Merge(parts[1])
		parts[2].Merge(parts[0])
		if got := parts[2].Floats()[0]; got != want.Float() {
			t.Fatalf("%v, want %v", got, want.Float())
		}
	}
	full := TermSums{{whole: 1 << 52}}
	full.Merge(TermSums{{whole: 1 << 52}})
	full.Add([]float64{1})
	full.Merge(TermSums{{whole: 1<<52 - 1}})
	check.Equal(t, "sum", full.Floats()[0], 3*(1<<52))
	for _, whole := range []float64{1 << 53, -1 << 53} { // where the next whole number is not a float64
		r := TermSums{{whole: whole}}
		for range 2 {
			r.Add([]float64{math.Copysign(1, whole)})
		}
		check.Equal(t, "sum", r.Floats()[0], whole+math.Copysign(2, whole))
	}
	nan := make(TermSums, 1)
	nan.Add([]float64{math.NaN()})
	if !math.IsNaN(nan.Floats()[0]) {
		t.Errorf("%v, want NaN", nan.Floats()[0])
	}
}

// A part's numbers are summed exactly within an example and over merged
// aggregates, whichever of them met the part first.
func TestPartsAreExact(t *testing.T) {
	list := []listed{{"b", []float64{1e16, 1, -1e16}}, {"a", []float64{2}}, {"b", []float64{4}}}
	left, right := newListed(), newListed()
	left.Add(list[0])
	right.Add(list[1])
	right.Add(list[2])
	left.Merge(right)
	scores := left.Scores()
	if len(scores) != 2 || scores[0].Of != "a" || scores[0].Value != Defined(2) || scores[1].Value != Defined(5) || scores[1].Count != 4 {
		t.Errorf("%+v", scores)
	}
}

// listed adds its numbers to one part.
type listed struct {
	of      string
	numbers []float64
}

func (listed) Fields(*coding.Coder) {}

func newListed() *Additive {
	return NewParted("listed", Settings{}, 2, func(e Evidence, _ []float64, part BlockLookup) {
		for _, x := range e.(listed).numbers {
			block := part(e.(listed).of)
			block[0] += x
			block[1]++
		}
	}, func(parts []string, _ []float64) (columns []Column) {
		for i, of := range parts {
			columns = append(columns, Metric{Name: "sum"}.Sum(of, 2+2*i, 3+2*i, "none"))
		}
		return columns
	})
}
