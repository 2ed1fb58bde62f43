package sentences

import (
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// Every attribution of an example has a ranking; that of the first has the
// numbers of the protocol.
func TestRank(t *testing.T) {
	gold := 1
	ex := &loaders.Example{
		ID: "x",
		Passage: &loaders.Passage{Tokens: []string{"a", "b", "c", "d", "e"},
			Sentences: []loaders.Span{{Start: 0, End: 1}, {Start: 1, End: 3}, {Start: 3, End: 5}}},
		Attributions: []loaders.Attribution{
			{Name: "lime", Over: "passage", Scores: []float64{.5, .3, .3, .125, .25}},
			{Name: "shap", Over: "sentences", Scores: []float64{.7, .2, .1}},
			{Name: "question", Over: "question", Scores: []float64{1}},
		},
		Rationales: []loaders.Rationale{{Name: "gold", Over: "sentences", Sentence: &gold}},
	}
	lime, why := Rank(ex, &ex.Attributions[0], scoring.Settings{})
	if why != "" || !slices.Equal(lime.Scores, []float64{.5, .6, .375}) || !slices.Equal(lime.Selected, []bool{false, true, false}) ||
		lime.IoU != 1 || lime.HPD != 1 {
		t.Errorf("lime: %+v, %q", lime, why)
	}
	score := scoringtest.Example(Protocol.Prepare(ex), scoring.Settings{})
	check.Equal(t, "HPD", score.Overall, scoring.Defined(lime.HPD))
	shap, why := Rank(ex, &ex.Attributions[1], scoring.Settings{TopK: 2})
	if why != "" || shap.IoU != .5 || shap.HPD != .5 || shap.Random != randomBaseline(3, 1, 2) {
		t.Errorf("shap: %+v, %q", shap, why)
	}
	// Over all places of the gold sentence: (.7-.15)²/.05², (.2-.4)²/.3², (.1-.45)²/.25².
	scoringtest.Near(t, "SNR at random", shap.RandomSNR, (121+4./9+1.96)/3)
	_, why = Rank(ex, &ex.Attributions[2], scoring.Settings{})
	check.Equal(t, "scores of the question", why, whyNoScores)
	_, why = Rank(&loaders.Example{}, &ex.Attributions[1], scoring.Settings{})
	check.Equal(t, "without gold", why, whyNoGold)
}
