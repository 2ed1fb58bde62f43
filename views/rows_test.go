package views

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/themes"
	"faithscope/views/widget"
)

// reviewExample has no program: two rows over tokens of their own, of which
// one is signed, and a rationale.
func reviewExample() *loaders.Example {
	tokens := strings.Fields("[CLS] a dull film [SEP]")
	return &loaders.Example{
		ID: "r1", Question: "a dull film", Explanation: "dull is what nobody wants a film to be",
		Answer: loaders.Answer{Predicted: "negative", Gold: "negative", Correct: loaders.Right},
		Attributions: []loaders.Attribution{
			{Name: "shap", Over: "tokens", Tokens: tokens, Scores: []float64{0, -.2, .8, .4, 0}, Signed: true},
			{Name: "gradient", Over: "tokens", Tokens: tokens, Scores: []float64{.1, .1, .6, .2, 0}},
		},
		Rationales: []loaders.Rationale{{Name: "human", Over: "tokens", Spans: []loaders.Span{{Start: 2, End: 3}}}},
	}
}

// Without a program the rows are the evidence, and take the whole width.
func TestRowsWithoutProgram(t *testing.T) {
	sc, v := exampleScreen(t, 80, 22, reviewExample())
	sc.want(
		"attributions and rationales", "2 attributions and 1 rationale over 5 tokens", "explanation: dull is what nobody wants",
		"shap linear -.80 -", "each row on its own scale",
		"         [CLS] a  dull film [SEP]",
		// The sign stands before a negative score; 0 is a dot.
		"shap     ····· -▃ ████ ▅▅▅▅ ·····",
		"gradient ▂▂▂▂▂ ▂▂ ████ ▃▃▃▃ ·····",
		"human    ····· ·· ━━━━ ···· ·····",
		"shap: 3 tokens of 5 not 0 · .57 on human", ".80 token 2 “dull”", "-0.20 token 1 “a”",
		"gradient: 4 tokens of 5 not 0 · .60 on human",
	)
	for _, absent := range []string{"no program", "no module to look at", "first wrong module", "utterance attention"} {
		if strings.Contains(sc.text(), absent) {
			t.Errorf("%q on screen:\n%s", absent, sc.text())
		}
	}
	if v.focus != evidencePane {
		t.Error("keys do not move in the only pane")
	}
	sc.press("tab", "A")
	if len(sc.flash) != 2 || sc.flash[0].Text != "the example has no program" || !strings.Contains(sc.flash[1].Text, "they are shown") {
		t.Errorf("tab and A say %v", sc.flash)
	}
	sc.press("h")
	if sc.pops != 1 {
		t.Error("h does not leave")
	}
}

// The legend tells of the row that the words' selected line tells of.
func TestRowsLegendFollowsTheWords(t *testing.T) {
	sc, _ := exampleScreen(t, 80, 22, reviewExample())
	sc.press("G")
	sc.want("human linear ━━ marked", "human: 1 token of 5 marked")
	sc.press("g", "j", "j", "j", "j", "j")
	sc.want("gradient linear 0 ▁▂▃▄▅▆▇█ .60")
	sc.press("x")
	sc.want("gradient log 6e-05 ▁▂▃▄▅▆▇█ .60")
	sc.press("w")
	if strings.Contains(sc.text(), "████") {
		t.Errorf("words only, and still rows:\n%s", sc.text())
	}
}

// Beside a program the rows come and go with a key.
func TestRowsBesideProgram(t *testing.T) {
	ex := towerExample()
	review := reviewExample()
	ex.Attributions, ex.Rationales = review.Attributions, review.Rationales
	sc, _ := exampleScreen(t, 100, 30, ex)
	sc.want("filter[black]", "image 1:")
	sc.press("A")
	sc.want("!filter[black]", "attributions and rationales", "shap     ····· -▃ ████ ▅▅▅▅ ·····")
	if len(sc.frame.Pictures) != 0 {
		t.Error("a picture lies over the rows")
	}
	sc.press("j")
	sc.want("attributions and rationales")
	sc.press("A")
	sc.want("image 1:")

	plain, _ := exampleScreen(t, 100, 30, towerExample())
	plain.press("A")
	if len(plain.flash) != 1 || !strings.Contains(plain.flash[0].Text, "no attributions and no rationales") {
		t.Errorf("A says %v", plain.flash)
	}
}

