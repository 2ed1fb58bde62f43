package sentences

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
)

// benchExamples reads the 10,000 samples that the authors' Python was timed
// on, where they are at hand, and makes as many of the same shape elsewhere.
func benchExamples(b *testing.B) []*loaders.Example {
	b.Helper()
	var in struct {
		Predictions [][]float64
		Gts         [][][]int
	}
	if f, err := os.Open(filepath.Join("..", "..", "..", "..", "shared", "bench", "quackie_10000.json.gz")); err == nil {
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			b.Fatal(err)
		}
		if err := json.NewDecoder(z).Decode(&in); err != nil {
			b.Fatal(err)
		}
	} else {
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
	examples := benchExamples(b)
	b.Run("cold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a := Protocol.Aggregate(scoring.Defaults())
			add(a, examples)
			a.Scores()
		}
	})
	evidence := make([]scoring.Evidence, len(examples))
	for i, ex := range examples {
		evidence[i] = Protocol.Prepare(ex)
	}
	for _, k := range []int{1, 3} {
		b.Run(fmt.Sprint("warm/k=", k), func(b *testing.B) {
			b.ReportAllocs()
			s := scoring.Defaults()
			s.TopK = k
			for b.Loop() {
				a := Protocol.Aggregate(s)
				for _, e := range evidence {
					a.Add(e)
				}
				a.Scores()
			}
		})
	}
}
