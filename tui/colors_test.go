package tui

import (
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/creack/pty"

	"faithscope/loaders/loadertest/check"
)

func TestColorsOf(t *testing.T) {
	terminal, tty, err := pty.Open()
	check.NoError(t, err)
	defer terminal.Close()
	defer tty.Close()
	for _, tt := range []struct {
		environ []string
		want    colorprofile.Profile
		why     string
	}{
		{[]string{"TERM=xterm-256color"}, colorprofile.ANSI256, "its name says so"},
		{[]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, colorprofile.TrueColor, "its environment says so"},
		{[]string{"TERM=xterm-256color", "NO_COLOR=1"}, colorprofile.ASCII, "refused"},
		{[]string{"TERM=xterm-256color", "NO_COLOR=yes"}, colorprofile.ASCII, "refused by any value"},
		{[]string{"TERM=xterm-256color", "NO_COLOR="}, colorprofile.ANSI256, "empty is as if unset"},
		{[]string{"TERM=xterm"}, colorprofile.ANSI, "no more is known"},
		{[]string{"TERM=vt100"}, colorprofile.ASCII, "a VT100 had no colours"},
		{[]string{"TERM=linux-m"}, colorprofile.ASCII, "the console without colours"},
		{[]string{"TERM=vt100", "COLORTERM=truecolor"}, colorprofile.TrueColor, "one that only calls itself so"},
	} {
		check.Equal(t, tt.why, colorsOf(tty, tt.environ), tt.want, tt.environ)
	}
}