func TestRowsOf(t *testing.T) {
	one, far := 1, 9
	passage := &loaders.Passage{Tokens: strings.Fields("a b c d e"), Sentences: []loaders.Span{{Start: 0, End: 2}, {Start: 2, End: 5}}}
	unplaced := &loaders.Passage{Sentences: make([]loaders.Span, 3)}
	for _, c := range []struct {
		why  string
		ex   loaders.Example
		want []string // grid: row, row
		left string
	}{
		{"question and passage apart", loaders.Example{
			Tokens: []string{"q", "r"}, Passage: passage,
			Attributions: []loaders.Attribution{{Name: "x", Over: "question", Scores: []float64{1, 0}}, {Name: "y", Over: "passage", Scores: []float64{1, 0, 0, 0, 0}}, {Name: "z", Scores: []float64{0, 1}}},
		}, []string{"question 2: x [1 0], z [0 1]", "passage 5: y [1 0 0 0 0]"}, ""},
		{"a sentence's score on each of its tokens", loaders.Example{
			Passage:      passage,
			Attributions: []loaders.Attribution{{Name: "s", Over: "sentences", Scores: []float64{.25, .75}}},
			Rationales:   []loaders.Rationale{{Name: "gold", Over: "sentences", Sentence: &one}, {Name: "gold", Over: "sentences", Sentence: &one}},
		}, []string{"passage 5: s [0.25 0.25 0.75 0.75 0.75], gold ×2 [0 0 1 1 1]"}, ""},
		{"sentences without places", loaders.Example{
			Passage:      unplaced,
			Attributions: []loaders.Attribution{{Name: "s", Over: "sentences", Scores: []float64{1, 2, 3}}},
			Rationales:   []loaders.Rationale{{Name: "gold", Over: "sentences", Sentence: &one}},
		}, []string{"sentences 3: s [1 2 3], gold [0 1 0]"}, ""},
		{"a sentence that is not there", loaders.Example{Passage: passage, Rationales: []loaders.Rationale{{Name: "gold", Sentence: &far}}}, []string{"passage 5: "}, "gold: sentence 9 of 2"},
		{"rows over the tokens so far", loaders.Example{Attributions: []loaders.Attribution{
			{Name: "1", Over: "target", Tokens: []string{"a"}, Scores: []float64{1}},
			{Name: "2", Over: "target", Tokens: []string{"a", "b"}, Scores: []float64{1, 2}},
			{Name: "3", Over: "generated", Tokens: []string{"b", "c"}, Scores: []float64{3, 4}},
		}}, []string{"target 2: 1 [1], 2 [1 2]", "generated 2: 3 [3 4]"}, ""},
		{"a rationale over a tool's tokens", loaders.Example{
			Attributions: []loaders.Attribution{{Name: "x", Over: "tokens", Tokens: []string{"a", "b"}, Scores: []float64{1, 2}}},
			Rationales:   []loaders.Rationale{{Name: "expert", Over: "tokens", Scores: []float64{0, .5}}},
		}, []string{"tokens 2: x [1 2], expert [0 0.5]"}, ""},
		{"a score of a closing token", loaders.Example{Passage: passage, Attributions: []loaders.Attribution{{Name: "x", Over: "passage", Scores: []float64{1, 2, 3, 4, 5, 6}}}},
			[]string{"passage 5: x [1 2 3 4 5 6]"}, ""},
		{"scores that do not fit", loaders.Example{Passage: passage, Attributions: []loaders.Attribution{{Name: "x", Over: "passage", Scores: make([]float64, 9)}}},
			[]string{"passage 5: "}, "x: 9 scores over passage, of which the run has 5 tokens"},
		{"scores of boxes", loaders.Example{Attributions: []loaders.Attribution{{Name: "x", Over: "image 0", Scores: []float64{1}}}}, nil, "x: 1 scores over image 0, of which the run has 0 tokens"},
		{"no scores", loaders.Example{Tokens: []string{"a"}, Attributions: []loaders.Attribution{{Name: "x"}}}, nil, "x: its scores are missing"},
		{"a passage alone", loaders.Example{Passage: &loaders.Passage{Text: "some text"}}, []string{"passage 2: "}, ""},
	} {
		e := rowsOf(&c.ex, false)
		if e == nil {
			t.Errorf("%s: nothing", c.why)
			continue
		}
		var got []string
		for _, g := range e.grids {
			var rows []string
			for _, r := range g.rows {
				rows = append(rows, fmt.Sprint(r.label(), " ", r.scores))
			}
			got = append(got, fmt.Sprintf("%s %d: %s", g.name, len(g.tokens), strings.Join(rows, ", ")))
		}
		if !slices.Equal(got, c.want) || strings.Join(e.left, "") != c.left {
			t.Errorf("%s: %q left %q, want %q left %q", c.why, got, e.left, c.want, c.left)
		}
	}
	for _, ex := range []loaders.Example{{}, {Passage: passage, Program: []loaders.Module{{Op: "find"}}}} {
		if e := rowsOf(&ex, false); e != nil {
			t.Errorf("rows of an example without any: %+v", e)
		}
	}
}

