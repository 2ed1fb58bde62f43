package model

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders/loadertest/check"
)

const pythonModel = `
from faithscope_model import serve

def predict(batch):
    print("to nobody")
    return [float(x["text"][0]) for x in batch]

def gradients(batch, vectors, target, of):
    at = [x["text"] for x in vectors]
    return [v[0][0] for v in at], [{"text": [[2.0 if of == "logit" else 1.0] for _ in v]} for v in at]

serve(predict, ["no", "yes"], ["text"], outputs="binary", max_batch=2, gradients=gradients,
      vectors=lambda batch: [{"text": [[float(w)] for w in x["text"]]} for x in batch])
`

// pythonModules offers a module that multiplies what its argument returned.
const pythonModules = `
import sys
from faithscope_model import serve

def scale(argument, inputs, example):
    if argument == "nan":
        return [float("nan")]
    return [float(sys.argv[1]) * float(argument) * x for x in inputs[0]] + [len(example["passage"])]

serve(modules={"scale": scale, "none": lambda argument, inputs, example: None}, version="1")
`

// startPython starts a script beside the module that serves.
func startPython(t *testing.T, script string, args ...string) Differentiable {
	t.Helper()
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "script.py")
	for path, text := range map[string]string{filepath.Join(folder, "faithscope_model.py"): string(Python()), path: script} {
		check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	m, err := StartLines(t.Context(), append([]string{interpreter, path}, args...), DefaultLimits)
	check.NoError(t, err)
	t.Cleanup(func() { m.Close() })
	return m
}

// A module is asked once for each call, a process outlives what it cannot answer, and a
// cache drops what the module no longer returns.
func TestPythonOffersModules(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	open := func(factor string) (*Asker, bool) {
		t.Helper()
		m := startPython(t, pythonModules, factor)
		c, dropped, err := OpenCache(t.Context(), folder, "one command", m)
		check.NoError(t, err)
		t.Cleanup(c.Close)
		return &Asker{Model: Share(m), Cache: c}, dropped
	}
	call := func(module, argument string) *ModuleCall {
		return &ModuleCall{Module: module, Argument: argument, Inputs: []any{[]float64{.25, .5}},
			Example: CalledExample{Passage: &Text{Raw: "abc"}}}
	}
	for _, run := range []struct {
		factor  string
		want    float64
		asked   int64
		dropped bool
	}{{"1", .5, 1, false}, {"1", .5, 0, false}, {"3", 1.5, 1, true}} {
		a, dropped := open(run.factor)
		for range 2 {
			if lists, err := a.Return(t.Context(), call("scale", "2")); err != nil || len(lists) != 1 ||
				!slices.Equal(lists[0], []float64{run.want, 2 * run.want, 3}) {
				t.Errorf("%v, %v", lists, err)
			}
		}
		if a.Asked.Load() != run.asked || dropped != run.dropped {
			t.Errorf("factor %s: %d asked, dropped %t", run.factor, a.Asked.Load(), dropped)
		}
		for what, c := range map[string]*ModuleCall{
			"not JSON compliant": call("scale", "nan"), "KeyError": call("other", ""), "ValueError": call("scale", "x"),
			"TypeError": call("none", ""),
		} {
			_, err := a.Return(t.Context(), c)
			check.Error(t, "error", err, what)
		}
	}
	check.Equal(t, "modules of a model without any", len(startPython(t, pythonModel).Declaration().Modules), 0)
	bow := Demo()
	_, err := (&Asker{Model: Share(bow)}).Return(t.Context(), call("find", ""))
	check.Is(t, "a model without modules", err, errNoModules)
}

func TestPythonServesAModel(t *testing.T) {
	t.Parallel()
	m := startPython(t, pythonModel)
	a := Asker{Model: m}
	p, err := a.Ask(t.Context(), []Input{text(".25"), text(".5"), text(".25"), text("1")})
	if err != nil || p[2][0] != .75 || p[3][1] != 1 || a.Asked.Load() != 3 {
		t.Errorf("%v, %v after %d were asked", p, err, a.Asked.Load())
	}
	_, err = m.Ask(t.Context(), []Input{text("x")})
	check.Error(t, "error", err, "ValueError")
	v, err := m.Vectors(t.Context(), []Input{text(".5", ".25")})
	if err != nil || v[0][0][1][0] != .25 {
		t.Fatalf("vectors %v, %v", v, err)
	}
	for logit, want := range map[bool]float64{false: 1, true: 2} {
		p, g, err := m.At(t.Context(), []GradientPoint{{Input: text(".5", ".25"), Vectors: v[0], Target: 1, Logit: logit}})
		if err != nil || p[0][1] != .5 || g[0][0][1][0] != want {
			t.Errorf("at a point: %v, %v, %v", p, g, err)
		}
	}
}
