package sentences

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

func at(sentences ...int) []loaders.Rationale {
	var list []loaders.Rationale
	for _, s := range sentences {
		list = append(list, loaders.Rationale{Name: "gold", Sentence: &s})
	}
	return list
}

func over(what loaders.ScoredText, scores ...float64) []loaders.Attribution {
	return []loaders.Attribution{{Name: "elsewhere", Over: "question", Scores: []float64{1}}, {Name: "method", Over: what, Scores: scores}}
}

func passage(tokens int, sentences ...loaders.Span) *loaders.Passage {
	return &loaders.Passage{Tokens: make([]string, tokens), Sentences: sentences}
}

func TestPrepare(t *testing.T) {
	two := []loaders.Span{{Start: 0, End: 2}, {Start: 2, End: 4}}
	for _, c := range []struct {
		why  string
		ex   loaders.Example
		want string // the sentence scores by sum, or why there are none; "-" for no evidence
	}{
		{"nothing", loaders.Example{}, "-"},
		{"no gold sentence", loaders.Example{Attributions: over("sentences", 1, 2)}, "-"},
		{"gold and no scores", loaders.Example{Rationales: at(0)}, "-"},
		{"a passage that nobody split", loaders.Example{Passage: passage(2), Attributions: over("passage", 1, 2), Rationales: at(0)}, "-"},
		{"a rationale of tokens is not a gold sentence", loaders.Example{Attributions: over("sentences", 1, 2),
			Rationales: []loaders.Rationale{{Scores: []float64{1}}}}, "-"},
		{"scores of sentences", loaders.Example{Attributions: over("sentences", 1, 2), Rationales: at(1)}, "1 2"},
		{"scores of tokens", loaders.Example{Passage: passage(4, two...), Attributions: over("passage", 1, 2, 3, 4), Rationales: at(1)}, "3 7"},
		{"the closing special token", loaders.Example{Passage: passage(4, two...), Attributions: over("passage", 1, 2, 3, 4, 5),
			Rationales: at(1)}, "3 12"},
		{"it is in no sentence where the last token is in none", loaders.Example{Passage: passage(4, two[0]),
			Attributions: over("passage", 1, 2, 3, 4, 5), Rationales: at(0)}, "3"},
		{"spans that do not lie in the passage", loaders.Example{
			Passage:      passage(2, loaders.Span{Start: -4, End: -1}, loaders.Span{Start: 9, End: 12}, loaders.Span{Start: 1, End: math.MaxInt}),
			Attributions: over("passage", 1, 2), Rationales: at(0),
		}, "0 0 2"},
		{"too many scores", loaders.Example{Passage: passage(2, two[0]), Attributions: over("passage", 1, 2, 3, 4), Rationales: at(0)},
			"4 scores for 2 tokens"},
		{"too few", loaders.Example{Passage: passage(4, two...), Attributions: over("sentences", 1), Rationales: at(0)},
			"1 scores for 2 sentences"},
		{"scores that the loader left out", loaders.Example{Attributions: over("sentences"), Rationales: at(0)}, "missing"},
		{"a score that is not a number", loaders.Example{Attributions: over("sentences", 1, math.Inf(1)), Rationales: at(0)}, "not a number"},
		{"gold that is not a sentence", loaders.Example{Attributions: over("sentences", 1, 2), Rationales: at(0, -1)}, "gold sentence -1"},
	} {
		evidenced := Protocol.Prepare(&c.ex)
		if evidenced == nil || c.want == "-" {
			if evidenced != nil || c.want != "-" {
				t.Errorf("%s: evidence %+v, want %s", c.why, evidenced, c.want)
			}
			continue
		}
		e := evidenced.(*evidence)
		got := e.Failed
		if got == "" {
			got = strings.Trim(strings.Join(strings.Fields(fmt.Sprint(e.Sum)), " "), "[]")
		}
		check.Has(t, c.why, got, c.want)
		score := scoringtest.Example(e, scoring.Defaults())
		if _, ok := score.Overall.Float(); ok == (e.Failed != "") || score.Modules != nil || score.Metric != "hpd" {
			t.Errorf("%s: scored as %+v", c.why, score)
		}
	}
}

