package counting

import (
	"fmt"
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/vectors"
)

// runs are three networks' region scores for 600 questions.
type runs struct {
	Runs      []string
	Pictures  map[string][][4]float64
	Questions []struct {
		Image  string
		Answer int
		Gold   [][4]float64
		Scores [][]float64 // per run
	}
	Objects  int
	Expected []map[string]float64 // per run, of counted_twice and missed the objects
}

func TestFractionalCounts(t *testing.T) {
	t.Parallel()
	var all runs
	vectors.ReadFile(t, "testdata/fractional.json.gz", &all)
	if len(all.Questions) != 600 || len(all.Runs) != 3 {
		t.Fatalf("%d questions of %d runs", len(all.Questions), len(all.Runs))
	}
	for k, name := range all.Runs {
		total := newAggregate(scoring.Defaults())
		for _, q := range all.Questions {
			ex := question(q.Answer, q.Scores[k]...)
			ex.Images[0].Proposals = vectors.Boxes(all.Pictures[q.Image])
			ex.Program[0].Gold = &loaders.Gold{Boxes: [][]loaders.Box{vectors.Boxes(q.Gold)}}
			total.Add(Protocol.Prepare(ex))
		}
		list := total.Scores()
		for metric, want := range all.Expected[k] {
			s := find(t, list, metric, "overall")
			x, ok := s.Value.Float()
			if want > 1 {
				x *= float64(s.Count)
				check.Equal(t, name+": "+metric+" rests on", s.Count, all.Objects)
			}
			tolerance := map[string]float64{"entropy": .00005, "fractional": .0005, "distance": .0005}[metric] + 1e-9
			if !ok || math.Abs(x-want) > tolerance {
				t.Errorf("%s: %s is %v, want %v", name, metric, x, want)
			}
		}
	}
}

func TestObjectsShareTheirRegions(t *testing.T) {
	t.Parallel()
	at := func(x, w float64) loaders.Box { return loaders.Box{X0: x, X1: x + w, Y1: 1} }
	for _, c := range []struct {
		why             string
		proposals, gold []loaders.Box
		scores, want    []float64
	}{
		{"the best of two", []loaders.Box{at(0, 1)}, []loaders.Box{at(.5, 1), at(.2, 1)}, []float64{.5}, []float64{0, .5}},
		{"the first of equals", []loaders.Box{at(0, 1)}, []loaders.Box{at(.1, 1), at(.1, 1)}, []float64{.5}, []float64{.5, 0}},
		{"none at .2", []loaders.Box{at(0, 1)}, []loaders.Box{at(0, 5)}, []float64{.5}, []float64{0}},
		{"several", []loaders.Box{at(0, 1), at(.1, 1)}, []loaders.Box{at(0, 1)}, []float64{.75, 1}, []float64{1.75}},
		{"a score without a proposal", []loaders.Box{at(0, 1)}, []loaders.Box{at(0, 1)}, []float64{.5, .5}, []float64{.5}},
		{"no gold", []loaders.Box{at(0, 1)}, nil, []float64{.5}, nil},
	} {
		check.Equal(t, c.why, fmt.Sprint(Objects(c.proposals, c.scores, c.gold)), fmt.Sprint(c.want), c.want)
	}
}

// A count of sure regions, all 0 or 1, is not fractional at all.
func TestSureCountsAreWhole(t *testing.T) {
	t.Parallel()
	list := aggregated(scoring.Defaults(), question(2, 1, 0, 1)).Scores()
	for _, metric := range []string{"entropy", "fractional", "distance"} {
		check.Equal(t, metric, find(t, list, metric, "overall").Value, scoring.Defined(0))
	}
	if s := find(t, list, "missed", "overall"); s.Value.Why() == "" || s.Count != 0 {
		t.Errorf("missed is %v of %d without gold boxes", s.Value, s.Count)
	}
}

// The score of a single region is a sum too, and no score is none.
func TestSumOfOneRegion(t *testing.T) {
	for n, scores := range [][]float64{nil, {.4}} {
		var s countSums
		s.addFractional(&loaders.Example{Program: []loaders.Module{{}}}, scores, .4)
		if s[summed] != float64(n) || s[total] != .4*float64(n) || s[distance] != .4*float64(n) {
			t.Errorf("%v: %v sums to %v, %v from a whole number", scores, s[summed], s[total], s[distance])
		}
	}
}
