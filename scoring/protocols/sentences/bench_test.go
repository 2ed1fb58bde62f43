package sentences

import (
	"math/rand/v2"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/vectors"
)

// benchExamples reads the 10,000 samples that the authors' Python was timed
// on, where they are at hand, and makes as many of the same shape elsewhere.
func benchExamples(b *testing.B) []*loaders.Example {
	b.Helper()
	var in struct {
		Predictions [][]float64
		Gts         [][][]int
	}
	if !vectors.ReadTimed(b, "quackie_10000.json.gz", &in) {
		r := rand.New(rand.NewPCG(1, 1))
		for range 10_000 {
			scores := make([]float64, 1+r.IntN(12))
			for i := range scores {
				scores[i] = r.NormFloat64()
			}
			gt := make([]int, len(scores))
			gt[r.IntN(len(gt))] = 1
			in.Predictions, in.Gts = append(in.Predictions, scores), append(in.Gts, [][]int{gt})
		}
	}
	list := make([]*loaders.Example, len(in.Predictions))
	for i, scores := range in.Predictions {
		list[i] = sample(b, scores, in.Gts[i])
	}
	return list
}

// BenchmarkQuackie scores 10,000 samples by all metrics: cold from decoded
// examples, warm from evidence, as when k moves.
func BenchmarkQuackie(b *testing.B) {
	three := scoring.Defaults()
	three.TopK = 3
	scoringtest.Bench(b, Protocol, benchExamples(b), map[string][]scoring.Settings{"/k=1": {scoring.Defaults()}, "/k=3": {three}})
}
