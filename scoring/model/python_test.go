package model

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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

func TestPythonServesAModel(t *testing.T) {
	t.Parallel()
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	folder := t.TempDir()
	script := filepath.Join(folder, "script.py")
	for path, text := range map[string]string{filepath.Join(folder, "faithscope_model.py"): string(Python()), script: pythonModel} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m, err := StartLines(t.Context(), []string{interpreter, script}, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	a := Asker{Model: m}
	p, err := a.Ask(t.Context(), []Input{text(".25"), text(".5"), text(".25"), text("1")})
	if err != nil || p[2][0] != .75 || p[3][1] != 1 || a.Asked.Load() != 3 {
		t.Errorf("%v, %v after %d were asked", p, err, a.Asked.Load())
	}
	if _, err := m.Ask(t.Context(), []Input{text("x")}); err == nil || !strings.Contains(err.Error(), "ValueError") {
		t.Errorf("error %v, want Python's", err)
	}
	v, err := m.Vectors(t.Context(), []Input{text(".5", ".25")})
	if err != nil || v[0][0][1][0] != .25 {
		t.Fatalf("vectors %v, %v", v, err)
	}
	for logit, want := range map[bool]float64{false: 1, true: 2} {
		p, g, err := m.At(t.Context(), []Point{{Input: text(".5", ".25"), Vectors: v[0], Target: 1, Logit: logit}})
		if err != nil || p[0][1] != .5 || g[0][0][1][0] != want {
			t.Errorf("at a point: %v, %v, %v", p, g, err)
		}
	}
}
