package screens

import (
	"fmt"
	"image"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/retired"
	"faithscope/views"
	"faithscope/views/help"
	"faithscope/views/runs"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// global and own are the actions of every screen, and those of the first one.
func global(s *views.Session) []widget.Action {
	none := func() []widget.Action { return nil }
	return widget.Bind(Global(s, none, none, nil), nil)
}

func own(s *views.Session) []widget.Action { return widget.Bind(runs.New(s).Actions(), nil) }

func TestCommandRunsByName(t *testing.T) {
	for _, test := range []struct{ typed, keys, want string }{
		{"setting-up", "enter", "setting-up"},
		{"setting up", "enter", "setting-up"},
		{"rnf", "enter", "right-not-faithful"},
		{"qui", "enter", "quit"},
		{"down", "enter", "down"}, // page-down and half-down match as well
		{"half", "down enter", "half-up"},
		{"half", "down up enter", "half-down"},
		{"threshold .3", "enter", "threshold .3"},
		{"average cum", "enter", "average cumulative"},
		{"iou up .3", "enter", "iou up .3"}, // which says that "up .3" isn't a number
		{"upp", "tab enter", "upper-bound"},
		{"", "down enter", "compare"}, // moves come last
		{"delta", "enter", "compare"},
		{"diff", "enter", "compare"},
		{"csv", "enter", "export"},
		{"why", "enter", "explain"},
		{"label", "enter", "annotate"},
		{"fix", "enter", "set-gold"},
		{"", "enter", ""},
		{"", "backspace", ""},
		{"iou", "esc", ""},
	} {
		t.Run(fmt.Sprintf("%s %s", test.typed, test.keys), func(t *testing.T) {
			session := viewtest.ReadSample(t)
			s := viewtest.New(t, 80, 22, session, help.NewCommand(&session.Console, own(session), global(session), nil))
			s.Typed(test.typed)
			s.Press(strings.Fields(test.keys)...)
			check.Equal(t, "ran", strings.Join(s.Picked, " "), test.want, test.keys)
			if test.want == "" && s.Pops != 1 {
				t.Errorf("closed %d times, want once", s.Pops)
			}
		})
	}
}

// What was run last comes first, of what can be done; what another screen has comes last and says where.
func TestCommandListsWhatWasRunLast(t *testing.T) {
	session := viewtest.ReadSample(t)
	list := func(used ...string) *viewtest.Screen {
		return viewtest.New(t, 80, 22, session, help.NewCommand(&session.Console, own(session), global(session), used))
	}
	list("theme", "up", "annotate").Want("▸ theme ", "  right-not-faithful")
	s := list()
	s.Typed("annot")
	s.Want("  annotate              w a        not now: works in Example")
	for range "annot" {
		s.Press("backspace")
	}
	s.Typed("compare-")
	s.Without("half-")
}

// Files are picked by a letter each or by moving, and looked for after a slash; other values are looked for
// at once. A word that is none of them does nothing.
func TestChoicesHaveLetters(t *testing.T) {
	colours := func() []string { return []string{"dark blue", "dark red", "dark kiwi"} }
	choice := widget.Action{Name: "colour", Effect: widget.Writes, Values: colours,
		With: func(string) tea.Cmd { return nil }}
	for _, test := range []struct{ keys, want string }{
		{"r", "colour dark red"},
		{"b", "colour dark blue"},
		{"i", "colour dark kiwi"}, // k moves
		{"j enter", "colour dark red"},
		{"down down k enter", "colour dark red"},
		{"enter", "colour dark blue"},
		{"x z", ""},
		{"/ k i w enter", "colour dark kiwi"},
		{"/ g r e y enter", ""},
		{"/ g r e y esc r", "colour dark red"},
		{"/ backspace i", "colour dark kiwi"},
	} {
		session := viewtest.Sample(t)
		s := viewtest.New(t, 80, 22, session, session.NewLine(choice))
		s.Want("▸ b  dark blue", "  r  dark red")
		s.Press(strings.Fields(test.keys)...)
		if got := strings.Join(s.Picked, " "); got != test.want || s.Pops > 0 {
			t.Errorf("%s: picked %q, want %q, and closed %d times:\n%s", test.keys, got, test.want, s.Pops, s.Text())
		}
	}
	session := viewtest.Sample(t)
	choice.Effect = widget.Looks
	for typed, want := range map[string]string{"kiw": "colour dark kiwi", "green": "colour green"} {
		choice.AnyText = typed == "green"
		s := viewtest.New(t, 80, 22, session, session.NewLine(choice))
		s.Typed(typed)
		if s.Press("enter"); strings.Join(s.Picked, " ") != want {
			t.Errorf("%q is picked by %s", s.Picked, typed)
		}
	}
}

// A suggestion that only contains what is typed is chosen by moving or completed by tab; a slash that began the search
// belongs to a path.
func TestTypedTextStays(t *testing.T) {
	for _, test := range []struct {
		effect     widget.SideEffectKind
		keys, want string
	}{
		{widget.Looks, "r e d enter", "colour red"},
		{widget.Looks, "r e d down enter", "colour dark red"},
		{widget.Looks, "r e d tab enter", "colour dark red"},
		{widget.Writes, "/ t m p / x enter", "colour /tmp/x"},
	} {
		choice := widget.Action{Name: "colour", Effect: test.effect, AnyText: true, With: func(string) tea.Cmd { return nil },
			Values: func() []string { return []string{"dark red", "dark kiwi"} }}
		session := viewtest.Sample(t)
		s := viewtest.New(t, 80, 22, session, session.NewLine(choice))
		s.Press(strings.Fields(test.keys)...)
		check.Equal(t, test.keys+": picked", strings.Join(s.Picked, " "), test.want)
	}
}

// What is typed goes before a text that is offered, however alike.
func TestCommandTakesTextBesideValues(t *testing.T) {
	columns := widget.Action{Name: "columns", AnyText: true, With: func(string) tea.Cmd { return nil },
		Values: func() []string { return []string{"id, question, F1, culprit, kind", "all"} }}
	for _, typed := range []string{"columns question, F1, -kind", "columns all"} {
		session := viewtest.Sample(t)
		s := viewtest.New(t, 80, 22, session, help.NewCommand(&session.Console, []widget.Action{columns}, nil, nil))
		s.Typed(typed)
		s.Press("enter")
		check.Equal(t, "became", strings.Join(s.Picked, " "), typed)
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
		v := help.NewCommand(&session.Console, []widget.Action{ask}, nil, nil)
		v.Update(views.ResizeView{Area: image.Rect(0, 0, 80, 22)})
		for _, r := range typed {
			if r == ' ' {
				v.Update(viewtest.Key("space"))
				continue
			}
			v.Update(viewtest.Key(string(r)))
		}
		v.Update(viewtest.Key("enter"))
		for _, msg := range session.Posted() {
			msg.(views.PickAction).Action.Run()
		}
		check.Equal(t, typed+" is given", got, want)
	}
}

func TestUnknownCommandsAreReported(t *testing.T) {
	session := viewtest.ReadSample(t)
	onOverview := own(session)
	for _, c := range []struct {
		typed, want string
		actions     []widget.Action
	}{
		{"trheshold", "no action is called trheshold; did you mean threshold?", onOverview},
		{"zebra", "no action is called zebra", onOverview},
		{"notebook walk.txt", retired.Error(":notebook").Error(), nil},
		{"42", "no action is called 42", nil}, // the screen has no examples to go to
	} {
		s := viewtest.New(t, 80, 22, session, help.NewCommand(&session.Console, c.actions, global(session), nil))
		s.Typed(c.typed)
		s.Press("enter")
		if len(s.Flash) != 1 || s.Flash[0].Text != c.want || !s.Flash[0].Bad {
			t.Errorf("%s: said %v, want %q", c.typed, s.Flash, c.want)
		}
	}
}

func TestCommandsRunNoShell(t *testing.T) {
	session := viewtest.ReadSample(t)
	s := viewtest.New(t, 80, 22, session, help.NewCommand(&session.Console, own(session), global(session), nil))
	s.Typed("!rm -rf /")
	s.Press("enter")
	if len(s.Picked) != 0 || len(s.Flash) != 1 || !s.Flash[0].Bad {
		t.Errorf("ran %v, said %v", s.Picked, s.Flash)
	}
}

// The help finds actions by their names, by what people call them, and by their keys.
func TestHelpFindsByNameAndKey(t *testing.T) {
	session := viewtest.ReadSample(t)
	for typed, want := range map[string]string{"csv": ":export", "!": ":problems", "cutoff": ":threshold", "enter": ":open"} {
		s := viewtest.New(t, 120, 30, session, help.New(&session.Console, own(session), global(session)))
		s.Press("/")
		s.Typed(typed)
		s.Want(want)
	}
}
