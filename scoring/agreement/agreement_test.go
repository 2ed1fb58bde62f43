package agreement

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/scoringtest"
)

func words(n int) []string { return slices.Repeat([]string{"w"}, n) }

// permutations calls yield with every order of x.
func permutations(x []float64, yield func([]float64)) {
	var swap func(k int)
	swap = func(k int) {
		if k == len(x) {
			yield(x)
			return
		}
		for i := k; i < len(x); i++ {
			x[k], x[i] = x[i], x[k]
			swap(k + 1)
			x[k], x[i] = x[i], x[k]
		}
	}
	swap(0)
}

// What a random explanation can expect is the mean over all orders of the
// scores, each held against the reference by itself.
func TestRandomIsTheMeanOfAllOrders(t *testing.T) {
	for _, c := range []struct {
		scores, marks []float64
	}{
		{[]float64{.9, -.4, .3, .2, .1}, []float64{1, 0, 0, 1, 0}},
		{[]float64{1, 1, 1, 0, 0, 0}, []float64{1, 0, 0, 0, 1, 0}}, // ties: three selected for two marked
		{[]float64{3, 2, 2, -2, 0, 1}, []float64{1, 1, 1, 1, 1, 0}},
		{[]float64{.5, .25, 0, 0}, []float64{0, 2. / 3, 1. / 3, 0}},
	} {
		ref := TokenReference{c.marks, true}
		_, random := ref.With(c.scores, words(len(c.scores)))
		var r, auc, iou scoring.Mean
		permutations(slices.Clone(c.scores), func(order []float64) {
			numbers, again := ref.With(order, words(len(order)))
			if again != random {
				t.Fatalf("%v: an order of the same scores expects %v, want %v", order, again, random)
			}
			r.Add(numbers.R)
			auc.Add(numbers.AUC)
			iou.Add(numbers.IoU)
		})
		near(t, "r", r.Value(""), random.R)
		near(t, "AUC", auc.Value(""), random.AUC)
		near(t, "IoU", iou.Value(""), random.IoU)
	}
}

func near(t *testing.T, what string, got, want scoring.Value) {
	t.Helper()
	x, ok := got.Float()
	y, defined := want.Float()
	if !ok || !defined || math.Abs(x-y) > 1e-12 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// AUC by its definition, pair by pair, and IoU by sets.
func TestAgainstDefinitions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		n := 2 + r.IntN(20)
		scores, marks := make([]float64, n), make([]float64, n)
		for i := range scores {
			scores[i], marks[i] = float64(r.IntN(9)-4), float64(r.IntN(2))
		}
		marks[0], marks[1] = 1, 0
		wins, pairs, marked := 0.0, 0.0, 0
		for i := range scores {
			if marks[i] == 0 {
				continue
			}
			marked++
			for k := range scores {
				if marks[k] == 1 {
					continue
				}
				pairs++
				switch a, b := math.Abs(scores[i]), math.Abs(scores[k]); {
				case a > b:
					wins++
				case a == b:
					wins += .5
				}
			}
		}
		both, either := 0.0, 0.0
		for i, x := range scores {
			above := 0
			for _, y := range scores {
				if math.Abs(y) > math.Abs(x) {
					above++
				}
			}
			selected := above < marked && x != 0
			if selected && marks[i] == 1 {
				both++
			}
			if selected || marks[i] == 1 {
				either++
			}
		}
		numbers, _ := TokenReference{marks, true}.With(scores, words(n))
		near(t, "AUC", numbers.AUC, scoring.Defined(wins/pairs))
		near(t, "IoU", numbers.IoU, scoring.Defined(both/either))
	}
}

func TestSpecialTokensTakeNoPart(t *testing.T) {
	plain, randomly := TokenReference{[]float64{1, 0, 0}, true}.With([]float64{.5, .2, .1}, words(3))
	padded, random := TokenReference{[]float64{0, 1, 0, 0, 0}, true}.With([]float64{9, .5, .2, .1, -9}, []string{"[CLS]", "a", "b", "c",
		"[SEP]"})
	if plain != padded || randomly != random {
		t.Errorf("%v and %v with special tokens, %v and %v without", padded, random, plain, randomly)
	}
}

