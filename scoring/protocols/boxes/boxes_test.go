package boxes

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// generated returns examples of the bench input's shape.
func generated(n int) []*loaders.Example {
	r := rand.New(rand.NewPCG(7, 7))
	box := func() loaders.Box {
		x, y := r.Float64()*0.8, r.Float64()*0.8
		return loaders.Box{X0: x, Y0: y, X1: x + 0.05 + r.Float64()*0.5, Y1: y + 0.05 + r.Float64()*0.5}
	}
	list := make([]*loaders.Example, n)
	for i := range list {
		ex := &loaders.Example{ID: fmt.Sprint(i), Images: make([]loaders.Image, 2)}
		for k := range ex.Images {
			for range 36 {
				ex.Images[k].Proposals = append(ex.Images[k].Proposals, box())
			}
		}
		for k := range 6 {
			m := loaders.Module{Op: Types[(i+k)%len(Types)], Gold: &loaders.Gold{}}
			for range ex.Images {
				gold, output := make([]loaders.Box, r.IntN(4)), make([]float64, 36)
				for g := range gold {
					gold[g] = box()
				}
				for p := range output {
					output[p] = r.Float64()
				}
				m.Gold.Boxes, m.Output.Boxes = append(m.Gold.Boxes, gold), append(m.Output.Boxes, output)
			}
			ex.Program = append(ex.Program, m)
		}
		list[i] = ex
	}
	return list
}

func aggregated(list []*loaders.Example, s scoring.Settings) scoring.Aggregate {
	a := Protocol.Aggregate(s)
	for _, ex := range list {
		if e := Protocol.Prepare(ex); e != nil {
			a.Add(e)
		}
	}
	return a
}

func equal(t *testing.T, why string, got, want []scoring.Score, countToo bool) {
	t.Helper()
	for i := range want {
		g, gok := got[i].Value.Float()
		w, wok := want[i].Value.Float()
		if gok != wok || g-w > 1e-12 || w-g > 1e-12 || countToo && got[i].Count != want[i].Count {
			t.Errorf("%s: %s of %s = %v (n %d), want %v (n %d)", why, want[i].Metric, want[i].Of, g, got[i].Count, w, want[i].Count)
		}
	}
}

func eachAverage(t *testing.T, f func(t *testing.T, s scoring.Settings)) {
	for a := scoring.OverExamples; a <= scoring.OverOccurrences; a++ {
		t.Run(a.String(), func(t *testing.T) {
			s := scoring.Defaults()
			s.Average = a
			f(t, s)
		})
	}
}

func TestPerfectOutputsScoreOne(t *testing.T) {
	list := generated(20)
	for _, ex := range list {
		for _, m := range ex.Program {
			for i, gold := range m.Gold.Boxes {
				copy(ex.Images[i].Proposals, gold) // each gold box is among the proposals
			}
			for i, gold := range m.Gold.Boxes {
				for p, box := range ex.Images[i].Proposals {
					m.Output.Boxes[i][p] = 0
					for _, g := range gold {
						if iou64(box, g) > 0.5 {
							m.Output.Boxes[i][p] = 1
						}
					}
				}
			}
		}
		ex.Program = ex.Program[len(ex.Program)-1:] // the module whose gold was copied last
	}
	eachAverage(t, func(t *testing.T, s scoring.Settings) {
		for _, score := range aggregated(list, s).Scores() {
			if x, ok := score.Value.Float(); ok && x != 1 && !strings.HasPrefix(score.Metric, "vacuous") {
				t.Errorf("%s of %s = %v, want 1", score.Metric, score.Of, x)
			}
		}
	})
}

