package oracle

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/whatif"
)

// An oracle runs the programs of pictures if it knows exactly their boxes.
func TestOracleKnowsItsOwnBoxes(t *testing.T) {
	boxes := []loaders.Box{{X1: 2, Y1: 2}, {X0: 5, X1: 7, Y1: 2}}
	scene, err := dfol.NewScene(2, map[string][]float64{"square": {1, 1}}, nil)
	check.NoError(t, err)
	scene.Boxes = boxes
	x := &programRunner{oracle: &dfol.Executor{Scene: func(string) (*dfol.Scene, error) { return scene, nil }}}
	ex := &loaders.Example{
		Images:  []loaders.Image{{Path: "a.png", Units: loaders.Pixels, Proposals: boxes}},
		Program: []loaders.Module{{Op: "exist", Children: []int{1}}, {Op: "find", Text: "square"}},
	}
	if o, err := x.Run(ex, executor.OutputChanges{}); err != nil || o.Answer != "yes" {
		t.Errorf("%+v, %v", o, err)
	}
	other := *ex
	other.Images = []loaders.Image{{Path: "a.png", Proposals: boxes[:1]}}
	for name, modules := range map[string]*nmn.Executor{"alone": nil, "of modules without its counts": {}} {
		x.modules = modules
		if o, err := x.Run(&other, nil); !errors.Is(err, errUnlikely) {
			t.Errorf("boxes that the oracle does not know, %s: %+v, %v", name, o, err)
		}
	}
	x.modules = nil
	other.Program = []loaders.Module{{Op: "count", Text: "items touching a wall"}}
	if o, err := x.Run(&other, nil); err == nil || strings.Contains(err.Error(), "logic") {
		t.Errorf("a network's own count is explained by logic: %+v, %v", o, err)
	}
}

// Only what a network would have to do again is frozen: a sum, and logic on likelihoods that the
// picture carries, follow a change of the module that is to blame.
func TestTheDemosFirstWrongAnswersAreFixed(t *testing.T) {
	ctx := context.Background()
	runs, err := demo.Open(ctx, opening.Formats)
	check.NoError(t, err)
	defer opening.CloseAll(runs)
	f, o, s := &opening.Flags{}, &ProgramFlags{counting: "run", spread: "code"}, views.ModelAccess{}
	f.Demo, o.Settings.Threshold = true, .5
	done, err := o.GiveTo(ctx, &s, f, runs)
	check.NoError(t, err)
	defer done()
	for _, run := range runs {
		if !slices.Contains([]string{"sum_count", "scn-normal", "scn-odd-even-90", "photos-ssd", "photos-centernet"}, run.Name) {
			continue
		}
		scored := session.New(run, session.Protocols())
		for i := 0; run.Wait(ctx, i+1) == nil && i < run.Len(); i++ {
			ex := run.Example(i)
			score, _ := scored.Example(i, scoring.Defaults())
			if ex.Answer.Correct != loaders.Wrong || score.Culprit() < 0 {
				continue
			}
			trial, err := whatif.New(s.Executor(ctx, run, s.Reading), nil, ex, .5)
			if err == nil && trial.Recomputed().Predicted != ex.Answer.Predicted {
				t.Errorf("%s %s is recomputed as %s", run.Name, ex.ID, trial.Recomputed().Predicted)
			}
			if err == nil {
				err = trial.Output(score.Culprit(), "gold")
			}
			if err != nil || trial.Unknown() != "" || trial.Answer().Correct != loaders.Right {
				t.Errorf("%s %s: %v", run.Name, ex.ID, err)
			}
			break
		}
	}
}
