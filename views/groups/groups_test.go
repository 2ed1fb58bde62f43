package groups_test

import (
	"strings"
	"testing"

	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/groups"
	"faithscope/views/viewtest"
)

// open returns a list of the sample's first run, and a screen of what it shows.
func open(t *testing.T, where string, screen func(s *views.Session, list groups.List) views.View) (*examples.List, *viewtest.Screen) {
	t.Helper()
	s := viewtest.ReadAll(t, viewtest.Sample(t))
	list := examples.New(s, 0, examples.Filter{Where: where})
	viewtest.New(t, 120, 30, s, list)
	return list, viewtest.New(t, 120, 30, s, screen(s, list))
}

// listed is how many examples a list shows.
func listed(list *examples.List) int {
	_, rows := list.Facts()
	return len(rows)
}

func TestFacetsFilterTheList(t *testing.T) {
	list, sc := open(t, "", func(s *views.Session, list groups.List) views.View { return groups.New(s, list, "") })
	sc.Want("dimension", "kind", "culprit.cause", "word", "of 11 listed examples")
	sc.Press("j", "enter") // to the verdicts
	sc.Want("7   1.00       .43  "+strings.Repeat("█", 24), "3    .00       .33  ██████████▎", "–  ███▍")
	sc.Press("j", "enter")
	if got := listed(list); got != 3 {
		t.Errorf("%d examples are listed where 3 are wrong", got)
	}
	sc.Want("1 value of 3 listed examples") // counts follow the filter
	sc.Press("h", "h")
	if sc.Pops != 1 {
		t.Errorf("%d screens were left", sc.Pops)
	}
}

func TestFacetsExcludeAValueAndCountAnExpression(t *testing.T) {
	list, sc := open(t, "", func(s *views.Session, list groups.List) views.View {
		return groups.New(s, list, "f1.find > .5 ? \"good\" : \"bad\"")
	})
	sc.Want("good", "bad")
	sc.Press("-")
	if got := listed(list); got != 4 { // bad comes first, with the broken record
		t.Errorf("%d examples are listed without the bad ones", got)
	}
}

func TestBlameLeadsToTheCulprits(t *testing.T) {
	list, sc := open(t, "", func(s *views.Session, list groups.List) views.View { return groups.New(s, list, groups.Blame) })
	sc.Want("11 examples, 10 with a scored module; 6 have a culprit", "10      6      6          0        6             4             2          6", "elsewhere")
	sc.Press("enter")
	if got := listed(list); got != 6 || sc.Pops != 1 {
		t.Errorf("%d examples are listed, %d screens left", got, sc.Pops)
	}
}

func TestSlicesSayHowTheyWereFound(t *testing.T) {
	_, sc := open(t, "", func(s *views.Session, list groups.List) views.View {
		return groups.New(s, list, groups.Slices+"accuracy")
	})
	sc.Want("by accuracy", "Benjamini and Hochberg", "no slice differs")
	sc.Press("o")
	sc.Want("by faithfulness")
}

func TestScatterLeadsToACell(t *testing.T) {
	list, sc := open(t, "", func(s *views.Session, list groups.List) views.View {
		return groups.New(s, list, "f1.find, faithfulness")
	})
	sc.Want("faithfulness up, f1.find to the right", "10 examples", "Pearson's r +1.00")
	sc.Press("enter")
	if got := listed(list); got != 6 || sc.Pops != 1 {
		t.Errorf("%d examples are listed, %d screens left", got, sc.Pops)
	}
	_, sc = open(t, "", func(s *views.Session, list groups.List) views.View { return groups.New(s, list, "nothing, size") })
	sc.Want("there is no field nothing")
}

func TestGoldAndAnswersAreCrossed(t *testing.T) {
	list, sc := open(t, "", func(s *views.Session, list groups.List) views.View { return groups.New(s, list, groups.GoldAnswer) })
	sc.Want("answer.gold by answer.predicted", "✓")
	sc.Press("g", "l", "enter")
	if got := listed(list); got == 0 || got == 11 {
		t.Errorf("%d examples are listed", got)
	}
}
