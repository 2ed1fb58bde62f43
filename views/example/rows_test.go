package example

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/views/viewtest"
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
	ex := reviewExample()
	ex.Kind = "review"
	sc, v := open(t, 80, 22, ex)
	sc.Want(
		"attributions and rationales", "4 rows", "explanation: dull is what nobody wants",
		"shap -.80 -", "scaled by row",
		"         [CLS] a  dull film\n", // no row has anything on [SEP]
		// Without colours the selected row is the first strip. A negative score has its sign; 0 is nothing.
		"shap     ·     -▃ ████ ▅▅▅▅",
		"human    ·     ·  ━━━━ ·",
		"hard     ·     ·  ━━━━ ━━━━",
		"gradient ▂▂▂▂▂ ▂▂ ████ ▃▃▃▃",
		"hard        .50    .75    .50            .33  dull · film",
		"shap        .94   1.00   1.00            .33  dull .80 · film .40 · a",
		"gradient    .98   1.00   1.00            .33  dull .60 · film .20",
	)
	sc.Press(":matrix")
	sc.Want(
		"         [CLS] a  dull film [SEP]",
		// A negative score has its sign; 0 is a dot.
		"shap     ····· -▃ ████ ▅▅▅▅ ·····",
		"gradient ▂▂▂▂▂ ▂▂ ████ ▃▃▃▃ ·····",
		"human    ····· ·· ━━━━ ···· ·····",
		"hard     ····· ·· ━━━━ ━━━━ ·····",
	)
	before := -1 // what people marked is first, and attributions last
	for _, row := range []string{"human    ·", "hard     ·", "shap     ·", "gradient ▂"} {
		at := strings.Index(sc.Text(), row)
		if at < before {
			t.Errorf("%q is too far up:\n%s", row, sc.Text())
		}
		before = at
	}
	for _, absent := range []string{"no program", "no module to look at", "first wrong module", "utterance attention"} {
		sc.Without(absent)
	}
	if v.panes.focus != evidencePane {
		t.Error("keys do not move in the only pane")
	}
	sc.Press(":attributions")
	if len(sc.Flash) != 1 || !strings.Contains(sc.Flash[0].Text, "attributions are always shown") {
		t.Errorf("A says %v", sc.Flash)
	}
	sc.Press("tab")
	if v.panes.focus != aboutPane || v.panes.about.selectedPart() == nil {
		t.Error("tab does not go to what leads on")
	}
}

// The legend tells of the row that the words' selected line tells of.
func TestRowsLegendFollowsTheWords(t *testing.T) {
	sc, _ := open(t, 80, 22, reviewExample())
	sc.Press("home", "j")
	sc.Want("hard ━━ reference", "hard        .50")
	sc.Press("G")
	sc.Want("gradient .15 ▂▃▄▅▆▇█ .60")
	sc.Press(":log-scale")
	sc.Want("gradient log 6e-04 ▂▃▄▅▆▇█ .60")
	sc.Press(":words")
	sc.Without("████")
}

// Beside a program the rows come and go with a key.
func TestRowsBesideProgram(t *testing.T) {
	ex := towerExample()
	review := reviewExample()
	ex.Attributions, ex.Rationales = review.Attributions, review.Rationales
	sc, _ := open(t, 100, 30, ex)
	sc.Want("filter[black]", "2 of 4 boxes")
	sc.Press(":attributions")
	sc.Want("!filter[black]", "attributions and rationales", "shap     ·     -▃ ████ ▅▅▅▅")
	if len(sc.Frame.Pictures) != 0 {
		t.Error("a picture lies over the rows")
	}
	sc.Press("j")
	sc.Want("attributions and rationales")
	sc.Press(":attributions")
	sc.Want("of 4 boxes")

	plain, _ := open(t, 100, 30, towerExample())
	plain.Press(":attributions")
	if len(plain.Flash) != 1 || !strings.Contains(plain.Flash[0].Text, "no attributions or rationales") {
		t.Errorf("A says %v", plain.Flash)
	}
}

