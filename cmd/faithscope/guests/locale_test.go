package guests

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// The screen has only ASCII, and words instead of pictures, if a variable names a locale
// that knows nothing else, and for guests where one of their own does.
func TestScreenHasTheLettersOfTheLocale(t *testing.T) {
	var bare []string
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "LC_") && !strings.HasPrefix(entry, "LANG") {
			bare = append(bare, entry)
		}
	}
	ascii := func(term *screentest.Terminal) bool {
		return !strings.ContainsFunc(term.Text(), func(r rune) bool { return r >= utf8.RuneSelf })
	}
	for _, c := range []struct {
		locale []string
		want   bool
	}{
		{nil, false}, {[]string{"LC_ALL=C"}, true}, {[]string{"LANG=POSIX"}, true}, {[]string{"LC_ALL=C.UTF-8", "LANG=C"}, false},
		{[]string{"LC_ALL=", "LC_CTYPE=C", "LANG=en_US.UTF-8"}, true}, {[]string{"LC_MESSAGES=C"}, false},
	} {
		cmd := exec.Command("faithscope", "demo/counting/runs/scn-normal.jsonl.gz")
		cmd.Env = append(slices.Clone(bare), c.locale...)
		term := screentest.Start(t, programtest.Wide, cmd)
		term.WaitFor("counting", "5 Results")
		check.Equal(t, "ASCII", ascii(term), c.want, c.locale, term.Text())
		if c.want {
			term.Walk("2", "100 of 100", "\r", "tab pane")
			term.WaitFor("boxes") // words take the place of the picture
			if !ascii(term) {
				t.Errorf("%v:\n%s", c.locale, term.Text())
			}
		}
	}
	t.Setenv("LC_ALL", "C") // of the server
	l := serveGuests(t)
	for _, c := range []struct {
		args []string
		want bool
	}{{nil, false}, {[]string{"-o", "SetEnv=LC_ALL=C"}, true}} {
		term := screentest.Start(t, programtest.Wide, l.client("alice", append(c.args, "-tt", l.host)...))
		term.WaitFor("logged in as alice", "5 Results")
		check.Equal(t, "ASCII", ascii(term), c.want, c.args, term.Text())
	}
}
