package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

func TestDifferencesAreOutsideTheCommonWords(t *testing.T) {
	for _, c := range []struct{ a, b, inA, inB string }{
		{"a b c", "a b c", "[]", "[]"},
		{"the cat sat", "the dog sat", "[1]", "[1]"},
		{"a b c d", "a c d", "[1]", "[]"},
		{"a", "a b a", "[]", "[1 2]"},
		{"", "x y", "[]", "[0 1]"},
		{"a b c b", "b c a b", "[0]", "[2]"},
	} {
		inA, inB := Differences(strings.Fields(c.a), strings.Fields(c.b))
		if fmt.Sprint(inA) != c.inA || fmt.Sprint(inB) != c.inB {
			t.Errorf("%q, %q: %v and %v", c.a, c.b, inA, inB)
		}
	}
	long := make([]string, 3000)
	for i := range long {
		long[i] = fmt.Sprint(i)
	}
	other := slices.Clone(long)
	slices.Reverse(other)
	if inA, inB := Differences(long, other); len(inA) != 3000 || len(inB) != 3000 {
		t.Errorf("of texts that are too long %d and %d words differ", len(inA), len(inB))
	}
}

func pairExample() *loaders.Example {
	return &loaders.Example{
		Question: "He sleeps .", Tokens: strings.Fields("He sleeps ."), Pair: true, Explanation: "x", ExplanationTokens: []string{"x"},
		Passage: &loaders.Passage{Text: "A man sits . He waits .", Tokens: strings.Fields("A man sits . He waits ."),
			Sentences: []loaders.Span{{Start: 0, End: 4}, {Start: 4, End: 7}}},
		Answer: loaders.Answer{Predicted: "neutral", Gold: "neutral", Correct: loaders.Right}, Attributions: []loaders.Attribution{{Name: "ig"}},
	}
}

// An edit leaves the example as it was, and the other text as it is.
func TestEditsTakeUnitsAwayAndPutThemBack(t *testing.T) {
	ex := pairExample()
	e, err := TextEdits(nil).Put("passage", loaders.Span{Start: 1, End: 3}, false)
	check.NoError(t, err)
	out := e.Of(ex, "")
	if got := strings.Join(out.Passage.Tokens, " "); got != "A . He waits ." || out.Passage.Text != got ||
		!slices.Equal(out.Passage.Sentences, []loaders.Span{{Start: 0, End: 2}, {Start: 2, End: 5}}) || out.Question != ex.Question {
		t.Errorf("without two words: %+v, %q", out.Passage, out.Question)
	}
	if out.Attributions != nil || out.Answer.Gold != "" || out.ExplanationTokens != nil || out.Meta["what if"] != "without “man sits”" ||
		out.Meta["gold before"] != "neutral" || len(ex.Passage.Tokens) != 7 || ex.Meta != nil {
		t.Errorf("%+v of %+v", out, ex)
	}
	_, err = e.Put("passage", loaders.Span{Start: 1, End: 2}, false)
	check.Fails(t, "a word goes twice", err)
	back, err := e.Put("passage", loaders.Span{Start: 1, End: 3}, true)
	if err != nil || len(back) != 0 || back.Of(ex, "") != ex {
		t.Errorf("put back: %v, %v", back, err)
	}
	read := TextEdits(nil)
	typed := "She sleeps ."
	for _, words := range e.With("question", TextChange{Text: &typed, Away: []int{2}}).Steps() {
		if read, err = read.Read(ex, words); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(read.Words(ex), "; "); got != "without “man sits”; hypothesis “He” → “She”; without “.”" ||
		read.Of(ex, "").Question != "She sleeps" {
		t.Errorf("read as %s", got)
	}
	for by, want := range map[string]string{Unk: "A ? ? . He waits .", Zero: "A man sits . He waits ."} {
		other := e.By(by)
		read, err := TextEdits(nil).Read(ex, other.Steps()[0])
		out := read.Of(ex, "?")
		if err != nil || out.Passage.Text != want || !slices.Equal(out.Passage.Sentences, ex.Passage.Sentences) ||
			!strings.HasSuffix(out.Meta["what if"], " for “man sits”") || out.Attributions != nil {
			t.Errorf("%s: %+v, %v", by, out, err)
		}
	}
	raw := &loaders.Example{Question: "Who  sat?\tHe did."}
	cut := TextEdits{"question": {Away: []int{1}}}.Of(raw, "")
	if cut.Question != "Who  \tHe did." || cut.Tokens != nil {
		t.Errorf("of a text without tokens %q is left", cut.Question)
	}
}

// The scores of what is left stand where its words stood.
func TestScoresAlignWithTheWholeText(t *testing.T) {
	whole := strings.Fields("a b c [SEP] d e")
	e := TextEdits{"passage": {Away: []int{1}}, "question": {Away: []int{0}}}
	a, ok := e.Align(loaders.Attribution{Over: "tokens", Tokens: strings.Fields("a c [SEP] e"), Scores: []float64{1, 2, 0, 3}}, whole)
	nan := math.NaN()
	for i, want := range []float64{1, nan, 2, 0, nan, 3} {
		if got := a.Scores[i]; !ok || got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("aligned %v, %v", a.Scores, ok)
		}
	}
	unknown := loaders.Attribution{Over: "tokens", Tokens: strings.Fields("a ? c [SEP] ? e"), Scores: []float64{1, 9, 2, 0, 9, 3}}
	for i, x := range []float64{1, nan, 2, 0, nan, 3} {
		a, ok := e.By(Unk).Align(unknown, whole)
		if !ok || a.Scores[i] != x && !(math.IsNaN(x) && math.IsNaN(a.Scores[i])) {
			t.Errorf("with unknown words %v, %v", a.Scores, ok)
		}
	}
	if _, ok := e.Align(loaders.Attribution{Over: "tokens", Tokens: strings.Fields("a x [SEP] e"), Scores: make([]float64, 4)}, whole); ok {
		t.Error("other words are aligned")
	}
}