// TestFailedSamplesAreCounted checks that an example whose scores do not fit enters no
// mean but does not vanish.
func TestFailedSamplesAreCounted(t *testing.T) {
	good := &loaders.Example{Attributions: over("sentences", 1, 2, 4), Rationales: at(2)}
	bad := &loaders.Example{Attributions: over("sentences", 1, 2, 4), Rationales: at(3)}
	got := scoresOf(scoring.Defaults(), good, bad, bad)
	for metric, want := range map[string]struct {
		value float64
		count int
	}{"iou": {1, 1}, "fails": {2, 3}, "no_snr": {2, 3}, "no_snr_published": {3, 3}, "snr": {25, 1}} {
		scoringtest.Over(t, metric, got[metric], want.value, want.count)
	}
}

// Only true positives are scored: 40 questions, of 20 of which the model does not find that
// they can be answered, and 4 that cannot be.
func TestTruePositivesAloneAreScored(t *testing.T) {
	var list []*loaders.Example
	for i := range 44 {
		p := map[bool]float64{true: .75, false: .5}[i%2 == 0] // .5 is not above the bar
		ex := &loaders.Example{Answer: loaders.Answer{Scores: map[string]float64{Answerable: p}}, Rationales: at(1)}
		if i < 40 {
			ex.Attributions = over("sentences", 1, 2, 0)
		} else {
			ex.Rationales = []loaders.Rationale{{Name: "gold", Over: "sentences"}}
		}
		list = append(list, ex)
	}
	score := scoringtest.Example(Protocol.Prepare(list[1]), scoring.Defaults())
	if _, ok := score.Overall.Float(); ok || score.Faithful != loaders.Unknown {
		t.Errorf("a false negative has the score %+v", score)
	}
	for _, c := range []struct {
		bar    float64
		scored int
		counts [4]float64
	}{{.5, 20, [4]float64{20, 20, 2, 2}}, {.4, 40, [4]float64{40, 0, 4, 0}}, {.75, 0, [4]float64{0, 40, 0, 4}}} {
		s := scoring.Defaults()
		s.Answerable = c.bar
		got := scoresOf(s, list...)
		for i, name := range outcomes[TruePositive:] {
			scoringtest.Over(t, name, got[name], c.counts[i], 44, "above", c.bar)
		}
		check.Equal(t, "above IoU of samples", got["iou"].Count, c.scored, c.bar)
	}
}

// P(answerable) is recorded under its own name, or as the probability that the attribution
// explains; p_full of ERASER's runs, whose evidence is in the passage, is another.
func TestWhichProbabilityIsOfAnswerable(t *testing.T) {
	sentence, eraser := 0, []loaders.Rationale{{Name: "gold", Over: "passage"}}
	eraser[0].Sentence = &sentence
	explained := over("sentences", 1, 0)
	explained[1].Class = "unanswerable"
	for why, c := range map[string]struct {
		ex   loaders.Example
		want float64 // -1 for none
	}{
		"by its name":                 {loaders.Example{Attributions: explained, Rationales: at(0)}, .25},
		"as what is explained":        {loaders.Example{Attributions: over("sentences", 1, 0), Rationales: at(0)}, .125},
		"ERASER's":                    {loaders.Example{Attributions: over("sentences", 1, 0), Rationales: eraser}, -1},
		"of another answer":           {loaders.Example{Attributions: explained, Rationales: at(0)}, -1},
		"no gold, and nobody says so": {loaders.Example{Attributions: over("sentences", 1, 0)}, -1},
	} {
		c.ex.Answer.Scores = map[string]float64{"p_full": .125}
		if why == "by its name" {
			c.ex.Answer.Scores[Answerable] = .25
		}
		got := -1.
		if x, ok := Protocol.Prepare(&c.ex).(*evidence); ok && x.Answerable != nil {
			got = *x.Answerable
		}
		check.Equal(t, why, got, c.want)
	}
}

