package faithfulnmn

import (
	"math"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// FuzzFaithfulNMN feeds any bytes as a run, with any bytes as its gold: it
// must open or fail, and every line must become an example whose parts fit
// together.
func FuzzFaithfulNMN(f *testing.F) {
	annotations := testdata(f, "nlvr1_box_annotations_sample.csv").Data
	for i := range sampleLines(f) {
		f.Add([]byte(twin(f, i, small)), annotations[:2000])
	}
	f.Add([]byte(twin(f, 0, func(rec object) {
		small(rec)
		delete(rec, "gold_box")
		delete(rec, "debug_info")
	})), annotations[:2000])
	f.Add([]byte(`{"modules_debug_info":[[{"module":"find","index":-1,"output":[NaN,1e999]}]]}`), []byte(header))
	f.Add([]byte(`{"modules_debug_info":[],"best_action_strings":["@start@ -> [a, b]","a -> ["],"bboxes":[[[0]]]}`), []byte("\"\n"))
	f.Fuzz(func(t *testing.T, lines, gold []byte) {
		run, err := files.NewOpener(fstest.MapFS{
			"run/predictions.json": {Data: lines}, "box_annotations.csv": {Data: gold},
		}, Format).Open(t.Context(), "run/predictions.json", loaders.Options{})
		if err != nil {
			return
		}
		defer run.Close()
		check.NoError(t, run.Wait(t.Context(), math.MaxInt))
		for i := range run.Len() {
			whole(t, run.Scan(i))
		}
	})
}

// small cuts a record down to two proposals per image, which a fuzzer gets through
// faster.
func small(rec object) {
	for _, key := range []string{"action_mapping", "box_f1", "best_box_f1"} {
		delete(rec, key)
	}
	for _, m := range at(rec, "modules_debug_info", 0).([]any) {
		m := m.(object)
		delete(m, "logits")
		delete(m, "filter_probs")
		if output, ok := m["output"].([]any); ok && len(output) == 72 {
			m["output"] = []any{output[0], output[1], output[36], output[37]}
		}
	}
	images := rec["bboxes"].([]any)
	for i := range images {
		images[i] = images[i].([]any)[:2]
	}
}

// whole checks what every reader of an example relies on.
func whole(t *testing.T, ex *loaders.Example) {
	t.Helper()
	if ex.ID == "" {
		t.Error("an example without id")
	}
	parents := make([]int, len(ex.Program))
	for i, m := range ex.Program {
		for _, child := range m.Children {
			if child <= i || child >= len(ex.Program) {
				t.Fatalf("module %d has the child %d of %d", i, child, len(ex.Program))
			}
			parents[child]++
		}
		if m.Attention != nil && len(m.Attention) != len(ex.Tokens) {
			t.Errorf("module %d: %d weights for %d tokens", i, len(m.Attention), len(ex.Tokens))
		}
		if m.Output.Boxes != nil && len(m.Output.Boxes) != len(ex.Images) {
			t.Errorf("module %d: outputs for %d images of %d", i, len(m.Output.Boxes), len(ex.Images))
		}
		for k, p := range m.Output.Boxes {
			if n := len(ex.Images[k].Proposals); n > 0 && len(p) != n {
				t.Errorf("module %d, image %d: %d probabilities for %d proposals", i, k, len(p), n)
			}
			for _, x := range p {
				if !(x >= -.001 && x <= 1.001) {
					t.Fatalf("module %d has the probability %v", i, x)
				}
			}
		}
		if n := m.Output.Number; n != nil && math.IsNaN(n.Mean+n.Var) {
			t.Errorf("module %d has the number %v", i, *n)
		}
		if m.Gold != nil && m.Gold.Boxes != nil && len(m.Gold.Boxes) != len(ex.Images) {
			t.Errorf("module %d: gold for %d images of %d", i, len(m.Gold.Boxes), len(ex.Images))
		}
	}
	for i, n := range parents {
		if (i == 0) != (n == 0) || n > 1 {
			t.Errorf("module %d has %d parents", i, n)
		}
	}
}
