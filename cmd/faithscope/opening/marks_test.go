package opening

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// A guest has a quota in every run, and the person none.
func TestGuestsHaveAQuota(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	run := &loaders.Run{Path: filepath.Join(t.TempDir(), "run.jsonl")}
	if err := os.WriteFile(run.Path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	all := make([]marks.Change, quota.Rows+1)
	for i := range all {
		all[i] = marks.Change{ID: fmt.Sprint(i), Module: marks.Whole, Kind: marks.Mark}
	}
	for _, demo := range []bool{false, true} {
		guest := Book(run, demo, "mallory")
		if err := guest.Apply(t.Context(), all...); err == nil || !strings.Contains(err.Error(), "10000 marks") || guest.Count() > 0 {
			t.Errorf("demo %t: %d marks of a guest are kept: %v", demo, guest.Count(), err)
		}
		if err := guest.Apply(t.Context(), all[1:]...); err != nil {
			t.Errorf("demo %t: %v", demo, err)
		}
		if err := Book(run, demo, "").Apply(t.Context(), all...); err != nil {
			t.Errorf("demo %t: the person has the guest's quota: %v", demo, err)
		}
	}
}
