package opening

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// A step is gold only where a file says so, and which: none of a trace is, and none of a run without
// gold, also with all companions taken away.
func TestAStepThatIsNotGoldIsNotShownAsGold(t *testing.T) {
	traces := []string{"otel", "inspect", "attributions", "inseq"}
	steps, golden := 0, 0
	for _, name := range fixtures(t) {
		path := filepath.Join(loadersFolder, name)
		b, err := os.ReadFile(path)
		check.NoError(t, err)
		alone := fstest.MapFS{filepath.Base(path): {Data: b}}
		for _, run := range []*loaders.Run{opened(t, nil, path), opened(t, alone, filepath.Base(path))} {
			if run == nil { // it needs what lay beside it
				continue
			}
			hasNone := run.Gold == "" || slices.Contains(traces, run.Format)
			for i := range run.Len() {
				ex, err := run.Decode(i)
				if err != nil {
					continue
				}
				for k, m := range ex.Program {
					steps++
					if m.Gold == nil {
						continue
					}
					golden++
					if hasNone {
						t.Errorf("%s (%s, gold %q), %s: step %d %s has the gold %+v", name, run.Format, run.Gold, ex.ID, k, m.Label(), m.Gold)
					}
					if m.Gold.Source == "" && run.Format != "native" { // whose lines say it themselves
						t.Errorf("%s, %s: nobody says the gold of step %d %s", name, ex.ID, k, m.Label())
					}
				}
				if hasNone && ex.Answer.GoldProgram != nil {
					t.Errorf("%s, %s: its program is annotated", name, ex.ID)
				}
			}
		}
	}
	if steps < 500 || golden < 100 {
		t.Errorf("%d steps, %d with gold", steps, golden)
	}
}
