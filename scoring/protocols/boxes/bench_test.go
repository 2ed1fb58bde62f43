package boxes

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/vectors"
)

// benchExamples reads the 2,000 examples that the authors' Python was timed
// on, where they are at hand, and makes as many of the same shape elsewhere.
func benchExamples(b *testing.B) []*loaders.Example {
	b.Helper()
	var cases []vectorCase
	if !vectors.ReadTimed(b, "module_score_2000.json.gz", &cases) {
		return generated(2000)
	}
	return loaders.Map(cases, func(c vectorCase) *loaders.Example { return c.example() })
}

// BenchmarkModuleScores scores 2,000 examples of 6 modules, 2 images, 36
// proposals: cold from decoded examples, warm from evidence, as when a
// threshold moves.
func BenchmarkModuleScores(b *testing.B) {
	examples := benchExamples(b)
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
	warm := map[string][]scoring.Settings{}
	for a := scoring.OverExamples; a <= scoring.OverOccurrences; a++ {
		s, moved := scoring.Defaults(), scoring.Defaults()
		s.Average, moved.Average, moved.Threshold = a, a, 0.3
		warm["/"+a.String()] = []scoring.Settings{s, moved}
	}
	scoringtest.Bench(b, Protocol, examples, warm)
}
