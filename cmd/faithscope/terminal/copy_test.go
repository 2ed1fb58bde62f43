//go:build unix

package terminal

import (
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
	"faithscope/views"
)

// copied returns the text that was sent to the clipboard last.
func copied(t *testing.T, term *screentest.Terminal) string {
	t.Helper()
	var text []byte
	term.Wait("a copied text", func() (ok bool) {
		all := regexp.MustCompile(`\x1b]52;c;([A-Za-z0-9+/=]+)(\x07|\x1b\\)`).FindAllSubmatch(term.Recorded(), -1)
		if ok = all != nil; ok {
			text, _ = base64.StdEncoding.DecodeString(string(all[len(all)-1][1]))
		}
		return ok
	})
	return string(text)
}

// The line that y p copies prints the screen again.
func TestACommandPrintsTheScreen(t *testing.T) {
	t.Parallel()
	recorded := programtest.Wide
	recorded.Record = true
	for _, c := range []struct {
		keys string
		want []string
	}{
		{"yp", []string{"[1 Runs]", "right, not faithful"}},
		{"2fwGyp", []string{"[2 Examples]", "[wrong]", "17 of 60"}},
		{"3yp", []string{"[3 Groups]", "culprit"}},
		{"5yp", []string{"[5 Results]"}},
		{"gayp", []string{"Annotators of", "▸ you"}},
	} {
		term := programtest.StartFaithful(t, recorded)
		term.WaitFor("5 Results")
		term.Walk(c.keys, "copied: a command")
		line := copied(t, term)
		steps, err := views.ParseSteps(line)
		if err != nil || len(steps) != 1 {
			t.Fatalf("%q is copied: %v", line, err)
		}
		out, said, err := programtest.Command(t, steps[0].Words...)
		for _, want := range c.want {
			if err != nil || !strings.Contains(ansi.Strip(out), want) {
				t.Errorf("%s prints no %q: %v\n%s%s", line, want, err, ansi.Strip(out), said)
			}
		}
	}
}

// tmux drops what programs copy unless it is set otherwise; what is copied is in its buffer all the same.
func TestCopyInTmux(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip(err)
	}
	for _, set := range []string{"external", "on", "off"} {
		tmux := func(args ...string) string {
			cmd := exec.Command("tmux", append([]string{"-L", fmt.Sprintf("copy-%s-%d", set, os.Getpid()), "-f", "/dev/null"}, args...)...)
			out, _ := cmd.CombinedOutput() // a server without a buffer, or that ends, fails
			return string(out)
		}
		program := programtest.FaithfulCommand()
		line := views.Do(program.Path, program.Args[1:]...).String()
		term := screentest.Start(t, programtest.Wide, exec.Command("tmux", "-L", fmt.Sprintf("copy-%s-%d", set, os.Getpid()), "-f", "/dev/null",
			"start-server", ";", "set", "-s", "set-clipboard", set, ";", "new-session", line))
		t.Cleanup(func() { tmux("kill-server") })
		term.WaitFor("5 Results")
		term.Walk("2", "60 of 60", "yi", "copied: 1 id")
		term.Wait("the id in the buffer, with set-clipboard "+set, func() bool { return tmux("show-buffer") == "dev-3125-1" })
	}
}

// The record is read in the pager, or else the editor, which cannot write it; afterwards the screen is as it was.
// A pager that is open when the program is stopped ends, and its file goes.
func TestNoRecordStaysBehind(t *testing.T) {
	t.Parallel()
	heedSignals(t)
	for _, stop := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		folder := t.TempDir()
		script := filepath.Join(folder, "script")
		if err := os.WriteFile(script, []byte("#!/bin/sh\necho it is open\nexec sleep 600\n"), 0o700); err != nil { //nolint:gosec // it is run
			t.Fatal(err)
		}
		program := programtest.FaithfulCommand()
		program.Env = append(os.Environ(), "TMPDIR="+folder, "PAGER="+script)
		term := screentest.Start(t, programtest.Wide, program)
		term.WaitFor("5 Results")
		term.Walk("2", "60 of 60", "gj", "it is open")
		_ = program.Process.Signal(stop)
		programtest.AwaitExit(t, program)
		if left, _ := filepath.Glob(filepath.Join(folder, "record-*")); left != nil {
			t.Errorf("%v: %v is left", stop, left)
		}
	}
}

func TestTheRecordInAPager(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ pager, editor string }{{"pager -x", "editor"}, {"", "editor"}, {"missing", ""}} {
		folder := t.TempDir()
		script := filepath.Join(folder, "script")
		if err := os.WriteFile(script, []byte("#!/bin/sh\nfor last; do :; done\nls -l $last\n"+
			"head -c 60 $last\necho; echo \"end of $*\"\nread line\n"),
			0o700); err != nil { //nolint:gosec // it is run
			t.Fatal(err)
		}
		program := programtest.FaithfulCommand()
		named := func(name string) string {
			return strings.NewReplacer("pager", script, "editor", script+" -e", "missing", filepath.Join(folder, "none")).Replace(name)
		}
		program.Env = append(os.Environ(), "TMPDIR="+folder, "PAGER="+named(c.pager), "EDITOR="+named(c.editor))
		term := screentest.Start(t, programtest.Wide, program)
		term.WaitFor("5 Results")
		term.Walk("2", "60 of 60")
		term.Type("gj")
		if c.pager == "missing" {
			term.WaitFor("pager failed:")
		} else {
			term.WaitFor("end of " + strings.Fields(named(c.pager) + " -e")[max(0, min(1, len(c.pager)))])
			text := term.Text()
			check.Contains(t, text, "-r--------", `{"id":"dev-3125-1","question":"there is a tower`)
			term.Type("\r")
		}
		term.WaitFor("[2 Examples]")
		term.Walk("j", "3106-0, F1")
		if left, _ := filepath.Glob(filepath.Join(folder, "record-*")); left != nil {
			t.Errorf("%v is left", left)
		}
	}
}
