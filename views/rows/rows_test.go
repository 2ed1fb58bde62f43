package rows

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
	"faithscope/views/examples"
	"faithscope/views/viewtest"
)

// Two people annotate the same modules, one of them differently: their F1 leads to the example on which they differ,
// and what a person has left leads to what they have not annotated.
func TestAnnotatorsAgree(t *testing.T) {
	var list []*loaders.Example
	for _, id := range []string{"a", "b", "c", "d"} {
		list = append(list, viewtest.BoxExample(id, true, true))
	}
	s := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("run", list...)))
	bookOf := func(moved string, ids ...string) *marks.MarksBook {
		book, err := marks.Open(marks.MarksLocation{Beside: marks.Beside(t.TempDir() + "/run")})
		check.NoError(t, err)
		for _, id := range ids {
			box := loaders.Box{X1: .4, Y1: .4}
			if id == moved {
				box = loaders.Box{X0: .5, Y0: .5, X1: .9, Y1: .9}
			}
			viewtest.Annotate(t, book, id, 1, marks.Annotation{Boxes: [][]loaders.Box{{box}}})
		}
		return book
	}
	s.Books = []*marks.MarksBook{bookOf("b", "a", "b")}
	ann := bookOf("", "a", "b", "c")
	s.Host.Annotators = func(*loaders.Run) map[string]*marks.MarksBook { return map[string]*marks.MarksBook{"ann": ann} }
	filterOf := func(sc *viewtest.Screen) string {
		t.Helper()
		list, ok := sc.Pushed[len(sc.Pushed)-1].(*examples.List)
		if !ok {
			t.Fatalf("%T was opened", sc.Pushed[len(sc.Pushed)-1])
		}
		_, filter := list.Shows()
		return filter.Where
	}

	sc := viewtest.New(t, 110, 24, s, New(s, 0, &annotators))
	sc.Want("ann", "you", "left")
	sc.Press("j", "l", "l", "l", "l", "l", "enter")
	check.Equal(t, "filter of what is left", filterOf(sc), "-annotated")
	s.Host.Annotator = "zoe"
	viewtest.New(t, 110, 24, s, New(s, 0, &annotators)).Want("▸ ann", "  zoe")
	s.Host.Annotator = ""
	list2 := examples.New(s, 0, examples.Filter{Where: "-annotated"})
	sc = viewtest.New(t, 110, 24, s, list2)
	sc.Want("2 of 4")
	sc = viewtest.New(t, 110, 24, s, examples.New(s, 0, examples.Filter{}))
	sc.Want("✎")

	sc = viewtest.New(t, 110, 24, s, New(s, 0, &agreement))
	sc.Want("ann, you", "F1", "overall", ".50") // one of two examples
	sc.Press("enter")
	check.Contains(t, filterOf(sc), "b")
	sc.Press("l", "l", "l", "enter")
	if got := filterOf(sc); got != `id == "b"` && got != "id=b" && got != `id="b"` {
		t.Errorf("the number leads to %q", got)
	}
	s.Host.Annotators = nil // of a guest
	sc = viewtest.New(t, 110, 24, s, New(s, 0, &agreement))
	sc.Want("no two people have annotated the same examples")
}
