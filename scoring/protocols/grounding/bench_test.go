package grounding

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
)

// benchExamples reads the 1,000 questions that the authors' Python was timed
// on, where they are at hand, and makes as many of the same shape elsewhere.
func benchExamples(b *testing.B) []*loaders.Example {
	b.Helper()
	var examples []*loaders.Example
	f, err := os.Open(filepath.Join("..", "..", "..", "..", "shared", "bench", "scn_1000.json.gz"))
	if err != nil {
		r := rand.New(rand.NewPCG(1, 2))
		for len(examples) < 1000 {
			for _, im := range randomImages(r, 50, 36, 5) {
				examples = append(examples, question(len(im.gold), im.proposals, im.scores, im.gold))
			}
		}
		return examples
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	var list []vectorExample
	if err := json.NewDecoder(z).Decode(&list); err != nil {
		b.Fatal(err)
	}
	for i := range list {
		examples = append(examples, list[i].example())
	}
	return examples
}

// BenchmarkGrounding scores GroundP, AP and COCO's AP: cold from decoded examples, warm
// from evidence, as when a threshold moves. Four times the examples show whether the cost
// is linear.
func BenchmarkGrounding(b *testing.B) {
	once := benchExamples(b)
	for _, times := range []int{1, 4} {
		examples := slices.Repeat(once, times)
		evidence := make([]scoring.Evidence, len(examples))
		for i, ex := range examples {
			evidence[i] = Protocol.Prepare(ex)
		}
		b.Run(fmt.Sprintf("cold/%d", len(examples)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				aggregated(scoring.Defaults(), examples...).Scores()
			}
		})
		b.Run(fmt.Sprintf("warm/%d", len(examples)), func(b *testing.B) {
			b.ReportAllocs()
			s := scoring.Defaults()
			for b.Loop() {
				s.DetectionIoU = 0.7 - s.DetectionIoU // moves between .2 and .5
				a := Protocol.Aggregate(s)
				for _, e := range evidence {
					a.Add(e)
				}
				a.Scores()
			}
		})
	}
}
