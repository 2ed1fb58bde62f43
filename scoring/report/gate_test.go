package report

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/session"
)

// gated are the protocols of the simulated runs.
var gated = []scoring.Protocol{answers.Protocol, boxes.Protocol, faithfulness.Protocol}

// outcomes say what is right in an example: the answer, find and filter.
type outcomes [3]bool

// runOf returns a run with an example for each of some outcomes, four to a picture.
func runOf(t *testing.T, all []outcomes) *session.ScoredRun {
	t.Helper()
	box := loaders.Box{X1: 1, Y1: 1}
	module := func(op string, good bool) loaders.Module {
		p := .1
		if good {
			p = .9
		}
		return loaders.Module{Op: op, Output: loaders.Output{Boxes: [][]float64{{p, .2}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{box}}}}
	}
	return scoredRun(t, len(all), gated, func(i int) *loaders.Example {
		o := all[i]
		return &loaders.Example{
			ID: fmt.Sprint(i), Answer: loaders.Answer{Correct: loaders.VerdictOf(o[0])},
			Images:  []loaders.Image{{Path: fmt.Sprint(i / 4), Proposals: []loaders.Box{box, {X0: 2, X1: 3, Y1: 1}}}},
			Program: []loaders.Module{module("find", o[1]), module("filter", o[2])},
		}
	})
}

// drawn returns the outcomes of two runs on n examples, with 70 % right in A. From A to B each
// outcome is lost with probability .03 and gained with the same, so that B is as good,
// but answers are lost with a probability that is larger by drop. In a share of the pictures,
// alike, all examples change together.
func drawn(r *rand.Rand, n int, drop, alike float64) (a, b []outcomes) {
	const share, change = .7, .03
	together := false
	var u [2][3]float64
	for i := range n {
		if i%4 == 0 {
			together = r.Float64() < alike
		}
		if i%4 == 0 || !together {
			for k := range 3 {
				u[0][k], u[1][k] = r.Float64(), r.Float64()
			}
		}
		var x, y outcomes
		for k := range 3 {
			lost := change / share
			if k == 0 {
				lost += drop / share
			}
			x[k] = u[0][k] < share
			y[k] = x[k] && u[1][k] >= lost || !x[k] && u[1][k] < change/(1-share)
		}
		a, b = append(a, x), append(b, y)
	}
	return a, b
}

func gateOf(t *testing.T, a, b *session.ScoredRun, bounds GateBounds) *GateVerdict {
	t.Helper()
	d := clustered(250, session.ByPicture)
	settings := scoring.Defaults()
	settings.Trials = 20 // of intervals, by which a gate does not judge
	c := compare(t, a, b, settings, d)
	return c.Judge(bounds)
}

// pairs returns how many pairs of runs are simulated, out of those of the long test.
func pairs(of int) int {
	if os.Getenv("FAITHSCOPE_TEST_LONG") == "" {
		return of / 10
	}
	return of
}

// Few of 400 pairs of equally good runs fail, although five scores of each are tested and
// examples of a picture depend on each other.
func TestGateSeldomFailsEqualRuns(t *testing.T) {
	t.Parallel()
	r, n, alarms := rand.New(rand.NewPCG(1, 2)), pairs(400), 0
	for i := range n {
		a, b := drawn(r, 200, 0, float64(i%2)/2)
		if !gateOf(t, runOf(t, a), runOf(t, b), GateBounds{Level: Level}).Passes() {
			alarms++
		}
	}
	t.Logf("%d of %d pairs of equal runs fail", alarms, n)
	if alarms*1000 > n*65 {
		t.Error("too many")
	}
}

// A drop of 5 points in accuracy over 800 examples is found.
func TestGateFindsADrop(t *testing.T) {
	t.Parallel()
	r, n, found := rand.New(rand.NewPCG(3, 4)), pairs(100), 0
	for range n {
		a, b := drawn(r, 800, .05, 0)
		if slices.Contains(failing(gateOf(t, runOf(t, a), runOf(t, b), GateBounds{Level: Level})), "answers overall accuracy") {
			found++
		}
	}
	t.Logf("the drop is found in %d of %d pairs", found, n)
	if found*10 < n*9 {
		t.Error("too few")
	}
}

// failing names the scores because of which a gate fails.
func failing(g *GateVerdict) (names []string) {
	for _, c := range g.Checks {
		if c.Fails() {
			names = append(names, c.scoreName())
		}
	}
	return names
}

