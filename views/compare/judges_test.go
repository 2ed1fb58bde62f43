package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/views/viewtest"
)

// judge calls of each chain of two steps the first wrong (1), the second (2) or none (0); people call the second.
func judge(name, firsts string) *loaders.Run {
	var list []*loaders.Example
	for i, first := range firsts {
		opinion := func(isRight bool) *loaders.StepOpinion {
			return &loaders.StepOpinion{Verdict: loaders.VerdictOf(isRight)}
		}
		ex := &loaders.Example{ID: fmt.Sprint(i), Question: fmt.Sprint(i), Program: []loaders.Module{{Op: "answer", Children: []int{1, 2}}}}
		ex.Answer.Correct = loaders.Right
		for step := '1'; step < '3'; step++ {
			ex.Program = append(ex.Program, loaders.Module{Op: "step", Text: "a step", Gold: &loaders.Gold{Verdict: opinion(step == '1')},
				Output: loaders.Output{Verdict: opinion(first != step)}})
		}
		list = append(list, ex)
	}
	return viewtest.RunOf(name, list...)
}

// The answers, which both judges are given, aren't compared.
func TestTwoJudgesSayWhatOnlyOneGetsRight(t *testing.T) {
	s := viewtest.Of(t, judge("one", "1111112210"), judge("two", "2222221200"))
	sc := compared(t, 400, 36, s)
	finding, _, _ := strings.Cut(sc.Text(), "examples that change")
	const found = "Only A is exact on 1 example, only B on 6; κ −"
	if !strings.Contains(finding, found) || strings.Contains(finding, "more often right") {
		t.Error(finding)
	}
}
