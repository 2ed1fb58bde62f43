package help_test

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/views/help"
	"faithscope/views/overview"
	"faithscope/views/screens"
	"faithscope/views/viewtest"
)

func TestCommandRunsByName(t *testing.T) {
	for _, test := range []struct{ typed, keys, want string }{
		{"iou-up", "enter", "iou-up"},
		{"iou up", "enter", "iou-up"},
		{"rbu", "enter", "right-but-unfaithful"},
		{"qui", "enter", "quit"},
		{"down", "enter", "down"}, // page-down and half-down match as well
		{"threshold", "down enter", "threshold-down"},
		{"threshold", "down up enter", "threshold-up"},
		{"upp", "tab enter", "upper-bound"},
		{"", "down enter", "up"},
		{"", "enter", ""},
		{"", "backspace", ""},
		{"iou", "esc", ""},
	} {
		t.Run(fmt.Sprintf("%s %s", test.typed, test.keys), func(t *testing.T) {
			session := viewtest.ReadAll(t, viewtest.Sample(t))
			s := viewtest.New(t, 80, 22, session, help.NewCommand(session, overview.New(session).Actions(), screens.Global(session, nil)))
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

func TestCommandIsNoShell(t *testing.T) {
	session := viewtest.ReadAll(t, viewtest.Sample(t))
	s := viewtest.New(t, 80, 22, session, help.NewCommand(session, overview.New(session).Actions(), screens.Global(session, nil)))
	s.Typed("!rm -rf /")
	s.Press("enter")
	if len(s.Picked) != 0 || len(s.Flash) != 1 || !s.Flash[0].Bad {
		t.Errorf("ran %v, said %v", s.Picked, s.Flash)
	}
}
