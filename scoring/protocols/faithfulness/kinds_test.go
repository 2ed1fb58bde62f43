package faithfulness

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// Boxes, tokens and verdicts are judged, by a protocol with a threshold and causes; no protocol judges modules
// of another kind.
func TestOnlyBoxesTokensAndVerdictsAreJudged(t *testing.T) {
	want := [loaders.Kinds]string{loaders.BoxKind: "f1", loaders.TokenKind: "mass", loaders.VerdictKind: "exact"}
	settings := scoring.Defaults()
	for kind, m := range loadertest.OfEveryKind(t) {
		m.Op = "find"
		ex := &loaders.Example{Passage: &loaders.Passage{Tokens: []string{"a", "b"}}, Program: []loaders.Module{*m},
			Images: []loaders.Image{{Proposals: []loaders.Box{{X1: .5, Y1: .5}, {X1: 1, Y1: 1}}}}}
		judge, k := scoring.JudgeOf(scoring.PrepareAll(Judging, ex))
		score := judge.Outline(&settings)
		check.Equal(t, "kind is judged", score.Metric, want[kind], kind)
		if k < 0 {
			continue
		}
		_, scoresModules := judge.Judges()
		explained, ok := judge.JudgedEvidence.(scoring.CauseEvidence)
		if !scoresModules || !ok || len(explained.Explains()) == 0 || score.Bar != Judging[k].Bar.Least(&settings) || len(score.Modules) != 1 {
			t.Errorf("kind %d has no causes, threshold or module: %+v", kind, score)
		}
	}
}
