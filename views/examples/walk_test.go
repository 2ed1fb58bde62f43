package examples

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// walk opens the first of examples from a list of all of them.
func walk(t *testing.T, examples ...*loaders.Example) (*viewtest.Screen, *List) {
	t.Helper()
	s := viewtest.Of(t, viewtest.RunOf("run", examples...))
	list := New(s, 0, Filter{})
	list.openSelected()
	pushed, ok := s.Posted()[0].(views.PushView)
	if !ok {
		t.Fatal("enter opens nothing")
	}
	return viewtest.New(t, 80, 24, s, pushed.View), list
}

func TestExampleAlongTheList(t *testing.T) {
	sc, list := walk(t,
		viewtest.BoxExample("a", true, true), viewtest.BoxExample("b", false, true), viewtest.BoxExample("c", true, true),
		viewtest.BoxExample("d", true, false))
	for _, step := range []struct{ key, want string }{
		{"J", "b"}, {"J", "c"}, {"K", "b"}, {"K", "a"}, {"]", "b"}, {"n", "d"}, {"N", "b"}, {"]", "d"},
	} {
		sc.Press(step.key)
		check.Equal(t, step.key+" leads to", sc.View.Title(), step.want)
	}
	check.Equal(t, "the list's row is selected", list.sheet.Selected(), 3)
	sc.Press("]", "J")
	check.Equal(t, "example past the end", sc.View.Title(), "d")
	check.Equal(t, "flashes", len(sc.Flash), 2)
}

// Below an example a list stays as it was when settings move, and says so; an example
// fails that fails now.
func TestNextFailureUsesPresentSettings(t *testing.T) {
	sc, list := walk(t, viewtest.BoxExample("a", true, false), viewtest.BoxExample("b", true, false), viewtest.BoxExample("c", false, true))
	list.setFilter(Filter{Where: "unfaithful or wrong"})
	settings := sc.Session.Settings
	settings.FaithfulF1 = 0
	sc.Run(sc.Session.Set(settings))
	sc.Send(views.RefreshViews{})
	sc.Press("]")
	check.Equal(t, "] passes what is right and faithful now, to", sc.View.Title(), "c")
	if got := sc.View.Status(); !strings.HasSuffix(got, "the list was made with faithful ≥ .50 and is updated when you return") {
		t.Errorf("status %q", got)
	}
	list.Update(views.RefreshViews{})
	check.Equal(t, "status of a list that was made again", sc.View.(views.SubjectView).Scope()+sc.View.Status(), "run · 1 of 1")
}

// A list of examples that were found under settings says so when these move.
func TestFrozenListsAreMarked(t *testing.T) {
	s := viewtest.Of(t, viewtest.RunOf("run", viewtest.BoxExample("a", true, false)))
	sc := viewtest.New(t, 80, 24, s, New(s, 0, Filter{Only: []int{0}, Named: "faithful to unfaithful", Under: s.Settings}))
	sc.Without("still uses")
	sc.Act("bar", ".45")
	sc.Want("[faithful to unfaithful] · list made with faithful ≥ .50 ·")
}

// An example that a moved bar drops from the filtered list is left from where
// it was.
func TestExampleDroppedFromTheList(t *testing.T) {
	sc, list := walk(t,
		viewtest.BoxExample("a", true, true), viewtest.BoxExample("b", true, false), viewtest.BoxExample("c", true, false),
		viewtest.BoxExample("d", true, false))
	list.setFilter(Filter{Where: "unfaithful"})
	sc.Press("J", "J")
	if sc.View.Title() != "c" {
		t.Fatalf("at %s", sc.View.Title())
	}
	list.filter.Where = "b" // as if only b remained
	list.refreshRows()
	sc.Send(views.RefreshViews{})
	check.Equal(t, "status", sc.View.(views.SubjectView).Scope(), "run · not in the filtered list")
	sc.Press("K")
	if sc.View.Title() != "b" && len(sc.Flash) == 0 {
		t.Errorf("K leads to %s without a word", sc.View.Title())
	}
}

// Undo changes the filter of the list on screen, though another run's list set it.
func TestUndoReachesTheListOnScreen(t *testing.T) {
	of := func(name string) *loaders.Run {
		return viewtest.RunOf(name, viewtest.BoxExample("a", true, true), viewtest.BoxExample("b", false, true))
	}
	s := viewtest.Of(t, of("one"), of("two"))
	first := viewtest.New(t, 120, 30, s, New(s, 0, Filter{}, AsRoot))
	first.Run(first.View.(*List).narrowBy(Filter{Where: "wrong"}))
	second := viewtest.New(t, 120, 30, s, New(s, 1, Filter{Where: s.Scope.Where}, AsRoot))
	second.Want("1 of 2")
	second.Undo()
	second.Send(views.RefreshViews{})
	second.Want("2 of 2")
}

func TestAClickOpensAnExampleOfTheListAround(t *testing.T) {
	row := func(id string) *loaders.Example {
		return &loaders.Example{ID: id, Question: "is " + id + " small", Tokens: []string{"a", "b"}, Attributions: []loaders.Attribution{
			{Name: "ig", Over: "question", Scores: []float64{.1, .9}}}}
	}
	sc, _ := walk(t, row("r1"), row("r2"), row("r3"))
	sc.Want("── examples ──", "is r3 small")
	sc.Click("is r3 small")
	check.Equal(t, "a click leads to", sc.View.Title(), "r3")
	sc.Press("K")
	check.Equal(t, "K leads to", sc.View.Title(), "r2")
}
