package screens

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/loadertest/check"
	"faithscope/views/help"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

func TestHelpListsWhatIsSpecialFirst(t *testing.T) {
	session := viewtest.ReadSample(t)
	actions := own(session)
	s := viewtest.New(t, 132, 90, session, help.New(&session.Console, actions, global(session)))
	special, moves := strings.Index(s.Text(), "Here"), strings.Index(s.Text(), "Move")
	if special < 0 || moves < special {
		t.Errorf("what is special here does not come first:\n%s", s.Text())
	}
	all, text := slices.Concat(actions, global(session)), s.Text()
	s.Press("/")
	for _, a := range all {
		key := widget.KeysText(a)
		first, _, _ := strings.Cut(key, " ")
		isMenu := a.Letters != "" && len(a.Keys) == 0
		isListed := slices.Contains(strings.Fields(text), first)
		if isMenu && strings.Contains(text, key+"  ") != (a.Why() == "") || !isMenu && first != "" && !isListed {
			t.Errorf("%s of %s is not listed:\n%s", key, a.Name, text)
		}
		s.Typed(a.Name)
		s.Want(":" + a.Name)
		for range a.Name {
			s.Press("backspace")
		}
	}
}

func TestHelpSearchesAndRuns(t *testing.T) {
	session := viewtest.ReadSample(t)
	s := viewtest.New(t, 80, 22, session, help.New(&session.Console, own(session), global(session)))
	s.Press("/")
	s.Typed("only right")
	s.Want("show only right answers")
	s.Without("move to the next row")
	s.Press("enter", "enter")
	check.EqualLists(t, "ran", s.Picked, []string{"right-not-faithful"})
}

func TestHelpEscEndsTheSearchFirst(t *testing.T) {
	session := viewtest.ReadSample(t)
	s := viewtest.New(t, 80, 22, session, help.New(&session.Console, own(session), global(session)))
	s.Press("/")
	s.Typed("zzz")
	s.Want("no action matches")
	s.Press("esc")
	s.Want("list the examples behind")
	if s.View.Typing() {
		t.Error("still typing")
	}
	s.Press("/")
	s.Typed("save-screen")
	s.Want("`:save-screen FILE` saves the screen: .png and", "pictures, .ansi as text")
	for range "save-screen" {
		s.Press("backspace")
	}
	s.Typed("iou")
	s.Press("enter")
	s.Want("search: iou", "esc: show all")
	s.Press("esc")
	s.Want("list the examples behind")
	check.Equal(t, "screens closed by esc", s.Pops, 0)
}

func TestHelpExplainsDisabledActions(t *testing.T) {
	session := viewtest.ReadSample(t)
	actions := []widget.Action{
		{Name: "fly", Keys: []string{"f"}, Help: "fly", Run: func() tea.Cmd { return nil }, Disabled: func() string { return "no wings" }}}
	s := viewtest.New(t, 132, 30, session, help.New(&session.Console, actions, global(session)))
	s.Want("fly (not now: no wings)")
}

// From every screen the help says what the screen is for, and finds what another screen does by the
// words that people use.
func TestHelpFindsOtherScreensActions(t *testing.T) {
	session := viewtest.ReadSample(t)
	for _, section := range KeyTable(session)[1:7] {
		s := viewtest.New(t, 132, 24, session, help.New(&session.Console, section.Actions, global(session)))
		s.Without("enter runs") // in place of a purpose
		for _, words := range [][2]string{
			{"annotate", ":annotate"}, {"fix", ":set-gold"}, {"label", ":annotate"}, {"why", ":explain"}, {"csv", ":export"},
		} {
			s.Press("/")
			s.Typed(words[0])
			s.Want(words[1])
			s.Press("esc")
		}
	}
}

// On 80 columns rows take the lines that they need, and every one is seen whole.
func TestHelpCutsNothingOn80Columns(t *testing.T) {
	session := viewtest.ReadSample(t)
	for _, section := range KeyTable(session)[1:7] {
		s := viewtest.New(t, 80, 22, session, help.New(&session.Console, section.Actions, global(session)))
		for row := range 140 {
			if s.Without("…"); t.Failed() {
				t.Fatalf("%s, row %d", section.Screen, row)
			}
			s.Press("j")
		}
		_, place, _ := strings.Cut(s.Text(), "─ ")
		if of := strings.Fields(place); len(of) < 3 || of[0] != of[2] {
			t.Errorf("%s: after every row the selection is on %v", section.Screen, of[:3])
		}
	}
}
