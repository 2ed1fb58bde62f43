package example

import (
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/native"
	"faithscope/views/viewtest"
)

// opened opens the screen of an example of the first of some runs of testdata,
// all of which were read.
func opened(t *testing.T, w, h int, id string, names ...string) (*viewtest.Screen, *exampleScreen) {
	t.Helper()
	var runs []*loaders.Run
	for _, name := range names {
		list, err := files.NewOpener(nil, native.Format).OpenAll(t.Context(), "testdata/"+name+".jsonl", loaders.Options{})
		check.NoError(t, err)
		runs = append(runs, list...)
	}
	s := viewtest.ReadAll(t, viewtest.Of(t, runs...))
	at := slices.IndexFunc([]int{0, 1}, func(i int) bool { return i < runs[0].Len() && runs[0].Row(i).ID == id })
	if at < 0 {
		t.Fatalf("no example %s", id)
	}
	v := New(s, 0, at, short(runs[0].Len())).(*exampleScreen)
	return viewtest.New(t, w, h, s, v), v
}

// A pair without attributions is shown as two texts.
func TestAPairWithoutAttributions(t *testing.T) {
	pair := &loaders.Example{ID: "p", Pair: true, Question: "A girl flies .", Passage: &loaders.Passage{Text: "A woman flies a kite ."},
		Answer: loaders.Answer{Predicted: "neutral", Gold: "neutral"}}
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("texts", pair)))
	viewtest.New(t, 120, 30, s, New(s, 0, 0, short(1))).Want("A woman flies a kite .", "hypothesis")
}

// Three models' attributions on one real pair, with the oracles. The numbers
// are those of a separate computation in Python.
func TestAttributionsOfSeveralRuns(t *testing.T) {
	sc, _ := opened(t, 120, 50, "dev-1370", "bilstm-lime", "bow-lime", "transformer-attention")
	sc.Want(
		"6 rows",
		"contradiction", "✓ bilstm lime", "✓ bow lime", "✗ transformer attention", ".92", ".47",
		"premise", "hypothesis",
		"with expert", "at random", "bilstm lime             -.18    .36    .33", "bow lime                 .10    .44    .33", "expert ◂ ",
		"explanation: two little girls",
	)
	sc.Press(":next-reference")
	sc.Want("with hard", "at random",
		"bilstm lime             -.42    .36    .33            .39",
		"bow lime                -.06    .44    .33            .39",
		"transformer attention   -.06    .62    .54            .39",
		"hard ◂",
		"soft                     .35    .75    .67            .39",
		"expert                   .91   1.00   1.00            .39")
	sc.Press(":next-reference") // an attribution, so it marks no tokens
	sc.Want("with soft", "bilstm lime              .11      –      –", "transformer attention    .13      –      –")
	if text := sc.Text(); strings.Count(text, "in the file") > 0 || strings.Count(text, "explanation: two") != 1 {
		t.Errorf("said twice:\n%s", text)
	}
	sc.Press(":signs")
	sc.Want("signs ignored", "bilstm lime .")
	sc.Press(":signs", ":pieces")
	sc.WantSaid("the tokens are words, not wordpieces")
}

// The premise and the hypothesis are both on screen, with their rows.
func TestBothTextsOfAPairAreShown(t *testing.T) {
	sc, _ := opened(t, 120, 33, "dev-6811", "bilstm-lime", "bow-lime")
	sc.Want("premise", "hypothesis", "with expert")
	sc.Without("line 1 of")
}

// The rows of other runs appear when these have been read, and disappear with the
// example.
func TestOtherRunsFollowTheExample(t *testing.T) {
	sc, v := opened(t, 120, 40, "dev-6811", "bilstm-lime", "bow-lime")
	sc.Want("5 rows", "bow lime")
	sc.Press("}")
	if run, _ := v.Shows(); run != 1 || len(v.elsewhere.list) != 1 || v.elsewhere.list[0].Name != "bilstm lime" {
		t.Errorf("run %d beside %v", run, v.elsewhere.list)
	}
	alone, v := opened(t, 120, 40, "dev-6811", "bilstm-lime", "qa-lime")
	alone.Want("4 rows")
	if len(v.elsewhere.list) != 0 {
		t.Error("a run without the example has it")
	}
}

