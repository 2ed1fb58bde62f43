package rationales_test

import (
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/rationales"
)

func facts(name string, sentences ...int) loaders.Rationale {
	r := loaders.Rationale{Name: name, Over: "sentences"}
	for _, k := range sentences {
		r.Spans = append(r.Spans, loaders.Span{Start: k, End: k + 1})
	}
	return r
}

func wantScores(t *testing.T, why string, examples []*loaders.Example, want map[string]float64) {
	t.Helper()
	a := rationales.Protocol.Aggregate(scoring.Defaults())
	for _, ex := range examples {
		a.Add(rationales.Protocol.Prepare(ex))
	}
	scores := a.Scores()
	check.Equal(t, "scores", len(scores), len(want), why, scores)
	for _, s := range scores {
		x, ok := s.Value.Float()
		if w, there := want[s.Metric]; !there || !ok || math.Abs(x-w) > 1e-12 {
			t.Errorf("%s: %s is %+v, want %v", why, s.Metric, s.Value, w)
		}
	}
}

// The numbers are those that HotpotQA's hotpot_evaluate_v1.py defines, computed by hand:
// of three predicted sentences two are among four gold ones, and of the second question
// one of one.
func TestSentencesAreNeededTogether(t *testing.T) {
	first := &loaders.Example{Rationales: []loaders.Rationale{facts("gold", 0, 2, 4, 6), facts("predicted", 0, 2, 3, 0)}}
	first.Answer.Scores = map[string]float64{"em": 0, "precision": .5, "recall": 1}
	second := &loaders.Example{Rationales: []loaders.Rationale{facts("gold", 1), facts("predicted", 1)}}
	second.Answer.Scores = map[string]float64{"em": 1, "precision": 1, "recall": 1}
	f1 := 2 * (2. / 3) * .5 / (2./3 + .5)
	joint := 2 * (1. / 3) * .5 / (1./3 + .5)
	wantScores(t, "two questions", []*loaders.Example{first, second}, map[string]float64{
		"em": .5, "precision": (2./3 + 1) / 2, "recall": .75, "f1": (f1 + 1) / 2,
		"joint_em": .5, "joint_precision": (1./3 + 1) / 2, "joint_recall": .75, "joint_f1": (joint + 1) / 2,
	})
	nothing := &loaders.Example{Rationales: []loaders.Rationale{facts("gold", 1), facts("predicted")}}
	wantScores(t, "nothing predicted, and no numbers of the answer", []*loaders.Example{nothing},
		map[string]float64{"em": 0, "precision": 0, "recall": 0, "f1": 0})
}

// The claims are cases of fever_scorer: a whole set, half of one, a set found after the
// fifth sentence, the wrong label, nothing predicted, and nothing to find.
func TestOneSetOfSentencesIsEnough(t *testing.T) {
	claim := func(right bool, list ...loaders.Rationale) *loaders.Example {
		return &loaders.Example{Answer: loaders.Answer{Correct: loaders.VerdictOf(right)}, Rationales: list}
	}
	whole := claim(true, facts("gold 1", 7), facts("gold 2", 1, 2), facts("predicted", 0, 2, 1))
	half := claim(true, facts("gold 1", 1, 2), facts("predicted", 2))
	late := claim(true, facts("gold 1", 5), facts("predicted", 0, 1, 2, 3, 4, 5))
	label := claim(false, facts("gold 1", 1), facts("predicted", 1, 1, 0, 0))
	silent := claim(true, facts("gold 1", 1), facts("predicted"))
	unknown := claim(true, facts("gold 1", 2), facts("predicted", 3))
	unknown.Answer.Gold = "NOT ENOUGH INFO"
	precision, recall := (2./3+1+0+.5+1)/5, 2./5
	wantScores(t, "six claims", []*loaders.Example{whole, half, late, label, silent, unknown}, map[string]float64{
		"fever_score": 2. / 6, "evidence_precision": precision, "evidence_recall": recall,
		"evidence_f1": 2 * precision * recall / (precision + recall),
	})
}

// One question among claims, and one claim among questions, has all columns of its kind.
func TestASingleClaimHasAllItsColumns(t *testing.T) {
	question := &loaders.Example{Rationales: []loaders.Rationale{facts("gold", 1), facts("predicted", 1)}}
	claim := &loaders.Example{Answer: loaders.Answer{Correct: loaders.Right},
		Rationales: []loaders.Rationale{facts("gold 1", 1), facts("gold 2", 2), facts("predicted", 1)}}
	want := map[string]float64{"em": 1, "precision": 1, "recall": 1, "f1": 1,
		"fever_score": 1, "evidence_precision": 1, "evidence_recall": 1, "evidence_f1": 1}
	wantScores(t, "a question among claims", []*loaders.Example{claim, question, claim}, want)
	wantScores(t, "a claim among questions", []*loaders.Example{question, claim, question}, want)
	answered := *question
	answered.Answer.Scores = map[string]float64{"em": 1, "precision": 1, "recall": 1}
	for _, joint := range []string{"joint_em", "joint_precision", "joint_recall", "joint_f1"} {
		want[joint] = 1
	}
	wantScores(t, "an answer with numbers among claims", []*loaders.Example{claim, &answered, claim}, want)
}

// A question without an answer counts 0, but for the sentences that the run gives
// for it, as in hotpot_evaluate; a claim counts 0 in FEVER's numbers too.
func TestUnanswered(t *testing.T) {
	right := &loaders.Example{Rationales: []loaders.Rationale{facts("gold", 1), facts("predicted", 1)}}
	right.Answer.Scores = map[string]float64{"em": 1, "precision": 1, "recall": 1}
	silent := &loaders.Example{Rationales: []loaders.Rationale{facts("gold", 2), facts("predicted", 2)},
		Answer: loaders.Answer{Correct: loaders.Unanswered}}
	silent.Answer.Scores = map[string]float64{"em": 0, "precision": 0, "recall": 0}
	wantScores(t, "a question", []*loaders.Example{right, silent}, map[string]float64{
		"em": 1, "precision": 1, "recall": 1, "f1": 1, "joint_em": .5, "joint_precision": .5, "joint_recall": .5, "joint_f1": .5,
	})
	claim := func(v loaders.Verdict, list ...loaders.Rationale) *loaders.Example {
		return &loaders.Example{Answer: loaders.Answer{Correct: v}, Rationales: list}
	}
	claims := []*loaders.Example{claim(loaders.Right, facts("gold 1", 1), facts("predicted", 1)),
		claim(loaders.Unanswered, facts("gold 1", 1), facts("predicted"))}
	wantScores(t, "a claim", claims, map[string]float64{"fever_score": .5, "evidence_precision": .5, "evidence_recall": .5, "evidence_f1": .5})
	s := scoring.Defaults()
	s.Missing = scoring.Omit
	a := rationales.Protocol.Aggregate(s)
	for _, ex := range claims {
		a.Add(rationales.Protocol.Prepare(ex))
	}
	if score := a.Scores()[0]; score.Count != 1 || score.Value != scoring.Defined(1) {
		t.Errorf("omitted: %+v", score)
	}
}

func TestNothingToSay(t *testing.T) {
	for why, list := range map[string][]loaders.Rationale{
		"no prediction": {facts("gold", 1)}, "no gold": {facts("predicted", 1)},
		"over tokens": {{Name: "gold", Over: "passage"}, {Name: "predicted", Over: "passage"}},
	} {
		check.Equal(t, why, rationales.Protocol.Prepare(&loaders.Example{Rationales: list}), nil)
	}
}
