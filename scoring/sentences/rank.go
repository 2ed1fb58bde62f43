package sentences

import (
	"faithscope/loaders"
	"faithscope/scoring"
)

// Ranking is what one attribution makes of an example's sentences.
type Ranking struct {
	Scores   []float64 // per sentence, under the settings it was made with
	Selected []bool    // among the k best
	Measures
	Random Baseline
	// RandomSNR is the mean SNR of the same scores in any order; it is
	// undefined where several sentences are gold.
	RandomSNR scoring.Value
}

// Rank ranks the sentences of an example by one of its attributions. why says
// why that is not possible, "" where it is.
func Rank(ex *loaders.Example, a *loaders.Attribution, s scoring.Settings) (r Ranking, why string) {
	e := &evidence{Golds: Golds(ex)}
	switch {
	case e.Golds == nil:
		return r, whyNoGold
	case !ofSentences(ex, a):
		return r, whyNoScores
	}
	if why := e.read(ex.Passage, a); why != "" {
		return r, why
	}
	r.Scores = e.scores(&s)
	k := topK(&s)
	r.Selected, r.Measures = Select(r.Scores, k), Measure(r.Scores, e.Golds, k)
	r.Random = Random(len(r.Scores), e.distinct, k)
	r.RandomSNR = scoring.Undefined("several sentences are gold")
	if e.distinct == 1 {
		var snr scoring.Mean
		for i := range r.Scores {
			snr.Add(SNR(r.Scores, i))
		}
		r.RandomSNR = snr.Value(whyStill)
	}
	return r, ""
}