// The sentences of a real passage under two interpreters. The numbers are those
// of a separate computation in Python.
func TestRankedSentences(t *testing.T) {
	sc, _ := opened(t, 120, 44, "6eeb16ff7a54528c8c805cda8", "qa-lime", "qa-shap")
	sc.Want(
		"the sentences", "13 sentences, 1 gold · ranked by 2 attributions",
		"qa lime    .00    (.08)    .10    (.24)       .44    (1.40)",
		"qa shap   1.00    (.08)   1.00    (.24)      6.33    (1.43)",
		"● gold", "There were many religions practiced", "Buddhism▃, Islam▅, and Christianity",
	)
	small, _ := opened(t, 80, 24, "6eeb16ff7a54528c8c805cda8", "qa-lime", "qa-shap")
	small.Want("IoU (random)", "qa lime    .00", "qa shap   1.00")
	sc.Press(":next-reference")
	sc.Want("qa shap .")
	for range 6 {
		sc.Press("j")
	}
	line := lineWith(sc.Text(), "● gold")
	check.Contains(t, line, "◆ .309", "Since█Kublai█Khan█only")
	sc.Press(":sentences")
	sc.Want("attributions and rationales", "3 rows", "answer ◂", "sentence 6")
	sc.Without("▐") // all of the passage is on screen
	sc.Press(":matrix")
	sc.Want("attributions and rationales", "3 rows", "answer  ·")
	start := lineWith(sc.Text(), "▐")
	sc.Press("G")
	if start == "" || strings.Contains(sc.Text(), start) {
		t.Error("the tokens do not scroll")
	}
	sc.Press("l")
	sc.Want("qa shap -")
}

// lineWith returns the first line with a text.
func lineWith(text, part string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			return line
		}
	}
	return ""
}

// Wordpieces are joined by a key, with the sums of their scores.
func TestWordpieces(t *testing.T) {
	ex := reviewExample()
	tokens := strings.Fields("[CLS] un ##believ ##able film [SEP]")
	ex.Attributions = []loaders.Attribution{{Name: "ig", Over: "tokens", Tokens: tokens, Scores: []float64{0, .25, .5, -.125, .1, 0},
		Signed: true}}
	ex.Rationales = []loaders.Rationale{{Name: "human", Over: "tokens", Spans: []loaders.Span{{Start: 2, End: 3}}}}
	sc, _ := open(t, 100, 30, ex)
	sc.Press(":matrix")
	sc.Want("[CLS] un ##believ ##able film [SEP]", "##believ .50 · un .25 · ##able -.12")
	sc.Press(":pieces")
	sc.Want("[CLS] unbelievable film [SEP]", "unbelievable .62 · film .10", " · words", "human ····· ━━━━━━━━━━━━ ···· ·····")
}

// A premise is shown where the rows are over the hypothesis alone, a class that
// is explained is named, and a reference answer too.
func TestPremiseAndClass(t *testing.T) {
	tokens := strings.Fields("a man sleeps")
	ex := &loaders.Example{
		ID: "p", Question: "a man sleeps", Tokens: tokens, Pair: true,
		Passage: &loaders.Passage{Text: "a man runs", Tokens: strings.Fields("a man runs")},
		Attributions: []loaders.Attribution{
			{Name: "lime", Class: "neutral", Over: "tokens", Tokens: tokens, Scores: []float64{.1, .2, .7}},
			{Name: "lime", Class: "entailment", Over: "tokens", Tokens: tokens, Scores: []float64{.3, .2, .1}},
		},
		Rationales: []loaders.Rationale{{Name: "gold", Answer: "first", Over: "tokens", Spans: []loaders.Span{{Start: 2, End: 3}}}},
	}
	sc, _ := open(t, 100, 30, ex)
	sc.Want("premise", "a man runs", "hypothesis", "lime → neutral", "lime → entailment", "gold “first” ◂")
	sc.Press("j")
	sc.Want("lime → entailment .07")
}