// Hostile rows: endless lists, wide and empty names, no tokens, one cell of
// room. Nothing panics, and the work is bounded.
func TestRowsOfHostileExamplesFit(t *testing.T) {
	if testing.Short() {
		t.Skip("one thing after the other, and many of them")
	}
	ex := &loaders.Example{ID: "h", Passage: &loaders.Passage{Tokens: []string{""},
		Sentences: []loaders.Span{{Start: -5, End: 99}, {Start: 7, End: 3}}}}
	long := make([]string, 2000)
	for i := range long {
		long[i] = strings.Repeat("字", i%90)
	}
	for i := range 3000 {
		ex.Attributions = append(ex.Attributions, loaders.Attribution{Name: strings.Repeat("n", i), Over: "tokens",
			Tokens: long[:len(long)-i%3], Scores: make([]float64, len(long)-i%3), Signed: i%2 == 0})
	}
	for i := range 100 {
		ex.Attributions = append(ex.Attributions, loaders.Attribution{Over: "tokens", Tokens: []string{fmt.Sprint(i), "\x1b[31m"},
			Scores: []float64{1e308, -1e308}})
		ex.Rationales = append(ex.Rationales, loaders.Rationale{Over: "passage", Spans: []loaders.Span{{Start: -9, End: 1 << 40}}},
			loaders.Rationale{Over: "sentences", Scores: []float64{1, 1}})
	}
	for _, size := range [][2]int{{80, 22}, {20, 8}, {1, 1}, {132, 38}} {
		sc, _ := open(t, size[0], size[1], ex)
		sc.Press("j", "G", "home", ":log-scale", ":words", ":words", "pgdown")
		sc.Without("\x1b")
	}
}

// Hostile rows of several runs under every key: nothing panics, and no control
// character is drawn.
func TestOtherRunsOfHostileExamplesFit(t *testing.T) {
	hostile := func(seed int) *loaders.Example {
		ex := &loaders.Example{
			ID: "h", Pair: true, Question: "\x1b[2Jq", Tokens: []string{"\x1b", "##"}, Explanation: "un \x1b[31m",
			Passage: &loaders.Passage{Tokens: []string{"▁", "##x", ""}, Sentences: []loaders.Span{{Start: 2, End: 1}, {Start: -1, End: 9}}},
			Answer:  loaders.Answer{Predicted: "\x1b[1m", Classes: []loaders.Option{{Name: "\x1b[1m", Probability: 1}, {Name: "\x1b[1m"}, {}}},
		}
		zero, far := 0, 1<<30
		for i, over := range []loaders.ScoredText{"tokens", "question", "passage", "sentences", "image 0", ""} {
			scores := make([]float64, (i+seed)%4)
			for k := range scores {
				scores[k] = math.Inf(1 - 2*(k%2))
			}
			ex.Attributions = append(ex.Attributions,
				loaders.Attribution{Name: "a\x1b", Class: "\x1b]0;", Over: over, Tokens: []string{"un", "##\x1b", "[SEP]", "x"},
					Scores: []float64{1, math.NaN(), -1e308, 1e308}},
				loaders.Attribution{Name: "soft", Over: over, Scores: scores, Signed: true})
			ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: "\x1b", Answer: "\x1b[K", Over: over, Sentence: &zero},
				loaders.Rationale{Over: over, Sentence: &far},
				loaders.Rationale{Over: over, Tokens: []string{}, Scores: scores},
				loaders.Rationale{Over: over, Spans: []loaders.Span{{Start: 5, End: -5}, {Start: 0, End: 1 << 40}}})
		}
		return ex
	}
	for seed := range 2 {
		for _, size := range [][2]int{{80, 22}, {1, 1}, {24, 9}, {132, 50}} {
			s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("one\x1b", hostile(seed)), viewtest.RunOf("two", hostile(seed+1))))
			sc := viewtest.New(t, size[0], size[1], s, New(s, 0, 0, short(1)))
			for range 2 {
				sc.Press("j", ":next-reference", ":signs", "l", ":next-reference", ":pieces", ":log-scale", ":sentences", "G", ":attributions",
					":words", ":words", "pgdown", "home", "}")
				sc.Without("\x1b")
			}
		}
	}
}
