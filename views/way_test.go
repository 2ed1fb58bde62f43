package views

import (
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

type steppedView struct {
	View
	steps []ViewStep
}

func (v steppedView) Steps() []ViewStep { return v.steps }

// A step that two screens need is in a command once.
func TestStepsAreTakenOnce(t *testing.T) {
	run := Do("run", "a b")
	first, second := steppedView{steps: []ViewStep{run}}, steppedView{steps: []ViewStep{run, Do("groups", "kind")}}
	got := JoinSteps(StepsTo(scoring.Defaults(), []View{first, second}))
	check.Equal(t, "the settings and steps", got, "paper-settings; run 'a b'; groups kind")
}
