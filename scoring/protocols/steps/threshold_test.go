package steps_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
)

// scoredChains have a judge's scores of one decimal, some of them below 0 and above 1, on most steps,
// now and then a verdict, and a first wrong step in a share of them.
func scoredChains(r *rand.Rand, n int, wrong float64) (chains []scoring.Evidence, scores []float64) {
	for i := range n {
		ex := &loaders.Example{ID: fmt.Sprint(i), Program: []loaders.Module{{Op: "answer",
			Output: loaders.Output{Verdict: &loaders.StepOpinion{}}}}}
		first := -1
		if r.Float64() < wrong {
			first = r.IntN(4)
		}
		for k := range 4 {
			m := loaders.Module{Op: "step", Text: "a step"}
			if first < 0 || k <= first {
				m.Gold = &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: loaders.VerdictOf(k != first)}}
			}
			x := math.Round(14*r.Float64()-2) / 10
			switch r.IntN(8) {
			case 0:
				m.Output.Verdict = &loaders.StepOpinion{Verdict: loaders.VerdictOf(r.IntN(3) > 0)}
			case 1:
			default:
				m.Output.Verdict = &loaders.StepOpinion{Score: &x}
				scores = append(scores, x)
			}
			ex.Program[0].Children = append(ex.Program[0].Children, k+1)
			ex.Program = append(ex.Program, m)
		}
		chains = append(chains, steps.Protocol.Prepare(ex))
	}
	return chains, scores
}

func TestBestScoreIsTheLowestOfTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for trial := range 60 {
		wrong := []float64{0.5, 0.5, 1, 0}[trial%4]
		chains, scores := scoredChains(r, 1+r.IntN(30), wrong)
		sweep := steps.NewScoreSweep(chains)
		if sweep == nil {
			t.Fatal("no score")
		}
		score, reached := sweep.Best()
		slices.Sort(scores)
		scores = append(scores, math.Nextafter(scores[len(scores)-1], 2))
		best, at := -1., 0.
		for _, x := range scores {
			x = min(max(x, 0), 1)
			settings := scoring.Defaults()
			settings.StepScore = x
			a := steps.Protocol.Aggregate(settings)
			for _, e := range chains {
				a.Add(e)
			}
			for _, s := range a.Scores() {
				v, defined := s.Value.Float()
				if !defined || s.Metric != reached.Metric || s.Of != "overall" {
					continue
				}
				if swept := sweep.At(x); math.Abs(swept-v) > 1e-9 || s.Count != sweep.Count {
					t.Errorf("trial %d: %s under %v is %v over %d by the sweep, by the protocol %v over %d", trial, s.Metric, x, swept,
						sweep.Count, v, s.Count)
				}
				if v > best+1e-12 {
					best, at = v, x
				}
			}
		}
		if v, _ := reached.Value.Float(); math.Abs(v-best) > 1e-9 || score != at {
			t.Errorf("trial %d: %s %v at %v, by trying all %v at %v", trial, reached.Metric, v, score, best, at)
		}
	}
	if steps.NewScoreSweep(nil) != nil {
		t.Error("there is a best score of no chain")
	}
}

// In a run with a judge, examples without any verdict count as silence in all of its scores, so that exact is what
// error_acc and correct_acc say, as with --judge.
func TestScoresRestOnAllExamples(t *testing.T) {
	const right, wrong = loaders.Right, loaders.Wrong
	chain := func(gold, judged loaders.Verdict) scoring.Evidence {
		m := loaders.Module{Op: "step", Text: "a step", Gold: &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: gold}}}
		if judged != loaders.Unknown {
			m.Output.Verdict = &loaders.StepOpinion{Verdict: judged}
		}
		return steps.Protocol.Prepare(&loaders.Example{Program: []loaders.Module{m}})
	}
	a := steps.Protocol.Aggregate(scoring.Defaults())
	for _, pair := range [][2]loaders.Verdict{{right, right}, {right, 0}, {right, 0}, {wrong, wrong}, {wrong, right}, {wrong, 0}} {
		a.Add(chain(pair[0], pair[1]))
	}
	want := map[string]string{"correct_acc": "1/3", "error_acc": "1/3", "exact": "2/6", "judge_silent": "3/6",
		"with_error": "3/6", "sound": "3/6"}
	for _, s := range a.Scores() {
		x, _ := s.Value.Float()
		if w := want[s.Metric]; w != "" && s.Of == "overall" {
			if got := fmt.Sprintf("%.0f/%d", x*float64(s.Count), s.Count); got != w && fmt.Sprintf("%.0f/%d", x, s.Count) != w {
				t.Errorf("%s %s, want %s", s.Metric, got, w)
			}
		}
		if s.Of == "control: no step is wrong" && s.Metric == "exact" && s.Count != 6 {
			t.Errorf("the control rests on %d", s.Count)
		}
	}
}

// On steps that only one judge has a verdict on they differ.
func TestKappaOverAllSteps(t *testing.T) {
	const right, wrong = loaders.Right, loaders.Wrong
	both, all := steps.KappaOf([][2][]loaders.Verdict{{{right, wrong}, {right, wrong}}, {{right, right}, nil}})
	x, _ := both.Float()
	y, _ := all.Float()
	if chance := (3*1. + 1*1 + 0*2) / 16; both.N != 2 || x != 1 || all.N != 4 || math.Abs(y-(.5-chance)/(1-chance)) > 1e-12 {
		t.Errorf("κ %v over %d, %v over %d", x, both.N, y, all.N)
	}
}
