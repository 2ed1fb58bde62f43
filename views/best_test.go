package views

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// The best number is that of one run among several on its data set, and looks
// better than theirs.
func TestBest(t *testing.T) {
	s := &Session{}
	for _, data := range []string{"NLVR", "NLVR", "NLVR", "GQA", "NLVR"} {
		s.Runs = append(s.Runs, session.New(&loaders.Run{RunDescription: loaders.RunDescription{Dataset: data}}, nil))
	}
	for _, c := range []struct {
		why     string
		better  scoring.Direction
		numbers []float64
		want    int // -1 for none
	}{
		{"the best of three, and of one on another data set", scoring.Higher, []float64{.5, .7, .6, .9}, 1},
		{"less is better", scoring.Lower, []float64{.5, .7, .6, .1}, 0},
		{"a tie", scoring.Higher, []float64{.7, .7, .6, .9}, -1},
		{"what looks like a tie", scoring.Higher, []float64{.701, .702, .6, .9}, -1},
		{"no direction", scoring.Neither, []float64{.5, .7, .6, .9}, -1},
		{"alone on a data set", scoring.Higher, []float64{.5}, -1},
	} {
		var numbers []RunMetricValue
		for run, x := range c.numbers {
			numbers = append(numbers, RunMetricValue{run, scoring.Defined(x)})
		}
		numbers = append(numbers, RunMetricValue{4, scoring.Undefined("it has none")})
		for i := range numbers {
			check.Equal(t, c.why, s.Best(c.better, numbers, i), i == c.want, i)
		}
	}
}
