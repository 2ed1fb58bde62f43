package scoring_test

import (
	"fmt"
	"math"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

func TestValueIsANumberOrAReason(t *testing.T) {
	if x, ok := scoring.Defined(0.5).Float(); !ok || x != 0.5 || scoring.Defined(0.5).Why() != "" {
		t.Errorf("one half: %v, %v", x, ok)
	}
	if x, ok := scoring.Defined(0).Float(); !ok || x != 0 {
		t.Errorf("zero is a number: %v, %v", x, ok)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if v := scoring.Defined(x); v.Why() == "" {
			t.Errorf("%v is defined", x)
		}
	}
	if _, ok := scoring.Undefined("no gold").Float(); ok || scoring.Undefined("no gold").Why() != "no gold" {
		t.Error("an absent value has a number or has lost its reason")
	}
}

func TestMeanCountsUndefinedApart(t *testing.T) {
	var m, rest scoring.Mean
	m.Add(scoring.Defined(1))
	m.Add(scoring.Undefined("no gold"))
	rest.Add(scoring.Defined(0))
	rest.Add(scoring.Undefined("no gold"))
	m.Merge(rest)
	if x, ok := m.Value("").Float(); !ok || x != 0.5 || m.Count != 2 || m.Undefined != 2 {
		t.Errorf("%v over %d, %d undefined", x, m.Count, m.Undefined)
	}
	check.Equal(t, "the mean of nothing", (scoring.Mean{}).Value("nothing").Why(), "nothing")
}

func TestAverageIsAFlagValue(t *testing.T) {
	for a := scoring.OverExamples; a <= scoring.OverOccurrences; a++ {
		var b scoring.Average
		if err := b.Set(a.String()); err != nil || a != b {
			t.Errorf("%s: %v, %v", a, b, err)
		}
	}
	check.Fails(t, "mean is accepted", new(scoring.Average).Set("mean"))
}

func TestNonFiniteIsAFlagValue(t *testing.T) {
	for n := scoring.Omit; n <= scoring.Zero; n++ {
		var m scoring.MissingNumberPolicy
		if err := m.Set(n.String()); err != nil || n != m {
			t.Errorf("%s: %v, %v", n, m, err)
		}
	}
	check.Fails(t, "drop is accepted", new(scoring.MissingNumberPolicy).Set("drop"))
}

func TestDirections(t *testing.T) {
	for _, c := range []struct {
		metric    string
		want      scoring.Direction
		over, not float64
	}{
		{"f1", scoring.Higher, 0.6, 0.5},
		{"loss", scoring.Lower, 0.5, 0.6},
		{"unknown", scoring.Neither, 0, 0},
		{"nobody knows it", scoring.Neither, 0, 0},
	} {
		d := session.MetricOf(c.metric).Better
		if d != c.want || d.Better(c.over, c.not) != (c.want != scoring.Neither) || d.Better(c.not, c.over) || d.Better(c.over, c.over) {
			t.Errorf("%s: %v, want %v", c.metric, d, c.want)
		}
	}
}

func ExampleSettings_Negative() {
	s := scoring.Defaults()
	fmt.Println(s.Negative())
	s.NegativeIoU = 1e-8
	fmt.Println(s.Negative())
	// Output:
	// 0.5
	// 1e-08
}
