package commands

import (
	"os"
	"path/filepath"
	"testing"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
	"faithscope/views"
)

// demoRunOf opens one run of the demo.
func demoRunOf(t *testing.T, name string) *loaders.Run {
	t.Helper()
	runs, err := demo.Open(t.Context(), opening.Formats)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { opening.CloseAll(runs) })
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
	s.Host.Save = func(run *loaders.Run, ex *loaders.Example, form string) (string, error) {
		return saveForm(t.Context(), run, ex, form)
	}
	done, err := (&oracle.Programs{}).GiveTo(t.Context(), &s.Asking, opening.NewFlags(), []*loaders.Run{run})
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	x := s.Executor(t.Context(), run, s.Reading)
	ex := run.Example(0)
	if o, err := x.Run(ex, nil); err != nil || o.Answer != ex.Answer.Predicted {
		t.Errorf("computed %+v, %v, but the run says %s", o, err, ex.Answer.Predicted)
	}
	for _, c := range [][2]string{
		{"what-if", "sum_count-what-if-1.jsonl"}, {"what-if", "sum_count-what-if-2.jsonl"}, {"gold by ann", "sum_count-gold-by-ann-1.jsonl"},
	} {
		path, err := s.Host.Save(run, ex, c[0])
		if err != nil || path != c[1] {
			t.Fatalf("saved as %q, %v, want %s", path, err, c[1])
		}
		saved, err := opening.NewFlags().Options.Opener().Open(t.Context(), path, loaders.Options{})
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
		"../../evil": "evil-what-if-1.jsonl", "..": "run-what-if-1.jsonl", `a\b:c`: "a-b-c-what-if-1.jsonl", "-f": "f-what-if-1.jsonl",
	} {
		path, err := saveForm(t.Context(), &loaders.Run{Name: name}, &loaders.Example{ID: "1"}, "what-if")
		if err != nil || path != want {
			t.Errorf("%q is saved as %q, %v, want %s", name, path, err, want)
		}
		if _, err := os.Stat(filepath.Join(dir, want)); err != nil {
			t.Error(err)
		}
	}
}
