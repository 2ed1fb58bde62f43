package nmn

import (
	"math"
	"math/rand/v2"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

// FuzzRun runs programs, images and outputs that no model would write.
func FuzzRun(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(seed)
	}
	var ops []language.ModuleOp
	for op := language.Find; op <= language.Compare; op++ {
		if op.Signature().Neural {
			ops = append(ops, op)
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		set := func(images int) (boxes [][]float64) {
			for range images {
				list := make([]float64, r.IntN(4))
				for k := range list {
					list[k] = []float64{0, 1, r.Float64()}[r.IntN(3)]
				}
				boxes = append(boxes, list)
			}
			return boxes
		}
		ex := &loaders.Example{Images: make([]loaders.Image, r.IntN(3))}
		for i := range ex.Images {
			ex.Images[i].Proposals = make([]loaders.Box, r.IntN(4))
		}
		// The modules that a module takes are made to fit, so that most run.
		var add func(of language.ReturnKind, depth int) int
		add = func(of language.ReturnKind, depth int) int {
			op := ops[r.IntN(len(ops))]
			for s := op.Signature(); s.Returns != of || depth > 4 && s.Takes > 1; s = op.Signature() {
				op = ops[r.IntN(len(ops))]
			}
			i := len(ex.Program)
			ex.Program = append(ex.Program, loaders.Module{Op: op.String(), Text: "2"})
			for range op.Signature().Takes {
				child := add(op.Signature().Of, depth+1)
				ex.Program[i].Children = append(ex.Program[i].Children, child)
			}
			switch m := &ex.Program[i]; r.IntN(4) {
			case 0:
			case 1:
				m.Output.Number = &loaders.Number{Mean: 3 * r.Float64(), Var: r.Float64()}
			default:
				m.Output.Boxes = set(r.IntN(3))
			}
			return i
		}
		add(language.Truth, 0)
		changes := executor.OutputChanges{}
		for i := range ex.Program {
			if r.IntN(4) == 0 {
				changes[i] = executor.OutputChange{Output: &loaders.Output{Boxes: set(r.IntN(3))},
					Switches: []executor.ProbabilityOverride{{Image: r.IntN(3), Box: r.IntN(4), Probability: 1}}}
			}
		}
		for _, e := range []*Executor{{}, {Counting: Sum}, {Counting: Graph, Spread: Paper}} {
			for _, c := range []executor.OutputChanges{nil, changes} {
				o, err := e.Run(ex, c)
				if err != nil {
					continue
				}
				if o.Probability == nil && o.Undefined == "" ||
					o.Probability != nil && (math.IsNaN(*o.Probability) || *o.Probability < -1e-9 || *o.Probability > 1+1e-6) {
					t.Fatalf("%+v of %+v", o, ex.Program)
				}
			}
		}
	})
}