// Of three examples one predicts nothing and one neither predicts nor wants
// anything: they are counted. A precision is vacuous where none predicts
// anything, and only there.
func TestVacuousScores(t *testing.T) {
	box := loaders.Box{X1: 1, Y1: 1}
	example := func(p float64, gold ...loaders.Box) *loaders.Example {
		return one([]loaders.Box{box}, []float64{p}, gold)
	}
	silent := []*loaders.Example{example(.1, box), example(.1)}
	eachAverage(t, func(t *testing.T, s scoring.Settings) {
		for _, c := range []struct {
			list []*loaders.Example
			why  string
			want map[string]float64
		}{
			{silent, "predicts nothing", map[string]float64{"precision": 1, "vacuous_precision": 2, "vacuous": 1}},
			{append(silent, example(.9, box)), "", map[string]float64{"precision": 1, "vacuous_precision": 2, "vacuous": 1}},
			{[]*loaders.Example{example(.9, box)}, "", map[string]float64{"precision": 1, "recall": 1, "f1": 1}},
		} {
			found := map[string]float64{}
			for _, score := range aggregated(c.list, s).Scores() {
				if x, ok := score.Value.Float(); ok && score.Of == "find" {
					found[score.Metric] = x
				}
				if _, ok := score.Value.Float(); !ok || score.Metric != "precision" {
					continue
				}
				if _, rests := score.Resting().Float(); score.Vacuous != c.why || rests != (c.why == "") {
					t.Errorf("%s of %s of %d examples is vacuous: %q", score.Metric, score.Of, len(c.list), score.Vacuous)
				}
			}
			for metric, want := range c.want {
				check.Equal(t, metric, found[metric], want, len(c.list), found, c.want)
			}
			if _, counted := found["vacuous"]; counted != (c.want["vacuous"] > 0) {
				t.Errorf("%d examples: %v", len(c.list), found)
			}
		}
	})
}

func TestNothingIsUndefinedWithAReason(t *testing.T) {
	eachAverage(t, func(t *testing.T, s scoring.Settings) {
		scores := aggregated(nil, s).Scores()
		check.Equal(t, "scores", len(scores), 3*(len(Types)+1))
		for _, score := range scores {
			if x, ok := score.Value.Float(); ok || score.Value.Why() == "" || score.Count != 0 {
				t.Errorf("%s of %s = %v, %q, n %d", score.Metric, score.Of, x, score.Value.Why(), score.Count)
			}
		}
	})
}

func TestWhichModulesAreScored(t *testing.T) {
	proposals := []loaders.Box{{X1: 1, Y1: 1}}
	output := loaders.Output{Boxes: [][]float64{{0.9}}}
	for _, c := range []struct {
		why    string
		module loaders.Module
		want   bool
	}{
		{"annotated, with a box", loaders.Module{Op: "filter", Output: output, Gold: &loaders.Gold{Boxes: [][]loaders.Box{proposals}}}, true},
		{"annotated, nothing to find", loaders.Module{Op: "relocate", Output: output, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{}}}}, true},
		{"annotated without images", loaders.Module{Op: "find", Output: output, Gold: &loaders.Gold{Boxes: [][]loaders.Box{}}}, true},
		{"nobody annotated it", loaders.Module{Op: "find", Output: output}, false},
		{"its gold is a number", loaders.Module{Op: "find", Output: output, Gold: &loaders.Gold{Value: new(float64)}}, false},
		{"a type without gold boxes in the paper", loaders.Module{Op: "count", Output: output, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{}}}},
			false},
	} {
		ex := &loaders.Example{Images: []loaders.Image{{Proposals: proposals}}, Program: []loaders.Module{{Op: "exist"}, c.module}}
		e := Protocol.Prepare(ex)
		check.Equal(t, "scored", e != nil, c.want, c.why, e != nil)
		if e != nil {
			if m := scoringtest.Example(e, scoring.Defaults()).Modules; len(m) != 1 || m[0].Node != 1 || m[0].Type != c.module.Op {
				t.Errorf("%s: %+v", c.why, m)
			}
		}
	}
}

func TestNoOutputMovesNothingAndIsCounted(t *testing.T) {
	scored := generated(1)[0]
	want := aggregated([]*loaders.Example{scored}, scoring.Defaults()).Scores()
	silent := &loaders.Example{Program: []loaders.Module{{Op: "find", Gold: &loaders.Gold{Boxes: [][]loaders.Box{{}}}}}}
	got := aggregated([]*loaders.Example{scored, silent}, scoring.Defaults()).Scores()
	last := len(got) - 1
	equal(t, "an example without outputs", got[:last], want, true)
	check.Equal(t, "last metric", got[last].Metric, "unscored")
	check.Equal(t, "unscored", got[last].Value, scoring.Defined(1))

	score := scoringtest.Example(Protocol.Prepare(silent), scoring.Defaults())
	if len(score.Modules) != 1 || score.Modules[0].Value.Why() != whyNoOutput || score.Overall.Why() != whySilent ||
		score.Faithful != loaders.Unknown {
		t.Errorf("by itself: %+v", score)
	}
}

