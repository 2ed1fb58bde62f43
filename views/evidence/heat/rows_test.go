package heat

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/evidence"
)

func TestCollect(t *testing.T) {
	one, far := 1, 9
	passage := &loaders.Passage{Tokens: strings.Fields("a b c d e"), Sentences: []loaders.Span{{Start: 0, End: 2}, {Start: 2, End: 5}}}
	unplaced := &loaders.Passage{Sentences: make([]loaders.Span, 3)}
	for _, c := range []struct {
		why  string
		ex   loaders.Example
		want []string // tokenGrid: row, row
		left string
	}{
		{"question and passage apart", loaders.Example{
			Tokens: []string{"q", "r"}, Passage: passage,
			Attributions: []loaders.Attribution{{Name: "x", Over: "question", Scores: []float64{1, 0}},
				{Name: "y", Over: "passage", Scores: []float64{1, 0, 0, 0, 0}}, {Name: "z", Scores: []float64{0, 1}}},
		}, []string{"question 2: x [1 0], z [0 1]", "passage 5: y [1 0 0 0 0]"}, ""},
		{"a sentence's score on each of its tokens", loaders.Example{
			Passage:      passage,
			Attributions: []loaders.Attribution{{Name: "s", Over: "sentences", Scores: []float64{.25, .75}}},
			Rationales:   []loaders.Rationale{{Name: "gold", Over: "sentences", Sentence: &one}, {Name: "gold", Over: "sentences", Sentence: &one}},
		}, []string{"passage 5: gold ×2 [0 0 1 1 1], s [0.25 0.25 0.75 0.75 0.75]"}, ""},
		{"sentences without places", loaders.Example{
			Passage:      unplaced,
			Attributions: []loaders.Attribution{{Name: "s", Over: "sentences", Scores: []float64{1, 2, 3}}},
			Rationales:   []loaders.Rationale{{Name: "gold", Over: "sentences", Sentence: &one}},
		}, []string{"sentences 3: gold [0 1 0], s [1 2 3]"}, ""},
		{"a sentence that is not there", loaders.Example{Passage: passage, Rationales: []loaders.Rationale{{Name: "gold", Sentence: &far}}},
			[]string{"passage 5: "}, "gold: can't show sentence 9 of 2 (0-based)"},
		{"rows over the tokens so far", loaders.Example{Attributions: []loaders.Attribution{
			{Name: "1", Over: "target", Tokens: []string{"a"}, Scores: []float64{1}},
			{Name: "2", Over: "target", Tokens: []string{"a", "b"}, Scores: []float64{1, 2}},
			{Name: "3", Over: "generated", Tokens: []string{"b", "c"}, Scores: []float64{3, 4}},
		}}, []string{"target 2: 1 [1], 2 [1 2]", "generated 2: 3 [3 4]"}, ""},
		{"what is held against comes first: a rationale over a tool's tokens", loaders.Example{
			Attributions: []loaders.Attribution{{Name: "x", Over: "tokens", Tokens: []string{"a", "b"}, Scores: []float64{1, 2}}},
			Rationales:   []loaders.Rationale{{Name: "expert", Over: "tokens", Scores: []float64{0, .5}}},
		}, []string{"tokens 2: expert [0 0.5], x [1 2]"}, ""},
		{"a score of a closing token", loaders.Example{Passage: passage,
			Attributions: []loaders.Attribution{{Name: "x", Over: "passage", Scores: []float64{1, 2, 3, 4, 5, 6}}}},
			[]string{"passage 5: x [1 2 3 4 5 6]"}, ""},
		{"scores that do not fit", loaders.Example{Passage: passage,
			Attributions: []loaders.Attribution{{Name: "x", Over: "passage", Scores: make([]float64, 9)}}},
			[]string{"passage 5: "}, "x: 9 scores for passage, but the run has 5 tokens"},
		{"scores of boxes", loaders.Example{Attributions: []loaders.Attribution{{Name: "x", Over: "image 0", Scores: []float64{1}}}}, nil,
			"x: 1 scores for image 0, but the run has 0 tokens"},
		{"no scores", loaders.Example{Tokens: []string{"a"}, Attributions: []loaders.Attribution{{Name: "x"}}}, nil, "x: scores are missing"},
		{"a passage alone", loaders.Example{Passage: &loaders.Passage{Text: "some text"}}, []string{"passage 2: "}, ""},
	} {
		e := collectGrids(&evidence.ShownVersions{ExampleVersion: evidence.ExampleVersion{Example: &c.ex, Node: -1}}, rowOptions{})
		if e == nil {
			t.Errorf("%s: nothing", c.why)
			continue
		}
		var got []string
		for _, g := range e.all {
			var rows []string
			for _, r := range g.rows {
				rows = append(rows, fmt.Sprint(r.rowLabel(), " ", r.scores))
			}
			got = append(got, fmt.Sprintf("%s %d: %s", g.name, len(g.tokens), strings.Join(rows, ", ")))
		}
		check.EqualLists(t, c.why, got, c.want)
		check.Equal(t, c.why+", left", strings.Join(e.left, ""), c.left)
	}
	for _, ex := range []loaders.Example{{}, {Passage: passage, Program: []loaders.Module{{Op: "find"}}}} {
		if e := collectGrids(&evidence.ShownVersions{ExampleVersion: evidence.ExampleVersion{Example: &ex, Node: -1}}, rowOptions{}); e != nil {
			t.Errorf("rows of an example without any: %+v", e)
		}
	}
}

// The selected row's heat is on the tokens, and in a strip where all strips fit or tokens have no colours.
func TestSelectedRowHasAStrip(t *testing.T) {
	ex := loaders.Example{Tokens: []string{"a", "b"}, Attributions: []loaders.Attribution{
		{Name: "x", Scores: []float64{1, 0}}, {Name: "y", Scores: []float64{0, 1}}, {Name: "z", Scores: []float64{1, 1}},
	}}
	for _, test := range []struct {
		lines  int
		isBare bool
		want   string
	}{{4, false, "x y z"}, {3, false, "y z"}, {2, false, "y"}, {1, false, ""}, {3, true, "x y"}} {
		r := AttributionRows{}
		r.found = collectGrids(&evidence.ShownVersions{ExampleVersion: evidence.ExampleVersion{Example: &ex, Node: -1}}, rowOptions{})
		r.layRows(40, test.lines, test.isBare)
		var got []string
		for _, strip := range r.found.all[0].lines[0].strips {
			got = append(got, strip.name)
		}
		check.Equal(t, "strips", strings.Join(got, " "), test.want, test.lines, test.isBare, got)
	}
}
