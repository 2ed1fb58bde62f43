package compare_test

import (
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/examples"
	"faithscope/views/viewtest"
)

// three are runs of twelve examples: a letter says of each whether the answer is
// right, upper case that the module looks at the right box. The last one knows one
// example less, and another.
func three(t *testing.T) *views.Session {
	t.Helper()
	in := func(name, verdicts, last string) *loaders.Run {
		var list []*loaders.Example
		for i, v := range verdicts {
			ex := viewtest.BoxExample(string(rune('a'+i)), v == 'r' || v == 'R', v == 'R' || v == 'W')
			ex.Images[0].Path = string(rune('a'+i/4)) + ".png"
			list = append(list, ex)
		}
		list[len(list)-1].ID = last
		return viewtest.RunOf(name, list...)
	}
	return viewtest.Of(t, in("one", "RRRRRRRRrwwW", "l"), in("two", "wwwwwwwRrwwR", "l"), in("three", "RRRRRRRRRRRR", "m"))
}

// listed is what the last list that a screen opened shows.
func listed(t *testing.T, sc *viewtest.Screen) (run int, ids []string) {
	t.Helper()
	list, ok := sc.Pushed[len(sc.Pushed)-1].(*examples.List)
	if !ok {
		t.Fatalf("%T was opened", sc.Pushed[len(sc.Pushed)-1])
	}
	viewtest.New(t, 100, 30, sc.Session, list)
	run, _ = list.Shows()
	_, rows := list.Facts()
	for _, i := range rows {
		ids = append(ids, sc.Session.Run(run).Row(i).ID)
	}
	slices.Sort(ids)
	return run, ids
}

func TestChangesLeadToTheirExamples(t *testing.T) {
	s := three(t)
	sc := viewtest.New(t, 120, 36, s, compare.New(s, 0, 1))
	sc.Want("A one   B two", "12 in both, 0 in A alone, 0 in B alone", "right to wrong", "wrong to right", "faithful to unfaithful", "none wrong to elsewhere", "accuracy", "F1 of find")
	for _, want := range []struct {
		keys, ids string
	}{{"", "abcdefg"}, {"j", "l"}, {"j", "abcdefg"}, {"j", ""}, {"j", "abcdefg"}} {
		if want.keys != "" {
			sc.Press(want.keys)
		}
		sc.Press("enter")
		if run, ids := listed(t, sc); run != 1 || strings.Join(ids, "") != want.ids {
			t.Errorf("examples %v of run %d, want %s of run 1\n%s", ids, run, want.ids, sc.Text())
		}
	}
	sc.Press("}") // with the third run
	sc.Want("B three", "11 in both, 1 in A alone, 1 in B alone", "in A alone", "in B alone")
	sc.Press("G", "enter")
	if run, ids := listed(t, sc); run != 0 || strings.Join(ids, "") != "l" {
		t.Errorf("examples %v of run %d are said to be in A alone", ids, run)
	}
	sc.Press("x")
	sc.Want("A three   B one")
}

// The screen shows what the command prints.
func TestScoresAreThoseOfTheReport(t *testing.T) {
	s := three(t)
	sc := viewtest.New(t, 120, 40, s, compare.New(s, 0, 1))
	for _, by := range []session.Cluster{session.ByExample, session.ByPicture} {
		c, err := report.Compare(t.Context(), s.Runs[0], s.Runs[1], s.Settings, report.DesignOf(s.Settings, by))
		if err != nil {
			t.Fatal(err)
		}
		p, _ := c.Tests[0].P.Float()
		shown := map[session.Cluster]string{session.ByExample: ".070", session.ByPicture: ".500"}[by]
		if want := map[session.Cluster]float64{session.ByExample: 9. / 128, session.ByPicture: .5}[by]; p != want {
			t.Errorf("%s: p %v, want %v", by, p, want)
		}
		line := ""
		for _, l := range strings.Split(sc.Text(), "\n") {
			if strings.Contains(l, "accuracy") {
				line = l
			}
		}
		if !strings.Contains(line, shown) || !strings.Contains(line, ".75") || !strings.Contains(line, "-.50") {
			t.Errorf("%s: %q, want p %s", by, line, shown)
		}
		sc.Press("c")
	}
	sc.Want("swapped: sets")
	sc.Press("tab", "enter")
	if run, ids := listed(t, sc); run != 1 || len(ids) != 9 { // the wrong ones
		t.Errorf("%d examples of run %d behind an accuracy", len(ids), run)
	}
	sc.Press(".")
	if _, ok := sc.Pushed[len(sc.Pushed)-1].(*views.Modal); !ok {
		t.Error("the score is not explained")
	}
	sc.Press("esc", "s", "s")
	sc.Want("largest difference")
}

