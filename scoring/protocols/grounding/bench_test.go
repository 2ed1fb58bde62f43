package grounding

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/vectors"
)

// benchExamples reads the 1,000 questions that the authors' Python was timed
// on, where they are at hand, and makes as many of the same shape elsewhere.
func benchExamples(b *testing.B) (examples []*loaders.Example) {
	b.Helper()
	var list []vectorExample
	if vectors.ReadTimed(b, "scn_1000.json.gz", &list) {
		return loaders.Map(list, func(e vectorExample) *loaders.Example { return e.example() })
	}
	for r := rand.New(rand.NewPCG(1, 2)); len(examples) < 1000; {
		for _, im := range randomImages(r, 50, 36, 5) {
			examples = append(examples, question(len(im.gold), im.proposals, im.scores, im.gold))
		}
	}
	return examples
}

// BenchmarkGrounding scores GroundP, AP and COCO's AP: cold from decoded examples, warm
// from evidence, as when a threshold moves. Four times the examples show whether the cost
// is linear.
func BenchmarkGrounding(b *testing.B) {
	once, moved := benchExamples(b), scoring.Defaults()
	moved.DetectionIoU = 0.5
	for _, times := range []int{1, 4} {
		b.Run(fmt.Sprint(times*len(once)), func(b *testing.B) {
			scoringtest.Bench(b, Protocol, slices.Repeat(once, times), map[string][]scoring.Settings{"": {scoring.Defaults(), moved}})
		})
	}
}