// Lengths come from files: what is missing is padding or never predicted.
func TestUnevenLengths(t *testing.T) {
	box := loaders.Box{X1: 1, Y1: 1}
	for _, c := range []struct {
		why           string
		proposals     []loaders.Box
		probabilities []float64
		gold          []loaders.Box
		want          PrecisionCounts
	}{
		{"a proposal without a probability", []loaders.Box{box, box}, []float64{0}, []loaders.Box{box}, PrecisionCounts{RecallBad: 1}},
		{"a probability without a proposal", []loaders.Box{box}, []float64{0, 0.9}, []loaders.Box{box}, PrecisionCounts{PrecisionBad: 1,
			RecallBad: 1}},
		{"no proposals at all", nil, nil, []loaders.Box{box}, PrecisionCounts{RecallBad: 1}},
		{"predicted padding", []loaders.Box{{}}, []float64{0.9}, []loaders.Box{box}, PrecisionCounts{PrecisionBad: 1, RecallBad: 1}},
		{"predicted padding on gold without area", []loaders.Box{{}}, []float64{0.9}, []loaders.Box{{}}, PrecisionCounts{RecallBad: 1}},
		{"predicted on an image without gold", []loaders.Box{box}, []float64{0.9}, nil, PrecisionCounts{PrecisionBad: 1}},
	} {
		e, s := weighExample[float64](one(c.proposals, c.probabilities, c.gold)), scoring.Defaults()
		check.Equal(t, c.why, e.countImage(e.outcomes[0], &s), c.want)
	}
}

func TestBoxesToldApart(t *testing.T) {
	gold := loaders.Box{X1: 2, Y1: 2}
	proposals := []loaders.Box{{X0: 5, Y0: 5, X1: 6, Y1: 6}, {X1: 2, Y1: 1}, {X1: 2, Y1: 2}, {X1: 2, Y1: 1.5}}
	ex := one(proposals, []float64{0.7, 0.8, 0.4, 0.6}, []loaders.Box{gold, {X0: 8, Y0: 8, X1: 9, Y1: 9}})
	image := scoringtest.Example(Protocol.Prepare(ex), scoring.Defaults()).Modules[0].Images[0]
	want := []scoring.PredictedBox{
		{Proposal: 0, Probability: 0.7},
		{Proposal: 1, Probability: 0.8, BestIoU: 0.5}, // at both thresholds: in neither count
		{Proposal: 3, Probability: 0.6, BestIoU: 0.75, Hit: true, Counted: true},
	}
	want[0].Counted = true
	check.Equal(t, "predicted", fmt.Sprint(image.Predicted), fmt.Sprint(want))
	wantGold := []scoring.GoldBox{
		{Matched: true, BestIoU: 0.75, BestProposal: 3, Nearest: scoring.Proposal{Proposal: 3, Probability: 0.6, IoU: 0.75}, Aligned: true},
		{BestProposal: -1, Nearest: scoring.Proposal{Proposal: -1}},
	}
	check.Equal(t, "gold", fmt.Sprint(image.Gold), fmt.Sprint(wantGold))
}

// Evidence comes back as it was written, and overlaps that are not in the order of
// ranks are refused: a search relies on it.
func TestEvidenceIsWrittenAndRead(t *testing.T) {
	for _, ex := range generated(10) {
		e := prepareBoxes(ex).(*evidence)
		back, err := scoringtest.ReadBack(Protocol, scoringtest.Written(Protocol, e))
		if err != nil || !reflect.DeepEqual(back, e) {
			t.Fatalf("%+v comes back as %+v, %v", e, back, err)
		}
		o := e.outcomes[0]
		if e.overlaps[o.overlaps.from].rank != 0 {
			continue
		}
		e.overlaps[o.overlaps.from+1].rank = 0
		_, err = scoringtest.ReadBack(Protocol, scoringtest.Written(Protocol, e))
		check.Fails(t, "one rank twice is read", err)
	}
}
