package faithfulness

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/sentences"
	"faithscope/scoring/scoringtest"
)

// ranked returns a sample whose gold sentence, the first, is the best or the second.
func ranked(id string, best bool, answer loaders.Verdict) *loaders.Example {
	gold, scores := 0, []float64{1, 2, 0}
	if best {
		scores = []float64{3, 2, 0}
	}
	return &loaders.Example{
		ID: id, Answer: loaders.Answer{Correct: answer},
		Attributions: []loaders.Attribution{{Name: "m", Over: "sentences", Scores: scores}},
		Rationales:   []loaders.Rationale{{Name: "answer", Sentence: &gold}},
	}
}

// explained returns a pair whose attribution has a C of about .55 with the hard
// oracle.
func explained(answer loaders.Verdict) *loaders.Example {
	return &loaders.Example{
		ID: "e", Answer: loaders.Answer{Correct: answer}, Explanation: "dogs run",
		Attributions: []loaders.Attribution{{Name: "ig", Over: "tokens", Tokens: []string{"dogs", "chase", "cats", "run"},
			Scores: []float64{1, .9, .1, .7}}},
	}
}

func counts(t *testing.T, s scoring.Settings, examples ...*loaders.Example) map[string]float64 {
	t.Helper()
	a := Protocol.Aggregate(s)
	for _, ex := range examples {
		e := scoring.PrepareAll([]scoring.Protocol{Protocol}, ex)[0]
		back, err := scoringtest.ReadBack(Protocol, scoringtest.Written(Protocol, e))
		check.NoError(t, err)
		a.Add(back)
	}
	values := map[string]float64{}
	for _, score := range a.Scores() {
		values[score.Metric], _ = score.Value.Float()
	}
	return values
}

func TestEachProtocolHasItsBar(t *testing.T) {
	s := scoring.Defaults()
	list := []*loaders.Example{
		ranked("a", true, loaders.Right), ranked("b", false, loaders.Right), ranked("c", false, loaders.Wrong),
		ranked("d", true, loaders.Unknown), explained(loaders.Right),
	}
	got := counts(t, s, list...)
	for metric, want := range map[string]float64{
		"right_faithful": 2, "right_unfaithful": 1, "wrong_faithful": 0, "wrong_unfaithful": 1, "no_verdict": 1, "faithful": .6,
		"faithful_right": 2. / 3,
	} {
		check.Equal(t, metric, got[metric], want)
	}
	s.FaithfulHPD, s.FaithfulC = .5, .9
	if got := counts(t, s, list...); got["right_faithful"] != 2 || got["right_unfaithful"] != 1 || got["wrong_faithful"] != 1 {
		t.Errorf("under other bars: %v", got)
	}
	check.Equal(t, "evidence of nothing", scoring.PrepareAll([]scoring.Protocol{Protocol}, &loaders.Example{ID: "none"})[0], nil)
}

// What other protocols prepared serves, where the answer's verdict is among it.
func TestEvidenceIsShared(t *testing.T) {
	ex := ranked("a", true, loaders.Right)
	judge, answer := sentences.Protocol.Prepare(ex), answers.Protocol.Prepare(ex)
	if e, ok := deriveVerdict([]scoring.Evidence{answer, nil, judge}).(*judgedAnswer); !ok || scoring.Evidence(e.JudgedEvidence) != judge ||
		e.verdict != loaders.Right {
		t.Errorf("derived %+v", e)
	}
	check.Equal(t, "without the answer", deriveVerdict([]scoring.Evidence{judge}), nil)
	for _, data := range []string{"", "\x12\x00\x09sentences", "\x02\x00\x07answers", "\x02"} {
		_, err := scoringtest.ReadBack(Protocol, []byte(data))
		check.Fails(t, "restored", err, data)
	}
}
