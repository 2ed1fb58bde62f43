//go:build unix

package terminal

import (
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

// o goes back along the views that were on screen, in whatever place, with the cursor where it was, and O
// forth; settings stay as they are now.
func TestVisitsGoBackAndForth(t *testing.T) {
	term := programtest.StartFaithful(t, programtest.Wide)
	term.WaitFor("5 Results")
	at := func(keys, want string) {
		t.Helper()
		term.Type(keys)
		term.Wait(want, func() bool {
			return strings.Contains(term.Text(), want) && !strings.Contains(term.Text(), "the view opens")
		})
		term.Quiet()
	}
	first := func() string {
		row, _, _ := strings.Cut(term.Text(), "\n")
		return strings.Join(strings.Fields(row), " ")
	}
	at("2", "[2 Examples]")
	at("jjj\r", "4 of 60")
	fourth := first()
	at("J", "5 of 60")
	fifth := first()
	at("3", "[3 Groups]")
	at(">", "p ‹.55›")
	for _, step := range []struct{ keys, place, want string }{
		{"o", fifth, "5 of 60"},
		{"o", fourth, "4 of 60"},
		{"\x0f", "[2 Examples]", "60 of 60"},
		{"o", "[1 Runs]", "right, not faithful"},
		{"o", "[1 Runs]", "there is no view before this one"},
		{"O", "[2 Examples]", "60 of 60"},
		{"O", fourth, "4 of 60"},
		{"K", "[2 Examples]", "3 of 60"}, // which begins another way
		{"O", "[2 Examples]", "there is no view after this one"},
	} {
		if at(step.keys, step.want); !strings.Contains(first(), step.place) {
			t.Errorf("%q: at %q, want %q", step.keys, first(), step.place)
		}
	}
	check.Contains(t, term.Text(), ".55")
}
