package opening

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// ProcessBench's two outputs are one run, as a folder or by name; one alone is reported.
func TestHalvesAreOneRun(t *testing.T) {
	b, err := os.ReadFile("../../../loaders/steps/testdata/processbench-eval.jsonl")
	check.NoError(t, err)
	var halves [2]string // without a wrong step, with
	for line := range strings.Lines(string(b)) {
		if strings.Contains(line, `"label": -1`) {
			halves[0] += line
		} else {
			halves[1] += line
		}
	}
	dir := t.TempDir()
	correct, wrong := filepath.Join(dir, "gsm8k_correct.jsonl"), filepath.Join(dir, "gsm8k_error.jsonl")
	for name, text := range map[string]string{correct: halves[0], wrong: halves[1]} {
		check.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	for _, c := range []struct {
		paths    []string
		examples int
		isHalf   bool
	}{{[]string{dir}, 4, false}, {[]string{wrong, correct}, 4, false}, {[]string{wrong}, 3, true}} {
		j := Runs(t.Context(), c.paths, Options{})
		if len(j.Runs) != 1 || j.Err() != nil {
			t.Fatalf("%v: %d runs, %v", c.paths, len(j.Runs), j.Err())
		}
		run := j.Runs[0]
		check.NoError(t, run.Wait(t.Context(), 100))
		list, n := run.Problems.All()
		if run.Len() != c.examples || (n > 0) != c.isHalf ||
			c.isHalf && !strings.HasPrefix(fmt.Sprint(list[0].What), "contains only half of a run") {
			t.Errorf("%v: %d examples, problems %v", c.paths, run.Len(), list)
		}
		j.Close()
	}
}