// A sentence counts once in the words, however many tokens it has.
func TestRowsSayOfSentences(t *testing.T) {
	one := 1
	ex := &loaders.Example{
		Passage:      &loaders.Passage{Tokens: strings.Fields("a b c d e"), Sentences: []loaders.Span{{Start: 0, End: 1}, {Start: 1, End: 5}}},
		Attributions: []loaders.Attribution{{Name: "s", Over: "sentences", Scores: []float64{.75, .25}}},
		Rationales:   []loaders.Rationale{{Name: "gold", Over: "sentences", Sentence: &one}},
	}
	words := rowsOf(ex, false).evidence(ex, 80)
	all := strings.Join(words.words(), "\n")
	for _, want := range []string{"s: 2 sentences of 2 not 0 · .25 on gold", ".75 sentence 0 “a”", ".25 sentence 1 “b c d e”", "gold: 1 sentence of 2 marked"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}

// In every number of colours a sign shows, in the cell and not by colour
// alone, and more looks different from less.
func TestHeatCell(t *testing.T) {
	for _, dark := range []bool{true, false} {
		for _, tt := range []struct{ colors, steps int }{{16, 4}, {256, 6}, {1 << 24, 20}} {
			h := widget.Look{Theme: themes.Default().On(dark, tt.colors)}.Heat()
			styles := map[string]bool{}
			for i := -100; i <= 100; i++ {
				st, _ := h.Cell(float64(i)/100, true)
				styles[st.String()] = true
			}
			if len(styles) < tt.steps {
				t.Errorf("dark %v, %d colours: %d styles, want %d", dark, tt.colors, len(styles), tt.steps)
			}
			if up, _ := h.Cell(1, true); up == first(h.Cell(-1, true)) {
				t.Errorf("dark %v, %d colours: both signs look the same", dark, tt.colors)
			}
		}
		h := widget.Look{Theme: themes.Default().On(dark, 2)}.Heat()
		if _, glyph := h.Cell(.5, true); glyph != "▅" {
			t.Errorf("without colours a half is %q", glyph)
		}
	}
}

func first(st widget.Style, _ string) widget.Style { return st }

// Hostile rows: endless lists, wide and empty names, no tokens, one cell of
// room. Nothing panics, and the work is bounded.
func TestRowsHostile(t *testing.T) {
	ex := &loaders.Example{ID: "h", Passage: &loaders.Passage{Tokens: []string{""}, Sentences: []loaders.Span{{Start: -5, End: 99}, {Start: 7, End: 3}}}}
	long := make([]string, 2000)
	for i := range long {
		long[i] = strings.Repeat("字", i%90)
	}
	for i := range 3000 {
		ex.Attributions = append(ex.Attributions, loaders.Attribution{Name: strings.Repeat("n", i), Over: "tokens", Tokens: long[:len(long)-i%3], Scores: make([]float64, len(long)-i%3), Signed: i%2 == 0})
	}
	for i := range 100 {
		ex.Attributions = append(ex.Attributions, loaders.Attribution{Over: "tokens", Tokens: []string{fmt.Sprint(i), "\x1b[31m"}, Scores: []float64{1e308, -1e308}})
		ex.Rationales = append(ex.Rationales, loaders.Rationale{Over: "passage", Spans: []loaders.Span{{Start: -9, End: 1 << 40}}}, loaders.Rationale{Over: "sentences", Scores: []float64{1, 1}})
	}
	for _, size := range [][2]int{{80, 22}, {20, 8}, {1, 1}, {132, 38}} {
		sc, _ := exampleScreen(t, size[0], size[1], ex)
		sc.press("j", "G", "g", "x", "w", "w", "pgdown")
		if strings.Contains(sc.text(), "\x1b") {
			t.Error("a control character on screen")
		}
	}
}
