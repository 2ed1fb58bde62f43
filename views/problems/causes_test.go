package problems

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/viewtest"
)

func TestCauses(t *testing.T) {
	problem := func(run string, lost bool, kind string, args ...any) runProblem {
		return runProblem{loaders.Problem{What: loaders.Sentencef(kind, args...), Lost: lost}, run}
	}
	got := [][2]string{}
	for _, c := range causesOf([]runProblem{
		problem("a", false, "no passage"),
		problem("a", false, "%d boxes of %q", 3, "x"),
		problem("b", false, "no key"),
		problem("b", false, "%d boxes of %q", 4, "y"),
		problem("b", true, "not JSON"),
		problem("b", false, "no key"),
		problem("b", false, "no key"),
		problem("", false, "not a run"),
	}) {
		got = append(got, [2]string{c.countText(), c.describeCause()})
	}
	check.EqualLists(t, "causes", got, [][2]string{
		{"1 problem", "not JSON"}, {"1 problem", "not a run"}, // examples are missing
		{"3 problems", "no key"}, {"2 problems", "N boxes of …"}, {"1 problem", "no passage"},
	})
}

func TestProblemsAreGroupedByCause(t *testing.T) {
	session := viewtest.Sample(t)
	add := func(line int) {
		session.Run(1).Problems.Add(
			loaders.Problem{File: "data/lexical.json", Line: line}.Worded("%d boxes, and %d scores; not scored", line, line+1))
	}
	for line := 10; line < 15; line++ {
		add(line)
	}
	viewtest.ReadAll(t, session)
	s := viewtest.New(t, 132, 21, session, New(&session.Data, &session.Console, nil))
	s.Want("▸ 5 problems ", " N boxes, and N scores", "10 boxes, and 11 scores", "12 boxes, and 13 scores", "a record without")
	s.Without("13 boxes, and 14")
	check.Equal(t, "status", s.View.Status(), "6 problems · 2 causes · 5 problems · what is wrong N boxes, and N scores")
	s.Press("yt", "enter")
	if len(s.Copied) != 1 || !s.Copied[0].Lines || s.Copied[0].What != "5 problems" {
		t.Errorf("copied %+v, want the cause's problems line by line", s.Copied)
	}

	one := viewtest.New(t, 132, 21, session, s.Pushed[0])
	one.Want("10 boxes, and 11 scores", "14 boxes, and 15 scores")
	one.Without("a record without")
	const want = "5 problems · 1 cause · lexical · file lexical.json · line 10 · what is wrong 10 boxes"
	if got := one.View.Status(); !strings.HasPrefix(got, want) {
		t.Errorf("status is %q", got)
	}
	one.Press("j", "j", "j", "enter")
	viewtest.New(t, 80, 22, session, one.Pushed[0]).Want("path      data/lexical.json", "line      13", "what      13 boxes, and 14 scores")

	// The selection stays on its problem when problems appear before it.
	s.Press("j")
	s.Want("▸   lexical    lexical.json        10")
	add(9)
	for _, screen := range []*viewtest.Screen{s, one} {
		screen.Send(views.RefreshViews{})
	}
	s.Want("6 problems", "▸   lexical    lexical.json        10")
	one.Want("▸ lexical  lexical.json    13")
}
