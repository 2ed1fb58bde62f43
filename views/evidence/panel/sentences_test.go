package panel

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/views/evidence"
)

// A sentence counts once in the words, however many tokens it has.
func TestRowsSayOfSentences(t *testing.T) {
	one := 1
	ex := &loaders.Example{
		Passage:      &loaders.Passage{Tokens: strings.Fields("a b c d e"), Sentences: []loaders.Span{{Start: 0, End: 1}, {Start: 1, End: 5}}},
		Attributions: []loaders.Attribution{{Name: "s", Over: "sentences", Scores: []float64{.75, .25}}},
		Rationales:   []loaders.Rationale{{Name: "gold", Over: "sentences", Sentence: &one}},
	}
	p := New()
	p.Show(evidence.ShownVersions{Layers: []evidence.ExampleVersion{{Example: ex, Node: -1}}}, 80)
	all := strings.Join(p.Words(), "\n")
	for _, want := range []string{"     IoU at random    HPD at random       SNR at random",
		"s    .00       .50    .50       .75         –         –",
		"# 0, s .75 chosen, a",
		"# 1, ● gold, s .25, b c d e"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}
