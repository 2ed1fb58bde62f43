package answering

import (
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/protocols/predicates"
)

// demoRuns opens the demo's runs, and has its oracle judge those that are extended.
func demoRuns(t *testing.T) ([]*loaders.Run, *opening.Flags, *oracle.Options) {
	t.Helper()
	runs, err := demo.Open(t.Context(), opening.Formats)
	check.NoError(t, err)
	t.Cleanup(func() { opening.CloseAll(runs) })
	f := &opening.Flags{}
	f.Demo, f.Options.Files = true, demo.Files
	o := &oracle.Options{Oracle: demo.Oracle, Judges: map[*loaders.Run]*dfol.Executor{}}
	o.Settings.Threshold = .5
	Complete(f, o)
	return runs, f, o
}

// An oracle judges the runs whose pictures it knows; the demo's others keep their own or none.
func TestAnOracleJudgesTheRunsWhosePicturesItKnows(t *testing.T) {
	runs, f, o := demoRuns(t)
	for _, run := range runs {
		if err := f.Options.Extend(t.Context(), run); err != nil {
			t.Fatalf("%s: %v", run.Name, err)
		}
		isLogic := strings.HasPrefix(run.Name, "photos-") || strings.HasPrefix(run.Name, "fol-")
		if judge := o.Judges[run]; (judge != nil) != isLogic || isLogic && !judge.Knows(run.Example(0)) {
			t.Errorf("%s is judged: %v", run.Name, judge != nil)
		}
	}
	f.Demo = false
	Complete(f, o)
	err := f.Options.Extend(t.Context(), runs[0])
	if told, _ := runs[0].Problems.All(); err != nil || len(told) == 0 ||
		!strings.Contains(told[len(told)-1].String(), "covers none of this run's pictures") {
		t.Errorf("%v, %v", err, told)
	}
}

// An answer that the oracle doesn't give is counted as not judged, not left out.
func TestAnswersThatTheOracleDoesNotGiveAreNotJudged(t *testing.T) {
	runs, f, _ := demoRuns(t)
	run := runs[slices.IndexFunc(runs, func(run *loaders.Run) bool { return run.Name == "fol-strong" })]
	run.Alter(func(ex *loaders.Example) *loaders.Example {
		other := *ex
		other.Answer.Predicted, other.Answer.Correct = "a walrus", loaders.Wrong
		return &other
	})
	check.NoError(t, f.Options.Extend(t.Context(), run))
	blame, ok := predicates.Protocol.Prepare(run.Example(0)).(*predicates.AnswerBlame)
	if !ok || !blame.Wrong || blame.Cause != scoring.NoCause {
		t.Errorf("it is judged %+v", blame)
	}
}
