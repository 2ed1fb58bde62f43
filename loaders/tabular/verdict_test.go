package tabular

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// The values that occur say what a number means: -1 is wrong, and 0 is neutral
// beside it, neither right nor wrong.
func TestSignedVerdicts(t *testing.T) {
	for values, want := range map[string]string{
		"1 -1 1":      "right wrong right",
		"1 0 -1":      "right unknown wrong",
		"1.0 -1.0 0":  "right wrong unknown",
		"1 0 0":       "right wrong wrong",
		"true -1 x 1": "right wrong unknown right",
	} {
		text := "question,prediction,is_correct\n"
		for v := range strings.FieldsSeq(values) {
			text += "q,a," + v + "\n"
		}
		for _, columnMap := range []string{"", "question=question,predicted=prediction,correct=is_correct"} {
			if strings.Contains(values, "x") && columnMap == "" {
				continue
			}
			run := opened(t, text, columnMap)
			check.Equal(t, values, verdictsOf(run), want)
			for _, problem := range loadertest.ProblemsOf(run) {
				if strings.Contains(problem, "00000") || len(problem) > 200 {
					t.Errorf("%s: %s", values, problem)
				}
			}
			check.Equal(t, values, strings.Contains(run.Columns.Said, "-1 is wrong; 0 is neutral"), strings.Contains(values, "-1"))
		}
	}
}

// A number that is not a verdict is written as the file has it.
func TestOddVerdicts(t *testing.T) {
	run := opened(t, `{"solved":true}`+"\n"+`{"solved":null}`+"\n"+`{"solved":0.25}`, "correct=solved")
	if a, b := run.Example(1).Answer, run.Example(2).Answer; a.Correct != loaders.Wrong || b.Credit == nil || *b.Credit != .25 {
		t.Errorf("%v, %v", a, b)
	}
	run = opened(t, `{"a":"x","v":1}`+"\n"+`{"a":"y","v":-7}`+"\n", "predicted=a,correct=v")
	loadertest.Problems(t, run, "correct is -7, neither true nor false")
}

// A list of verdicts, as of a solution's tests, is one verdict by a rule of its own; without one it is a problem.
func TestListsOfVerdicts(t *testing.T) {
	const text = `{"0":[[true,true]],"1":[[true,-2,false,-1]],"2":[[-2]],"3":["x"],"4":[]}`
	for rule, want := range map[string]string{
		"every": "right wrong wrong unknown unknown", "share": "right unknown 0.25 wrong unknown unknown",
	} {
		run := opened(t, text, "rows=*,correct=prediction,right="+rule)
		var got []string
		for i := range run.Len() {
			got = append(got, run.Example(i).Answer.Correct.String())
			if a := run.Example(i).Answer; a.Credit != nil {
				got = append(got, fmt.Sprint(*a.Credit))
			}
		}
		if said := strings.Join(got, " "); said != want || len(loadertest.ProblemsOf(run)) != 2 {
			t.Errorf("%s: %s, want %s: %q", rule, said, want, loadertest.ProblemsOf(run))
		}
	}
}
