package scoringtest

import (
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Bench measures what scoring examples takes: cold from the examples, and warm from evidence, by
// name under settings in turn, as when a threshold moves; nil keeps the defaults.
func Bench(b *testing.B, p scoring.Protocol, examples []*loaders.Example, warm map[string][]scoring.Settings) {
	score := func(s scoring.Settings, evidence []scoring.Evidence) {
		a := p.Aggregate(s)
		for _, e := range evidence {
			if e != nil {
				a.Add(e)
			}
		}
		a.Scores()
	}
	b.Run("cold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			score(scoring.Defaults(), loaders.Map(examples, p.Prepare))
		}
	})
	if warm == nil {
		warm = map[string][]scoring.Settings{"": {scoring.Defaults()}}
	}
	evidence := loaders.Map(examples, p.Prepare)
	for _, name := range loaders.SortedKeys(warm) {
		b.Run("warm"+name, func(b *testing.B) {
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				score(warm[name][n%len(warm[name])], evidence)
			}
		})
	}
}
