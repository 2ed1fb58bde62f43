package examples

import (
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/viewtest"
)

func TestMarkTagNoteAndUndo(t *testing.T) {
	s := viewtest.ReadSample(t)
	at := marks.MarksLocation{Beside: marks.Beside(t.TempDir() + "/run")}
	book, err := marks.Open(at)
	check.NoError(t, err)
	v := New(s, 0, Filter{})
	sc := viewtest.New(t, 110, 24, s, v)
	sc.Press("space")
	sc.WantSaid("there is no file to save marks in")
	s.Books = []*marks.MarksBook{book}
	sc.Press("space", "t") // marks the first row and goes to the second
	sc.Typed("low p")
	sc.Press("enter")
	sc.Want("ex-0-0 ", "◆", "ex-0-1 ", "#low p", "marks")
	sc.Press("t", "enter") // gives the last tag again, here: takes it away
	sc.Without("#low p")
	sc.Undo()
	sc.Draw()
	sc.Want("#low p")
	for _, a := range v.Actions() {
		if a.Name == "note" {
			sc.Run(a.With("the gold box is wrong"))
		}
	}
	sc.Draw()
	sc.Want("#low p ¶")
	again, err := marks.Open(at)
	check.NoError(t, err)
	if !again.Of("ex-0-0").Marked || !slices.Contains(again.Of("ex-0-1").Tags, "low p") ||
		again.Of("ex-0-1").Note != "the gold box is wrong" || again.Count() != 2 {
		t.Errorf("in the file: %+v, %+v", again.Of("ex-0-0"), again.Of("ex-0-1"))
	}
	for range 5 {
		sc.Undo()
	}
	check.Equal(t, "entries after all was taken back", book.Count(), 0)
}

// A range of rows is marked and tagged as one, whichever of its ends is selected, and taken back as one.
func TestActingOnARange(t *testing.T) {
	s := viewtest.ReadSample(t)
	book, err := marks.Open(marks.MarksLocation{Beside: marks.Beside(t.TempDir() + "/run")})
	check.NoError(t, err)
	s.Books = []*marks.MarksBook{book}
	v := New(s, 0, Filter{})
	sc := viewtest.New(t, 110, 24, s, v)
	sc.Press("j", "V", "j", "j")
	if !strings.HasPrefix(v.Scope(), "range of 3 · ") {
		t.Errorf("the header says %q", v.Scope())
	}
	lines := strings.Split(sc.Text(), "\n")
	check.Equal(t, "rows marked as in the range", strings.Count(strings.Join(lines, ""), "┃"), 2)
	of := loaders.Fill(5, func(i int) string { return s.Run(0).Row(v.rows[i]).ID })
	sc.Press("space")
	check.EqualLists(t, "marked", loaders.Filter(of, book.Marked), of[1:4])
	check.Equal(t, "marking a range leaves the cursor on row", v.sheet.Selected(), 3)
	sc.Press("k", "k", "k", "t") // back over the first: a range of two
	sc.Typed("odd")
	sc.Press("enter")
	isOdd := func(id string) bool { return slices.Contains(book.Of(id).Tags, "odd") }
	check.EqualLists(t, "tagged", loaders.Filter(of, isOdd), of[:2])
	sc.Undo() // of the tags
	if slices.ContainsFunc(of, isOdd) || len(loaders.Filter(of, book.Marked)) != 3 {
		t.Error("the tags of the range are not taken back as one, or the marks with them")
	}
	s.Host.JSON = func(_ *loaders.Run, ex *loaders.Example) (string, error) { return "{" + ex.ID + "}", nil }
	var written []string
	s.Host.Export = func(_ *session.ScoredRun, rows []int, where string) func(string) (string, error) {
		written = append(loaders.Map(rows, func(i int) string { return s.Run(0).Row(i).ID }), where)
		return func(string) (string, error) { return "", nil }
	}
	sc.Act("copy-id")
	sc.Act("copy-json")
	sc.Act("export", "a.csv")
	sc.Act("export", "a-marked.html")
	if sc.Act("export", "a.xyz"); !strings.HasPrefix(sc.Flash[len(sc.Flash)-1].Text, "name a file ending in ") {
		t.Errorf("an ending of no format: %v", sc.Flash)
	}
	for i, want := range []string{strings.Join(of[:2], "\n"), "{" + of[0] + "}\n{" + of[1] + "}"} {
		if got := sc.Copied[i]; got.Text != want || !got.Lines {
			t.Errorf("copied %+v, want %q in lines", got, want)
		}
	}
	check.EqualLists(t, "written", written, append(slices.Clone(of[1:4]), "marked"))
	sc.Act("export", "a.csv")
	check.EqualLists(t, "written", written, append(slices.Clone(of[:2]), "in a chosen range"))
	sc.Press("V", "space") // the cursor's row alone
	check.EqualLists(t, "after the range was let go", loaders.Filter(of, book.Marked), of[:4])
	sc.Press("home", "V", "j")
	sc.Act("export", "a.csv")
	check.EqualLists(t, "written from the first on", written, append(slices.Clone(of[:2]), "in a chosen range"))
	if sc.Press("V"); strings.HasPrefix(v.Scope(), "range") {
		t.Error("a range from the first on is not let go")
	}
	for name, end := range map[string]func(){
		"esc": func() { sc.Press("esc") }, "another order": func() { sc.Act("reverse") }, // which would hold other examples
	} {
		sc.Press("home", "V", "j")
		if end(); strings.HasPrefix(v.Scope(), "range") {
			t.Errorf("%s leaves the range", name)
		}
	}
}

// A view that was saved has its columns again.
func TestColumnsAreSteps(t *testing.T) {
	sc, v := open(t, 110, 24, Filter{})
	s := sc.Session
	sc.Act("columns", "question, id, -answer")
	steps := v.Steps()
	i := slices.IndexFunc(steps, func(step views.ViewStep) bool { return step.Name == "columns" })
	if i < 0 {
		t.Fatalf("no step for the columns: %q", steps)
	}
	again := New(s, 0, Filter{})
	other := viewtest.New(t, 110, 24, s, again)
	other.Act("columns", steps[i].Value())
	if got, want := titles(again), titles(v); !slices.Equal(got, want) || len(got) == 0 || got[0] != "question" {
		t.Errorf("columns %q, want %q", got, want)
	}
}
