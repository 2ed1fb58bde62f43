package examples

import (
	"slices"
	"testing"

	"faithscope/scoring/marks"
	"faithscope/views"
	"faithscope/views/viewtest"
)

func TestMarkTagNoteAndUndo(t *testing.T) {
	s := viewtest.ReadAll(t, viewtest.Sample(t))
	at := marks.Location{Beside: marks.Beside(t.TempDir() + "/run")}
	book, err := marks.Open(at)
	if err != nil {
		t.Fatal(err)
	}
	v := New(s, 0, Filter{})
	sc := viewtest.New(t, 110, 24, s, v)
	sc.Press("space")
	if last := sc.Flash[len(sc.Flash)-1].Text; last != "there is no file to keep marks in" {
		t.Errorf("without a file: %q", last)
	}
	s.Books = []*marks.Book{book}
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
	if err != nil {
		t.Fatal(err)
	}
	if !again.Of("ex-0-0").Marked || !again.Of("ex-0-1").Has("low p") || again.Of("ex-0-1").Note != "the gold box is wrong" ||
		again.Count() != 2 {
		t.Errorf("in the file: %+v, %+v", again.Of("ex-0-0"), again.Of("ex-0-1"))
	}
	for range 5 {
		sc.Undo()
	}
	if book.Count() != 0 {
		t.Errorf("%d entries after all was taken back", book.Count())
	}
}

// A view that was saved has its columns again.
func TestColumnsAreSteps(t *testing.T) {
	s := viewtest.ReadAll(t, viewtest.Sample(t))
	v := New(s, 0, Filter{})
	sc := viewtest.New(t, 110, 24, s, v)
	sc.Act("columns", "question, id, -answer")
	steps := v.Steps()
	i := slices.IndexFunc(steps, func(step views.Step) bool { return step.Name == "columns" })
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
