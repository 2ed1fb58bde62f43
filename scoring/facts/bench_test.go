package facts

import (
	"math/rand/v2"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
)

// BenchmarkMovedSetting brings what a list and the overview show up to date after
// a setting moved: the columns of scores and modules, the quadrant, and the modules that go
// wrong most often. 2,000 examples of 6 modules over two images of 36 boxes; at most 8 ms are wanted.
func BenchmarkMovedSetting(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	run, _ := scoringtest.Run(scoringtest.NewRecords(2000, true), func(int) *loaders.Example { return scoringtest.Large(random) })
	scored := session.New(run, session.Protocols())
	for i := range 2000 { // not by Read: random is not for several goroutines
		scored.Hold(i)
	}
	r := New(scored)
	settings := scoring.Defaults()
	b.ReportAllocs()
	for b.Loop() {
		settings.Threshold = 0.8 - settings.Threshold // moves between .3 and .5
		table := r.Table(settings, nil)
		for _, name := range []string{"verdict", "faithful", "faithfulness", "culprit", "culprit.cause", "f1.find", "f1.filter"} {
			if column := table.Column(name); column != nil {
				for i := range table.Len() {
					column.At(i)
				}
			}
		}
		table.Quadrant()
		table.Blame(table.All())
	}
}
