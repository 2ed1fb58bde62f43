package gqa_test

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

var formats = loadertest.Formats{gqa.Questions, gqa.Predictions, gqa.LLaVA, gqa.Preprocessed, gqa.Scenes, gqa.VisualGenome,
	gqa.GenomeQuestions}

// TestOracleShared reads real files where they are; see testdata/README.md.
func TestOracleShared(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data")
	answers := filepath.Join(root, "gqa", "llava-v1.5-13b.head.jsonl")
	if _, err := os.Stat(answers); err != nil {
		t.Skip("no real files here")
	}
	run := formats.Open(t, nil, answers, loaders.Options{})
	right, verdict, entailed := map[string]bool{}, 0, map[string][]string{}
	for i := range run.Len() {
		ex := run.Scan(i)
		if ex.Answer.Correct == loaders.Unknown || ex.Program == nil || !slices.Contains(ex.Tags, "head") {
			t.Fatalf("%s: %+v", ex.ID, ex)
		}
		right[ex.ID] = ex.Answer.Correct == loaders.Right
		if right[ex.ID] {
			verdict++
		}
		entailed[ex.ID] = ex.Entailed
	}
	if run.Len() != 1733 || verdict != 1070 {
		t.Errorf("%d of %d right, want 1070 of 1733", verdict, run.Len())
	}
	sum, questions, pairs := 0.0, 0, 0
	for _, id := range slices.Sorted(maps.Keys(right)) {
		n, good := 0, 0
		for _, other := range entailed[id] {
			if ok, there := right[other]; right[id] && there && other != id {
				n++
				if ok {
					good++
				}
			}
		}
		if n > 0 {
			questions++
			pairs += n
			sum += float64(good) / float64(n)
		}
	}
	if questions != 302 || pairs != 314 || math.Abs(sum/float64(questions)-0.8570640176600443) > 1e-12 {
		t.Errorf("consistency %v of %d questions and %d pairs", sum/float64(questions), questions, pairs)
	}
	// Pictures that belong to other data lie beside.
	got := slices.DeleteFunc(loadertest.ProblemsOf(run), func(s string) bool { return strings.Contains(s, "picture") })
	check.Equal(t, "problems", len(got), 0, got[:min(len(got), 5)])
	for _, name := range []string{"gqa/ood_testdev_head.json", "vg/objects_1_2.json", "vg/attributes.json", "vg/attributes2.json",
		"vg/attributes3.json", "vg/relationships.json", "vg/relationships2.json", "vg/relationships3.json"} {
		run := formats.Open(t, nil, filepath.Join(root, name), loaders.Options{})
		if run.Len() == 0 || run.Example(0).Broken != "" {
			t.Errorf("%s: %d examples", name, run.Len())
		}
		if im := run.Example(0).Images[0]; strings.HasPrefix(name, "vg") && len(im.Gold) < 5 {
			t.Errorf("%s: %d objects", name, len(im.Gold))
		}
	}
}
