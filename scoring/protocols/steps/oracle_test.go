package steps_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/vectors"
)

// vector is a set of chains with what its scores are, in percent.
type vector struct {
	Name     string
	Examples []chain
	Want     map[string]float64
	Controls map[string][]float64 // of a metric, each value that one of its controls must have
}

type chain struct {
	First  *int // the first wrong step, -1 for none
	Only   bool // and no other step is marked
	Right  *bool
	Scores []float64
	Words  []int
	Agents []int // who makes each step
	Agent  *int  // who is blamed
	Judged *int  // the judge's first wrong step
	Labels []*int
	Judge  []*int
	Answer int
}

var verdicts = map[int]loaders.Verdict{1: loaders.Right, 0: loaders.Neutral, -1: loaders.Wrong}

func (c *chain) length() int { return max(len(c.Scores), len(c.Agents), len(c.Labels)) }

func (c *chain) example(i int) *loaders.Example {
	root := loaders.Module{Op: "answer", Output: loaders.Output{Verdict: &loaders.StepOpinion{By: "judge"}}}
	ex := &loaders.Example{ID: fmt.Sprintf("chain-%d", i), Program: []loaders.Module{root}}
	if c.Right != nil {
		ex.Answer.Correct = loaders.VerdictOf(*c.Right)
	}
	if c.Agent != nil {
		ex.Describe(loaders.BlamedAgent, "agent "+strconv.Itoa(*c.Agent))
	}
	for k := range c.length() {
		m := loaders.Module{Op: "step", Place: k}
		gold, said := loaders.StepOpinion{}, loaders.StepOpinion{}
		switch {
		case c.Labels != nil && c.Labels[k] != nil:
			gold.Verdict = verdicts[*c.Labels[k]]
		case c.First != nil && *c.First == k:
			gold.Verdict = loaders.Wrong
		case c.First != nil && !c.Only && (*c.First < 0 || k < *c.First):
			gold.Verdict = loaders.Right
		}
		switch {
		case c.Scores != nil:
			said.Score, m.Text = &c.Scores[k], strings.Repeat("word ", c.Words[k])
		case c.Judged != nil && *c.Judged == k:
			said.Verdict = loaders.Wrong
		case c.Judge != nil && c.Judge[k] != nil:
			said.Verdict = verdicts[*c.Judge[k]]
		}
		if c.Agents != nil {
			m.Op = "agent " + strconv.Itoa(c.Agents[k])
		}
		if gold.Verdict != loaders.Unknown {
			m.Gold = &loaders.Gold{Verdict: &gold}
		}
		if said.Verdict != loaders.Unknown || said.Score != nil {
			m.Output.Verdict = &said
		}
		ex.Program[0].Children = append(ex.Program[0].Children, len(ex.Program))
		ex.Program = append(ex.Program, m)
	}
	return ex
}

func readVectors(t *testing.T) (all []vector) {
	t.Helper()
	vectors.Read(t, "testdata", "vectors.json", &all)
	return all
}

func (v *vector) scores() []scoring.Score {
	a := steps.Protocol.Aggregate(scoring.Defaults())
	for i, c := range v.Examples {
		a.Add(steps.Protocol.Prepare(c.example(i)))
	}
	return a.Scores()
}

// TestScoresAndControlsAreThoseOfTheReference compares with a script that was written from the
// papers alone.
func TestScoresAndControlsAreThoseOfTheReference(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			scores := v.scores()
			for name, want := range v.Want {
				metric, of, named := strings.Cut(name, " ")
				if !named {
					of = "overall"
				}
				s, ok := scoring.Pick(scores, metric, of)
				if x, defined := s.Value.Float(); !ok || !defined || math.Abs(100*x-want) > 1e-4 {
					t.Errorf("%s is %v, want %v", name, 100*x, want)
				}
			}
			for metric, values := range v.Controls {
				for _, want := range values {
					if !slices.ContainsFunc(scores, func(s scoring.Score) bool {
						x, ok := s.Value.Float()
						return ok && s.Metric == metric && strings.HasPrefix(s.Of, scoring.ControlOf) && math.Abs(100*x-want) < 1e-4
					}) {
						t.Errorf("no control of %s is %v", metric, want)
					}
				}
			}
		})
	}
}

// A figure without a control says nothing: every metric that scores a judge has one.
func TestEveryMetricHasAControl(t *testing.T) {
	t.Parallel()
	controlled := map[string]bool{}
	for _, v := range readVectors(t) {
		for _, s := range v.scores() {
			if strings.HasPrefix(s.Of, scoring.ControlOf) {
				controlled[s.Metric] = true
			}
		}
	}
	for _, m := range steps.Protocol.Metrics {
		if !m.Counts && !controlled[m.Name] {
			t.Errorf("%s has no control", m.Name)
		}
	}
}

// Of right final answers with a wrong step, the judge names the first in one of two.
func TestErrorsUnderRightAnswersAreCounted(t *testing.T) {
	t.Parallel()
	a := steps.Protocol.Aggregate(scoring.Defaults())
	for i, c := range []struct {
		first, judged int
		isRight       bool
	}{{1, 1, true}, {1, 2, true}, {0, 0, false}, {-1, -1, true}} {
		one := chain{First: &c.first, Judged: &c.judged, Right: &c.isRight, Labels: make([]*int, 3)}
		a.Add(steps.Protocol.Prepare(one.example(i)))
	}
	if s, _ := scoring.Pick(a.Scores(), "error_acc_right", "overall"); s.Value != scoring.Defined(0.5) || s.Count != 2 {
		t.Errorf("%+v, want 1 of 2", s)
	}
}
