package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/tui/screen/screentest"
	"faithscope/views"
)

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
		term.Type("2")
		term.WaitFor("60 of 60")
		term.Type("yi")
		term.WaitFor("copied: the id")
		term.Wait("the id in the buffer, with set-clipboard "+set, func() bool { return tmux("show-buffer") == "dev-3125-1" })
	}
}
