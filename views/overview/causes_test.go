package overview

import (
	"reflect"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/examples"
	"faithscope/views/viewtest"
)

// emptied is a find of which nothing is wanted and that predicts nothing.
func emptied(id string) *loaders.Example {
	ex := viewtest.BoxExample(id, true, true)
	ex.Program[1].Output.Boxes[0], ex.Program[1].Gold.Boxes[0] = []float64{.1, .1}, []loaders.Box{}
	return ex
}

// low has the right box at .35, under the threshold.
func low(id string) *loaders.Example {
	ex := viewtest.BoxExample(id, true, true)
	ex.Program[1].Output.Boxes[0] = []float64{.35, .1}
	return ex
}

func wrongs(t *testing.T, w, h int, list ...*loaders.Example) *viewtest.Screen {
	t.Helper()
	s := viewtest.Of(t, viewtest.RunOf("run", list...))
	return viewtest.New(t, w, h, s, New(s))
}

func TestOverviewSaysWhyModulesAreWrong(t *testing.T) {
	s := wrongs(t, 132, 37, low("a"), low("b"), emptied("c"), viewtest.BoxExample("d", true, false))
	s.Want("of right", "3       .75", "empty", "why wrong", "▒ elsewhere", "worst right answers", "find: low p, best box IoU 1.00 had p .35")
	for _, test := range []struct {
		keys, status string
		want         string
	}{
		{"tab j l l l l l l l", "find: empty (nothing wanted, nothing predicted: F1 1) 1 of 4 modules, 25 %", "nothing_wanted.find"},
		{"tab j l l l l l l l l", "find: low p 2 of 4 modules, 50 %", `cause.find="low p"`},
		{"tab j l l l l l l l l l", "find: elsewhere 1 of 4 modules, 25 %", `cause.find="elsewhere"`},
		{"tab l l l l l l l l", "overall: low p 2 of 4 modules, 50 %", `cause="low p"`},
	} {
		s := wrongs(t, 132, 37, low("a"), low("b"), emptied("c"), viewtest.BoxExample("d", true, false))
		s.Press(strings.Fields(test.keys)...)
		if got := s.View.Status(); !strings.HasPrefix(got, test.status) {
			t.Errorf("%s: status %q, want %q", test.keys, got, test.status)
		}
		s.Press("enter")
		if want := (examples.Filter{Where: test.want}); len(s.Pushed) != 1 || !reflect.DeepEqual(shown(s), want) {
			t.Errorf("%s: opened %v, want %+v", test.keys, s.Pushed, want)
		}
	}
}

// A precision that rests on no prediction is not a number, and a score says how
// much of it rests on nothing.
func TestOverviewShowsNothingAsNothing(t *testing.T) {
	s := wrongs(t, 132, 37, emptied("a"), emptied("b"), emptied("c"))
	s.Want("find             1.00     –  1.00      0      0      3")
	s.Press("tab", "j")
	r := s.View.(*screen).run()
	if x, _ := r.modules.Rows[1][2].Value.(scoring.Value); x.Why() == "" {
		t.Error("the precision has no reason for being undefined")
	}
}

func TestOverviewShowsSettingsWithTheirKeys(t *testing.T) {
	s := wrongs(t, 80, 21, low("a"))
	s.Want("1 run · 1 example", "p>.50 P‹›p", "IoU>.50 I‹›i", "bar .50 B‹›b", "example a")
	s.Press("p", "U")
	s.Want("p>.55 P‹›p", "UPPER BOUND U")
}

func TestOverviewShowsAccuracyByType(t *testing.T) {
	var list []*loaders.Example
	for i, kind := range []string{"count", "count", "exist", "exist", "query"} {
		ex := viewtest.BoxExample(kind, i%2 == 0, true)
		ex.Kind = kind
		list = append(list, ex)
	}
	s := wrongs(t, 132, 37, list...)
	s.Want("accuracy by type, lowest first", "▸ count                           2    .50      1.00", "  query                           1   1.00      1.00")
	s.Click("exist ")
	if len(s.Pushed) != 0 {
		t.Fatal("one click opened the type")
	}
	s.Click("exist ")
	if want := (examples.Filter{Where: `wrong kind="exist"`}); len(s.Pushed) != 1 || !reflect.DeepEqual(shown(s), want) {
		t.Errorf("opened %v, want %+v", s.Pushed, want)
	}
}

func TestOverviewMarksTheWorstModule(t *testing.T) {
	list := []*loaders.Example{low("a"), viewtest.BoxExample("b", true, true)}
	list[1].Program[1].Op = "filter"
	s := wrongs(t, 132, 37, list...)
	s.Want("find ◂worst", "filter")
	row := func(text string) int {
		at, _ := s.Find(text)
		return at.Y
	}
	list[0].Program[1].Op, list[1].Program[1].Op = "relocate", "find"
	s = wrongs(t, 132, 37, list...)
	s.Press("tab", "s")
	if worst, best, none := row("relocate ◂worst"), row("find "), row("filter "); worst > best || best > none {
		t.Errorf("the worst is not first, or what has no number not last:\n%s", s.Text())
	}
	s.Press("s", "s")
	if row("find ") > row("relocate ◂worst") {
		t.Errorf("s again does not restore the order:\n%s", s.Text())
	}
	if strings.Contains(wrongs(t, 132, 37, low("a")).Text(), "◂worst") {
		t.Error("the only module type is the worst")
	}
}

// The worst module is the one that most often goes wrong first, not the one with
// the lowest number; where nothing is wrong there is none.
func TestTheWorstModuleGoesWrongFirst(t *testing.T) {
	below := func(id string) *loaders.Example {
		ex := low(id)
		ex.Program[1].Op = "filter"
		return ex
	}
	s := wrongs(t, 160, 37, low("a"), low("b"), viewtest.BoxExample("c", true, true), below("e"))
	s.Want("find ◂worst", "first  wrong  used", "2      2     3", "1      1     1")
	s = wrongs(t, 160, 37, viewtest.BoxExample("a", true, true), func() *loaders.Example {
		ex := viewtest.BoxExample("b", true, true)
		ex.Program[1].Op = "filter"
		return ex
	}())
	s.Without("◂worst")
}
