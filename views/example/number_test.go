package example

import (
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// The number of a type of module is explained as it is computed: pooled, where the protocol pools.
func TestTypeNumbersArePooled(t *testing.T) {
	score := scoring.ExampleScore{Metric: "f1", Title: "F1", Bar: .5, Pooled: []scoring.MetricValue{{Metric: "find",
		Value: scoring.Defined(.3)}},
		Modules: []scoring.ModuleScore{{Type: "find", Value: scoring.Defined(.2)}, {Type: "find", Value: scoring.Defined(.8)}}}
	check.Equal(t, "the sentence", explainedWhole(&score, "find", scoring.Defaults())[0][1], "F1 .30 < .50")
	score.Pooled = nil
	check.Equal(t, "the sentence", explainedWhole(&score, "find", scoring.Defaults())[0][1], "F1 .50 ≥ .50")
}
