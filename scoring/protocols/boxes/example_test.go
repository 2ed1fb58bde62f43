package boxes_test

import (
	"fmt"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
)

// An example is prepared once; its evidence is scored again whenever a
// threshold moves.
func Example() {
	ex := &loaders.Example{
		ID: "1",
		Images: []loaders.Image{{
			Proposals: []loaders.Box{{X1: 1, Y1: 1}, {X0: 2, X1: 3, Y1: 1}},
		}},
		Program: []loaders.Module{{
			Op:     "find",
			Output: loaders.Output{Boxes: [][]float64{{0.9, 0.4}}},
			Gold:   &loaders.Gold{Boxes: [][]loaders.Box{{{X1: 1, Y1: 1}, {X0: 2, X1: 3, Y1: 1}}}},
		}},
	}
	evidence := boxes.Protocol.Prepare(ex)
	for _, threshold := range []float64{0.5, 0.3} {
		settings := scoring.Defaults()
		settings.Threshold = threshold
		aggregate := boxes.Protocol.Aggregate(settings)
		aggregate.Add(evidence)
		for _, s := range aggregate.Scores() {
			if s.Of == "find" {
				x, _ := s.Value.Float()
				fmt.Printf("p > %v: %s %.2f\n", threshold, s.Metric, x)
			}
		}
	}
	// Output:
	// p > 0.5: precision 1.00
	// p > 0.5: recall 0.50
	// p > 0.5: f1 0.67
	// p > 0.3: precision 1.00
	// p > 0.3: recall 1.00
	// p > 0.3: f1 1.00
}
