package screens

import (
	"fmt"
	"image"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/help"
	"faithscope/views/runs"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// global and own are the actions of every screen, and those of the first one.
func global(s *views.Session) []widget.Action {
	none := func() []widget.Action { return nil }
	return widget.Bind(Global(s, none, none), nil)
}

func own(s *views.Session) []widget.Action { return widget.Bind(runs.New(s).Actions(), nil) }

func TestCommandRunsByName(t *testing.T) {
	for _, test := range []struct{ typed, keys, want string }{
		{"setting-up", "enter", "setting-up"},
		{"setting up", "enter", "setting-up"},
		{"rnf", "enter", "right-not-faithful"},
		{"qui", "enter", "quit"},
		{"down", "enter", "down"}, // page-down and half-down match as well
		{"half", "down enter", "half-down"},
		{"half", "down up enter", "half-up"},
		{"threshold .3", "enter", "threshold .3"},
		{"average cum", "enter", "average cumulative"},
		{"iou up .3", "enter", "iou up .3"}, // which says that "up .3" is not a number
		{"upp", "tab enter", "upper-bound"},
		{"", "down enter", "up"},
		{"", "enter", ""},
		{"", "backspace", ""},
		{"iou", "esc", ""},
	} {
		t.Run(fmt.Sprintf("%s %s", test.typed, test.keys), func(t *testing.T) {
			session := viewtest.ReadAll(t, viewtest.Sample(t))
			s := viewtest.New(t, 80, 22, session, help.NewCommand(&session.Console, own(session), global(session)))
			s.Typed(test.typed)
			s.Press(strings.Fields(test.keys)...)
			if got := strings.Join(s.Picked, " "); got != test.want {
				t.Errorf("ran %q, want %q:\n%s", got, test.want, s.Text())
			}
			if test.want == "" && s.Pops != 1 {
				t.Errorf("closed %d times, want once", s.Pops)
			}
		})
	}
}

// What is typed goes before a text that is offered, however alike.
func TestCommandTakesTextBesideValues(t *testing.T) {
	columns := widget.Action{Name: "columns", AnyText: true, With: func(string) tea.Cmd { return nil },
		Values: func() []string { return []string{"id, question, F1, culprit, kind", "all"} }}
	for _, typed := range []string{"columns question, F1, -kind", "columns all"} {
		session := viewtest.Sample(t)
		s := viewtest.New(t, 80, 22, session, help.NewCommand(&session.Console, []widget.Action{columns}, nil))
		s.Typed(typed)
		s.Press("enter")
		if got := strings.Join(s.Picked, " "); got != typed {
			t.Errorf("%q became %q", typed, got)
		}
	}
}

// An action that accepts any text is given what is typed behind its name.
func TestCommandTakesText(t *testing.T) {
	var got string
	ask := widget.Action{
		Name: "ask",
		Keys: []string{"F"},
		Help: "ask",
		Run:  widget.Do(func() { got = "nothing" }),
		With: func(text string) tea.Cmd {
			got = text
			return nil
		},
	}
	for typed, want := range map[string]string{"ask exist(filter[yellow](find[square]))": "exist(filter[yellow](find[square]))",
		" ask   a b": "a b", "ask": "nothing"} {
		session := viewtest.Sample(t)
		v := help.NewCommand(&session.Console, []widget.Action{ask}, nil)
		v.Update(views.Resize{Area: image.Rect(0, 0, 80, 22)})
		for _, r := range typed {
			if r == ' ' {
				v.Update(viewtest.Key("space"))
				continue
			}
			v.Update(viewtest.Key(string(r)))
		}
		v.Update(viewtest.Key("enter"))
		for _, msg := range session.Posted() {
			msg.(views.Pick).Action.Run()
		}
		if got != want {
			t.Errorf("%q is given %q, want %q", typed, got, want)
		}
	}
}

func TestCommandKnowsNoSuchAction(t *testing.T) {
	session := viewtest.ReadAll(t, viewtest.Sample(t))
	onOverview := own(session)
	for _, c := range []struct {
		typed, want string
		actions     []widget.Action
	}{
		{"trheshold", "no action is called trheshold; did you mean threshold?", onOverview},
		{"zebra", "no action is called zebra", onOverview},
		{"42", "no action is called 42", nil}, // the screen has no examples to go to
	} {
		s := viewtest.New(t, 80, 22, session, help.NewCommand(&session.Console, c.actions, global(session)))
		s.Typed(c.typed)
		s.Press("enter")
		if len(s.Flash) != 1 || s.Flash[0].Text != c.want || !s.Flash[0].Bad {
			t.Errorf("%s: said %v, want %q", c.typed, s.Flash, c.want)
		}
	}
}

func TestCommandIsNoShell(t *testing.T) {
	session := viewtest.ReadAll(t, viewtest.Sample(t))
	s := viewtest.New(t, 80, 22, session, help.NewCommand(&session.Console, own(session), global(session)))
	s.Typed("!rm -rf /")
	s.Press("enter")
	if len(s.Picked) != 0 || len(s.Flash) != 1 || !s.Flash[0].Bad {
		t.Errorf("ran %v, said %v", s.Picked, s.Flash)
	}
}
