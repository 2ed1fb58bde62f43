package nmn

import (
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// TestOracleGolden runs the programs of ../shared/data/nlvr1 on their gold: the
// objects are the gold boxes, which symbolic execution of NLVR's structured
// representation gave, and each learned module returns its own. What remains is
// the executor, and people's judgement of the sentences.
func TestOracleGolden(t *testing.T) {
	run := opened(t, filepath.Join("..", "..", "..", "..", "shared", "data", "nlvr1", "runs", "sum_count", "predictions.json.gz"))
	right := 0
	for i := range run.Len() {
		ex := *run.Scan(i)
		ex.Program = slices.Clone(ex.Program)
		ex.Images = slices.Clone(ex.Images)
		for image := range ex.Images {
			var all []loaders.Box
			for _, m := range ex.Program {
				if m.Gold != nil {
					for _, b := range m.Gold.Boxes[image] {
						if !slices.Contains(all, b) {
							all = append(all, b)
						}
					}
				}
			}
			ex.Images[image].Proposals = all
		}
		for k := range ex.Program {
			m := &ex.Program[k]
			m.Output = loaders.Output{}
			if m.Gold == nil {
				if language.Of(m.Op).Signature().Learned {
					t.Fatalf("%s: no gold of %s", ex.ID, m.Op)
				}
				continue
			}
			m.Output.Boxes = make([][]float64, len(ex.Images))
			for image := range ex.Images {
				for _, b := range ex.Images[image].Proposals {
					p := 0.
					if slices.Contains(m.Gold.Boxes[image], b) {
						p = 1
					}
					m.Output.Boxes[image] = append(m.Output.Boxes[image], p)
				}
			}
		}
		o, err := (&Executor{Counting: Sum}).Run(&ex, nil)
		if err != nil {
			t.Fatal(ex.ID, err)
		}
		if o.Answer == ex.Answer.Gold {
			right++
		} else {
			t.Errorf("%s: %s: %s of %s with p %v, people say %s", ex.ID, ex.Question, o.Answer, ex.Logical, *o.Probability, ex.Answer.Gold)
		}
	}
	t.Logf("%d of %d answers are those that people give", right, run.Len())
}
