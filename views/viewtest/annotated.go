package viewtest

import "faithscope/loaders"

// ThreeAnnotators returns an example of four tokens, of which expert-1 to expert-3 marked two each;
// the first two share none.
func ThreeAnnotators() *loaders.Example {
	rationale := func(name string, scores ...float64) loaders.Rationale {
		return loaders.Rationale{Name: name, Over: loaders.OverTokens, Scores: scores}
	}
	return &loaders.Example{ID: "one", Tokens: []string{"a", "b", "c", "d"}, Rationales: []loaders.Rationale{
		rationale("expert-1", 1, 1, 0, 0), rationale("expert-2", 0, 0, 1, 1), rationale("expert-3", 1, 0, 1, 0),
	}}
}
