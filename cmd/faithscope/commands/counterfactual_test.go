package commands

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/session"
	"faithscope/views"
)

// demoRunOf opens one run of the demo.
func demoRunOf(t *testing.T, name string) *loaders.Run {
	t.Helper()
	runs, err := demo.Open(t.Context(), opening.Formats)
	check.NoError(t, err)
	t.Cleanup(func() { opening.CloseAll(runs) })
	for _, run := range runs {
		if run.Name == name {
			return run
		}
	}
	t.Fatalf("the demo has no run %s", name)
	return nil
}

// A form of an example is exported as a run of its own, and replaces no file.
func TestCounterfactualsAreRuns(t *testing.T) {
	run := demoRunOf(t, "sum_count")
	t.Chdir(t.TempDir())
	d := &screenSession{ctx: t.Context(), s: &views.Session{}}
	done, err := (&oracle.ProgramFlags{}).GiveTo(t.Context(), &d.s.ModelAccess, opening.NewFlags(), []*loaders.Run{run})
	check.NoError(t, err)
	defer done()
	x := d.s.Executor(t.Context(), run, d.s.Reading)
	ex := *run.Example(0)
	if o, err := x.Run(&ex, nil); err != nil || o.Answer != ex.Answer.Predicted {
		t.Errorf("computed %+v, %v, but the run says %s", o, err, ex.Answer.Predicted)
	}
	ex.Answer.Predicted = "something else"
	own := run.ListExamples(run.Name+" · what-if", []*loaders.Example{&ex})
	own.Note = "changed by hand"
	write := d.exportCommand(session.New(own, session.Protocols()), []int{0}, "")
	for _, path := range []string{"a.jsonl", "a.csv", "a.html"} {
		if said, err := write(path); err != nil || !strings.HasPrefix(said, path+": 1 example") {
			t.Fatalf("said %q, %v", said, err)
		}
		_, err := write(path)
		check.Is(t, "replacing", err, fs.ErrExist, path)
		if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "something else") {
			t.Errorf("%s lacks the answer, %v", path, err)
		}
	}
	saved, err := opening.NewFlags().Options.Opener().Open(t.Context(), "a.jsonl", loaders.Options{})
	check.NoError(t, err)
	defer saved.Close()
	check.NoError(t, saved.Wait(t.Context(), 1))
	got := saved.Example(0)
	if got.ID != ex.ID || got.Answer.Predicted != ex.Answer.Predicted || len(got.Program) != len(ex.Program) || saved.Len() != 1 ||
		saved.Name != own.Name || saved.Note != own.Note {
		t.Errorf("%s, %q has %+v", saved.Name, saved.Note, got)
	}
}