func TestTableOfRunsChoosesAPair(t *testing.T) {
	s := three(t)
	sc := viewtest.New(t, 80, 24, s, compare.New(s, 0, 1))
	sc.Without("1 one")
	sc.Press("tab", "tab")
	sc.Want("1 one", "2 two", "3 three", "answers: agree")
	if got := sc.View.Status(); !strings.Contains(got, "one and two agree on .33 of 12 · right in one alone: 7, 1 · p .070") {
		t.Errorf("status %q", got)
	}
	sc.Press("v")
	sc.Want("faithful: agree")
	sc.Press("j", "l", "enter") // two with three
	sc.Want("A two   B three")
	if got, want := sc.View.(views.Stepped).Steps(), "compare 'two against three'"; got[0].String() != want {
		t.Errorf("steps %q", got)
	}
	sc.Press("h", "enter")
	if len(sc.Flash) != 1 || !strings.Contains(sc.Flash[0].Text, "itself") {
		t.Errorf("said %v", sc.Flash)
	}
}

func TestActionOpensThePairOfItsValue(t *testing.T) {
	s := three(t)
	a := compare.Action(s)
	a.With("three against one")
	posted := s.Posted()
	if got, ok := posted[0].(views.Go); !ok || got.Place != views.PlaceCompare || views.JoinSteps(got.Root.(views.Stepped).Steps()) != "compare 'three against one'" {
		t.Errorf("posted %v", posted)
	}
	a.With("one against nobody")
	if flash, ok := s.Posted()[0].(views.Flash); !ok || !flash.Bad {
		t.Error("a run that there is not is compared")
	}
	if pairs := a.Values(); len(pairs) != 6 || pairs[0] != "one against two" {
		t.Errorf("pairs %q", pairs)
	}
}

// A is the run that was marked, else the base run, else the one above B.
func TestRootComparesTheRunInScope(t *testing.T) {
	base := 2
	for _, test := range []struct {
		scope views.Scope
		base  *int
		want  string
	}{
		{views.Scope{Run: 1}, nil, "one against two"}, {views.Scope{Run: 2}, nil, "two against three"}, {views.Scope{}, nil, "one against two"},
		{views.Scope{Run: 2, Against: 1}, nil, "one against three"}, {views.Scope{Run: 1, Against: 2}, &base, "three against two"},
		{views.Scope{Run: 2}, &base, "two against three"}, {views.Scope{}, &base, "three against one"},
	} {
		s := three(t)
		s.Scope, s.Base = test.scope, test.base
		if got := compare.Root(s).(views.Stepped).Steps()[0].Value(); got != test.want {
			t.Errorf("%+v compares %s, want %s", test.scope, got, test.want)
		}
	}
}

// The steps to a list of changes lead to it again, also before the runs were
// compared.
func TestLinksToChanges(t *testing.T) {
	s := three(t)
	sc := viewtest.New(t, 120, 36, s, compare.New(s, 0, 1))
	sc.Press("enter")
	list := sc.Pushed[0].(*examples.List)
	steps := list.Steps()
	if want := "run two; compare 'one against two'; change 'right to wrong'"; views.JoinSteps(steps[:3]) != want {
		t.Fatalf("steps %q", steps)
	}
	unread := compare.New(s, 0, 1)
	for _, a := range unread.Actions() {
		if a.Name == "change" {
			sc.Run(a.With("right to wrong"))
		}
	}
	if run, ids := listed(t, sc); len(sc.Pushed) != 2 || run != 1 || strings.Join(ids, "") != "abcdefg" {
		t.Errorf("the link leads to %v of run %d", ids, run)
	}
}
