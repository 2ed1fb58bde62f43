package main

import (
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/views"
)

// demoRunOf opens one run of the demo.
func demoRunOf(t *testing.T, name string) *loaders.Run {
	t.Helper()
	runs, err := openDemo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeAll(runs) })
	for _, run := range runs {
		if run.Name == name {
			return run
		}
	}
	t.Fatalf("the demo has no run %s", name)
	return nil
}

func TestCounterfactualsAreRuns(t *testing.T) {
	run := demoRunOf(t, "sum_count")
	t.Chdir(t.TempDir())
	s := &views.Session{}
	done, err := (&programOptions{}).giveTo(t.Context(), s, newFlags(), []*loaders.Run{run})
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	x := s.Executor(t.Context(), run, s.Reading)
	ex := run.Example(0)
	if o, err := x.Run(ex, nil); err != nil || o.Answer != ex.Answer.Predicted {
		t.Errorf("computed %+v, %v, but the run says %s", o, err, ex.Answer.Predicted)
	}
	for _, want := range []string{"sum_count-what-if-1.jsonl", "sum_count-what-if-2.jsonl"} {
		path, err := s.Save(run, ex)
		if err != nil || path != want {
			t.Fatalf("saved as %q, %v, want %s", path, err, want)
		}
		saved, err := newFlags().options.opener().Open(t.Context(), path, loaders.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := saved.Wait(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		got := saved.Example(0)
		if got.ID != ex.ID || got.Answer.Predicted != ex.Answer.Predicted || len(got.Program) != len(ex.Program) || saved.Len() != 1 {
			t.Errorf("%s has %+v", path, got)
		}
		saved.Close()
	}
}

func TestCounterfactualsStayInTheFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "inner")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for name, want := range map[string]string{
		"../../evil": "evil-what-if-1.jsonl", "..": "run-what-if-1.jsonl", `a\b:c`: "a_b_c-what-if-1.jsonl", "-f": "f-what-if-1.jsonl",
	} {
		path, err := saveCounterfactual(t.Context(), &loaders.Run{Name: name}, &loaders.Example{ID: "1"})
		if err != nil || path != want {
			t.Errorf("%q is saved as %q, %v, want %s", name, path, err, want)
		}
		if _, err := os.Stat(filepath.Join(dir, want)); err != nil {
			t.Error(err)
		}
	}
}

// An oracle runs the programs of pictures whose very boxes it knows.
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
	if o, err := x.Run(&other, nil); err == nil {
		t.Errorf("boxes that the oracle does not know: %+v", o)
	}
}
