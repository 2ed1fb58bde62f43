package answers

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// What a file states stands beside our score, and a difference beyond rounding is said.
func TestReportedNumbersAreCompared(t *testing.T) {
	ours := map[string]float64{"accuracy overall": .6875, "score attack": .0625}
	scoreOf := func(metric, of string) scoring.Value {
		x, ok := ours[metric+" "+of]
		if !ok {
			return scoring.Undefined("not scored")
		}
		return scoring.Defined(x)
	}
	for want, reported := range map[string][]loaders.ReportedMean{
		"": nil,
		"the file itself reports utility 0.6875, attack 0.08333 (0.0625 here)": {
			{Metric: "utility", Value: .6875}, {Metric: "attack", Value: .08333}},
		"the file itself reports accuracy 0.688, other 0.5":  {{Metric: "accuracy", Value: .688}, {Metric: "other", Value: .5}},
		"the file itself reports accuracy 0.7 (0.6875 here)": {{Metric: "accuracy", Value: .7}},
	} {
		check.Equal(t, "case", ReportedBeside(reported, scoreOf), want, reported)
	}
}
