package oracle

import (
	"errors"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
)

// An oracle runs the programs of pictures if it knows exactly their boxes.
func TestOracleKnowsItsOwnBoxes(t *testing.T) {
	boxes := []loaders.Box{{X1: 2, Y1: 2}, {X0: 5, X1: 7, Y1: 2}}
	scene, err := dfol.NewScene(2, map[string][]float64{"square": {1, 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	scene.Boxes = boxes
	x := &known{oracle: &dfol.Executor{Scene: func(string) (*dfol.Scene, error) { return scene, nil }}}
	ex := &loaders.Example{
		Images:  []loaders.Image{{Path: "a.png", Units: loaders.Pixels, Proposals: boxes}},
		Program: []loaders.Module{{Op: "exist", Children: []int{1}}, {Op: "find", Text: "square"}},
	}
	if o, err := x.Run(ex, executor.Changes{}); err != nil || o.Answer != "yes" {
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
