package panel

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
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
	p.Show(evidence.ShownVersions{ExampleVersion: evidence.ExampleVersion{Example: ex, Node: -1}}, 80)
	all := strings.Join(p.Words(), "\n")
	check.Contains(t, all, "     IoU (random)    HPD (random)       SNR  (random)",
		"s    .00    (.50)    .50    (.75)         –       (–)",
		"# 0, s .75 chosen, a",
		"# 1, ● gold, s .25, b c d e")
}

// A run's own row stays selected while the rows of others arrive above it, also if it is called after its run then.
func TestOwnRowStaysSelected(t *testing.T) {
	example := func(name string) *loaders.Example {
		return &loaders.Example{ID: "1", Tokens: []string{"a", "b"}, Attributions: []loaders.Attribution{
			{Name: "soft", Over: "question", Scores: []float64{.1, .9}}, {Name: name, Over: "question", Scores: []float64{1, 0}},
			{Name: "flip", Over: "question", Scores: []float64{0, 1}}}}
	}
	for run, want := range map[string]string{"bow": "bow ig", "bow-ig": "bow-ig"} {
		own := evidence.ExampleVersion{Example: example("ig"), Node: -1}
		p, shown := New(), evidence.ShownVersions{ExampleVersion: own}
		p.Show(shown, 80)
		before := p.words.selectedName()
		shown.ExampleVersion = evidence.ExampleVersion{Name: run, Example: own.Example, Node: -1}
		shown.Others = []evidence.ExampleVersion{
			{Name: "other", Example: example("lime"), Node: -1}, {Name: "third", Example: example("ig"), Node: -1},
		}
		shown.Others[0].Example.Attributions[0].Scores = []float64{.2, .8}
		p.Show(shown, 80)
		if after := p.words.selectedName(); before != "ig" || after != want || len(p.words.rows) < 5 {
			t.Errorf("%q, and then %q of %d rows", before, after, len(p.words.rows))
		}
	}
}