// Scores of tokens are aggregated in both ways, whatever the settings; samples with scores of
// sentences are in neither.
func TestSumAndMaximumAreTwoRows(t *testing.T) {
	tokens := &loaders.Example{
		Passage:      passage(6, loaders.Span{Start: 0, End: 3}, loaders.Span{Start: 3, End: 4}, loaders.Span{Start: 4, End: 6}),
		Attributions: over("passage", .5, .5, .5, 1, .25, 0), Rationales: at(0),
	}
	whole := &loaders.Example{Attributions: over("sentences", 2, 1, 0), Rationales: at(2)}
	got := scoresOf(scoring.Defaults(), tokens, whole)
	for name, want := range map[string]struct {
		value float64
		count int
	}{"iou": {.5, 2}, "sum iou": {1, 1}, "max iou": {0, 1}, "max hpd": {.5, 1}} {
		scoringtest.Over(t, name, got[name], want.value, want.count)
	}
	for of, scores := range map[string][]float64{"sum": {1.5, 1, .25}, "max": {.5, 1, .25}} {
		if want := SNR(scores, 0); got[of+" snr_median"].Value != want && !alike(got[of+" snr_median"].Value, want) {
			t.Errorf("the median SNR by %s is %v, want %v", of, got[of+" snr_median"].Value, want)
		}
	}
	check.Equal(t, "scores without scores of tokens", len(scoresOf(scoring.Defaults(), whole)), len(columns))
}

func TestGoldAndScoresAreBothNeeded(t *testing.T) {
	if Protocol.Prepare(&loaders.Example{Attributions: over("sentences", 1, 2)}) != nil {
		t.Error("scores of sentences without gold are accepted")
	}
	if Protocol.Prepare(&loaders.Example{Rationales: at(0)}) != nil {
		t.Error("a gold sentence without scores is accepted")
	}
}

func TestOptions(t *testing.T) {
	ex := &loaders.Example{
		Passage:      passage(4, loaders.Span{Start: 0, End: 3}, loaders.Span{Start: 3, End: 4}),
		Attributions: over("passage", .5, .5, .5, 1), Rationales: at(0),
	}
	s := scoring.Defaults()
	sum, _ := scoresOf(s, ex)["iou"].Value.Float()
	s.TokenMax = true
	maximum, _ := scoresOf(s, ex)["iou"].Value.Float()
	s.TopK = 2
	both, _ := scoresOf(s, ex)["iou"].Value.Float()
	if sum != 1 || maximum != 0 || both != .5 {
		t.Errorf("iou by sum %v, by maximum %v, of two %v", sum, maximum, both)
	}
	check.EqualLists(t, "the report names", Protocol.Settings, []string{"top_k", "token_max", "answerable"})
}

// One sample whose other sentences hardly vary moves the mean and not the
// median.
func TestMedianSNR(t *testing.T) {
	a, b := Protocol.Aggregate(scoring.Defaults()), Protocol.Aggregate(scoring.Defaults())
	add := func(to scoring.Aggregate, scores ...float64) {
		ex := loaders.Example{Attributions: over("sentences", scores...), Rationales: at(0)}
		to.Add(Protocol.Prepare(&ex))
	}
	add(a, 4, 2, 0)    // 9
	add(b, 1, 0, 2)    // 0
	add(b, 1, 0, 1e-6) // about 4e12
	add(b, 1, 0, 0)    // none
	a.Merge(b)
	scores := a.Scores()
	for i, score := range scores {
		if score.Metric != "snr_median" {
			continue
		}
		if x, ok := score.Value.Float(); !ok || x != 9 || score.Count != 3 || scores[i-1].Metric != "snr" {
			t.Errorf("the median is %v of %d behind %s, want 9 of 3 behind the mean", x, score.Count, scores[i-1].Metric)
		}
		return
	}
	t.Error("there is no median")
}

func TestSNRHasNoUnit(t *testing.T) {
	for _, unit := range []float64{1e-320, 1e-200, 1e-160, 1, 1e200, 1e307} {
		snr := SNR([]float64{unit, 2 * unit, -3 * unit, 8 * unit}, 3)
		checkValue(t, fmt.Sprint("in ", unit), snr, 64/(14./3), 1e-3)
	}
}
