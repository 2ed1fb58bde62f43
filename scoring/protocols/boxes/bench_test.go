package boxes

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
)

// benchExamples reads the 2,000 examples that the authors' Python was timed
// on, where they are at hand, and makes as many of the same shape elsewhere.
func benchExamples(b *testing.B) []*loaders.Example {
	b.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "..", "shared", "bench", "module_score_2000.json.gz"))
	if err != nil {
		return generated(2000)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	var cases []vectorCase
	if err := json.NewDecoder(z).Decode(&cases); err != nil {
		b.Fatal(err)
	}
	list := make([]*loaders.Example, len(cases))
	for i := range cases {
		list[i] = cases[i].example()
	}
	return list
}

// BenchmarkModuleScores scores 2,000 examples of 6 modules, 2 images, 36
// proposals: cold from decoded examples, warm from evidence, as when a
// threshold moves.
func BenchmarkModuleScores(b *testing.B) {
	examples := benchExamples(b)
	b.Run("cold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			aggregated(examples, scoring.Defaults()).Scores()
		}
	})
	b.Run("cold/split", func(b *testing.B) { // over all cores, as a session reads a run
		b.ReportAllocs()
		for b.Loop() {
			prepared, next := make([]scoring.Evidence, len(examples)), atomic.Int64{}
			var cores sync.WaitGroup
			for range runtime.GOMAXPROCS(0) {
				cores.Go(func() {
					for i := next.Add(1) - 1; i < int64(len(examples)); i = next.Add(1) - 1 {
						prepared[i] = Protocol.Prepare(examples[i])
					}
				})
			}
			cores.Wait()
			aggregate := Protocol.Aggregate(scoring.Defaults())
			for _, e := range prepared {
				aggregate.Add(e)
			}
			aggregate.Scores()
		}
	})
	evidence := make([]scoring.Evidence, len(examples))
	for i, ex := range examples {
		evidence[i] = Protocol.Prepare(ex)
	}
	for a := scoring.OverExamples; a <= scoring.OverOccurrences; a++ {
		b.Run("warm/"+a.String(), func(b *testing.B) {
			b.ReportAllocs()
			s := scoring.Defaults()
			s.Average = a
			for b.Loop() {
				s.Threshold = 0.8 - s.Threshold // moves between .3 and .5
				aggregate := Protocol.Aggregate(s)
				for _, e := range evidence {
					aggregate.Add(e)
				}
				aggregate.Scores()
			}
		})
	}
}