// changed returns the outcomes of 40 pictures: all right in A, and in B wrong in one example of
// every second picture for the answer, and of every eighth for find.
func changed() (a, b []outcomes) {
	for i := range 160 {
		a, b = append(a, outcomes{true, true, true}), append(b, outcomes{i%8 != 0, i%32 != 0, true})
	}
	return a, b
}

func TestGateBounds(t *testing.T) {
	t.Parallel()
	a, b := changed()
	const accuracy = "answers overall accuracy"
	for _, c := range []struct {
		name   string
		a, b   []outcomes
		bounds GateBounds
		want   []string
		judged int
	}{
		{"worse in a direction", a, b, GateBounds{Level: Level}, []string{accuracy}, 5},
		{"better in the other", b, a, GateBounds{Level: Level}, nil, 5},
		{"a fall of 1/8 that may be", a, b, GateBounds{Level: Level, Drop: .125}, nil, 5},
		{"the same, rounded", a, b, GateBounds{Level: Level, Drop: .125 - 1e-16}, nil, 5},
		{"a fall that may be less", a, b, GateBounds{Level: Level, Drop: .12}, []string{accuracy}, 5},
		{"any p", a, b, GateBounds{Level: .9999}, []string{accuracy, "module-boxes overall f1", "module-boxes find f1"}, 5},
		{"no answers", a, b, GateBounds{Level: Level, Only: []string{"module-boxes"}}, nil, 3},
		{"one type", a, b, GateBounds{Level: .9999, Only: []string{"find", "faithfulness"}}, []string{"module-boxes find f1"}, 2},
	} {
		g := gateOf(t, runOf(t, c.a), runOf(t, c.b), c.bounds)
		if got := failing(g); !slices.Equal(got, c.want) || len(g.Checks) != c.judged || g.Passes() != (c.want == nil) {
			t.Errorf("%s: %q of %d fail, want %q of %d", c.name, got, len(g.Checks), c.want, c.judged)
		}
		p, _ := g.Checks[0].P.Float()
		if holm, _ := g.Checks[0].Holm.Float(); c.judged > 3 && holm != min(1, p*float64(c.judged)) {
			t.Errorf("%s: p %v is corrected to %v for %d scores", c.name, p, holm, c.judged)
		}
	}
}

// What B lost fails, whatever its mean says: examples, and a score that A has.
func TestGateMissesWhatIsLost(t *testing.T) {
	t.Parallel()
	all, _ := changed()
	a, fewer := runOf(t, all), runOf(t, all[:100])
	for lost, passes := range map[int]bool{0: false, 59: false, 60: true, -1: true} {
		if g := gateOf(t, a, fewer, GateBounds{Level: Level, Lost: lost}); g.Lacking != 60 || g.Passes() != passes {
			t.Errorf("%d of at most %d examples lost: passes %t", g.Lacking, lost, g.Passes())
		}
	}
	silent := scoredRun(t, len(all), gated, func(i int) *loaders.Example {
		ex := a.Run.Example(i)
		return &loaders.Example{ID: ex.ID, Answer: ex.Answer, Images: ex.Images}
	})
	g := gateOf(t, a, silent, GateBounds{Level: Level})
	if got := failing(g); len(got) != 4 || g.Tested() != 1 {
		t.Errorf("of runs without modules %q fail", got)
	}
	// What is left of a score is all right.
	for _, hide := range []func(ex *loaders.Example){
		func(ex *loaders.Example) { ex.Answer.Correct = loaders.Unknown },
		func(ex *loaders.Example) { ex.Program[0].Output.Boxes = nil },
		func(ex *loaders.Example) { ex.Program[0].Gold = nil },
		func(ex *loaders.Example) { ex.Program[0].Op = "seek" },
	} {
		hiding := scoredRun(t, len(all), gated, func(i int) *loaders.Example {
			ex := *a.Run.Example(i)
			if ex.Program = slices.Clone(ex.Program); i%8 == 0 {
				hide(&ex)
			}
			return &ex
		})
		for lost, passes := range map[int]bool{0: false, 19: false, 20: true, -1: true} {
			g := gateOf(t, a, hiding, GateBounds{Level: Level, Lost: lost})
			check.Equal(t, "passes", g.Passes(), passes, "with at most", lost, "lost", failing(g))
		}
	}
	if g := gateOf(t, silent, a, GateBounds{Level: Level}); !g.Passes() || len(g.Checks) != 1 {
		t.Errorf("of runs with modules that were not there %q fail", failing(g))
	}
}
