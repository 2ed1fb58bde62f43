package causes

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/spans"
)

var protocols = []scoring.Protocol{boxes.Protocol, spans.Protocol, Protocol}

// example has one module per list of probabilities over two proposals, of
// which the first is gold; nil wants nothing.
func example(op string, wanted bool, probabilities ...float64) *loaders.Example {
	box := loaders.Box{X1: 0.2, Y1: 0.2}
	gold := []loaders.Box{}
	if wanted {
		gold = append(gold, box)
	}
	return &loaders.Example{
		Images: []loaders.Image{{Proposals: []loaders.Box{box, {X0: 0.5, Y0: 0.5, X1: 0.7, Y1: 0.7}}}},
		Program: []loaders.Module{{
			Op: op, Output: loaders.Output{Boxes: [][]float64{probabilities}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{gold}},
		}},
	}
}

func evidenceOf(ex *loaders.Example) scoring.Evidence { return scoring.PrepareAll(protocols, ex)[2] }

func TestScores(t *testing.T) {
	examples := []*loaders.Example{
		example("find", true, 0.9, 0), example("find", true, 0.3, 0), example("find", true, 0.3, 0.9),
		example("find", false, 0, 0), example("filter", false, 0, 0.9),
	}
	whole, half := Protocol.Aggregate(scoring.Defaults()), Protocol.Aggregate(scoring.Defaults())
	for i, ex := range examples {
		if i < 2 {
			whole.Add(evidenceOf(ex))
		} else {
			half.Add(evidenceOf(ex))
		}
	}
	half.Merge(whole)
	got := map[string]float64{}
	counts := map[string]int{}
	for _, s := range half.Scores() {
		x, _ := s.Value.Float()
		got[s.Of+" "+s.Metric], counts[s.Of] = x, s.Count
	}
	for name, want := range map[string]float64{
		"overall wrong": 3, "find wrong": 2, "filter wrong": 1,
		"find low_p": 1, "find elsewhere": 1, "filter from_nothing": 1, "overall low_p": 1, "filter low_p": 0,
		"find nothing_wanted": 1, "overall nothing_wanted": 1, "find predicting": 2, "filter predicting": 1,
	} {
		if x, ok := got[name]; !ok || x != want {
			t.Errorf("%s: %v, want %v", name, x, want)
		}
	}
	if counts["overall"] != 5 || counts["find"] != 4 {
		t.Errorf("counts %v", counts)
	}
	if _, ok := got["overall diffuse"]; ok {
		t.Error("boxes have a cause of spans")
	}
}

func TestNothingToExplain(t *testing.T) {
	check.Equal(t, "evidence", evidenceOf(&loaders.Example{}), nil)
}