func TestUndefined(t *testing.T) {
	for _, c := range []struct {
		why            string
		ref            TokenReference
		row            []float64
		rWhy, aucW, iW string
	}{
		{"no marks", TokenReference{[]float64{0, .4}, true}, []float64{1, 2}, "", whyNoMarks, whyNoMarks},
		{"all marks", TokenReference{[]float64{1, 1}, true}, []float64{1, 2},
			"all values on one side are equal", whyAllMarks, ""},
		{"an attribution", TokenReference{[]float64{.1, .9}, false}, []float64{1, 2}, "", whyGraded, whyGraded},
		{"no score", TokenReference{[]float64{0, 1}, true}, []float64{math.NaN(), 2}, whyNoScore, whyNoScore, whyNoScore},
		{"infinite", TokenReference{[]float64{0, 1}, true}, []float64{math.Inf(1), 2}, whyNoNumber, whyNoNumber, whyNoNumber},
		{"too few", TokenReference{[]float64{0, 1}, true}, []float64{1}, "scores (1), reference scores (2) and tokens (2) differ in number",
			"scores (1), reference scores (2) and tokens (2) differ in number", "scores (1), reference scores (2) and tokens (2) differ in number"},
	} {
		numbers, _ := c.ref.With(c.row, words(2))
		check.Equal(t, c.why, [3]string{numbers.R.Why(), numbers.AUC.Why(), numbers.IoU.Why()}, [3]string{c.rWhy, c.aucW, c.iW})
	}
}

// r is the alignment protocol's, so arctanh of it is the example's C.
func TestRIsThatOfTheProtocol(t *testing.T) {
	tokens := strings.Fields("A girl is flying a kite . [SEP] A woman holds a balloon")
	scores := []float64{.1, -.5, .02, .3, .01, .7, .2, .9, .1, .3, .1, 0, -.6}
	ex := &loaders.Example{ID: "x", Explanation: "a kite is not a balloon",
		Attributions: []loaders.Attribution{{Name: "lime", Over: "tokens", Tokens: tokens, Scores: scores}}}
	oracle := alignment.Oracle(ex, tokens, scoring.Settings{})
	numbers, _ := TokenReference{oracle, true}.With(scores, tokens)
	near(t, "C", alignment.C(numbers.R, scoring.Omit), scoringtest.Example(alignment.Protocol.Prepare(ex), scoring.Settings{}).Overall)
	if alignment.Oracle(&loaders.Example{}, tokens, scoring.Settings{}) != nil {
		t.Error("an oracle of no explanation")
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ tokens, words string }{
		{"un ##believ ##able story .", "unbelievable|story|."},
		{"[CLS] ##x y ##z [SEP] ##w", "[CLS]|##x|yz|[SEP]|##w"},
		{"<s> ĠA Ġki te . </s>", "<s>|A|kite.|</s>"},
		{"▁the ▁dog s ▁", "the|dogs|▁"},
	} {
		tokens := strings.Fields(c.tokens)
		var got []string
		for _, w := range Words(tokens) {
			got = append(got, Text(tokens[w.Start:w.End]))
		}
		check.Equal(t, c.tokens, strings.Join(got, "|"), c.words)
	}
	if Words(strings.Fields("a plain # text")) != nil || Words(nil) != nil {
		t.Error("pieces of what has none")
	}
}

func TestPiecesAreJoinedToWords(t *testing.T) {
	spans := []loaders.Span{{Start: 0, End: 2}, {Start: 2, End: 3}}
	for _, c := range []struct {
		scores []float64
		marks  bool
		want   []float64
	}{
		{[]float64{1, -2, 3}, false, []float64{-1, 3}},
		{[]float64{0, 1, 0}, true, []float64{1, 0}},
		{[]float64{1, 2, 3, 4}, false, []float64{3, 3, 4}},
		{[]float64{1}, false, []float64{1}},
		{nil, false, []float64{}},
	} {
		check.EqualLists(t, "case", Joined(c.scores, spans, c.marks), c.want, c.scores)
	}
}
