package commands

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"faithscope/loaders/golden"
	"faithscope/themes"
	"faithscope/tui"
	"faithscope/tui/screen/screentest"
)

// doctorOn returns the report on a terminal of that kind, without what differs
// between machines.
func doctorOn(t *testing.T, c screentest.TerminalConfig, wish tui.Preferences, env map[string]string) string {
	t.Helper()
	found := make(chan tui.TerminalFindings, 1)
	wish.Wait = screentest.Patience
	if c.Silent {
		wish.Wait = 20 * time.Millisecond
	}
	screentest.Run(t, c, func(ctx context.Context, tty *os.File) { found <- tui.Ask(ctx, tty, tty, wish) })
	d := terminalDiagnosis{found: <-found, theme: themes.DefaultName, config: "/home/ada/.config/faithscope/config.toml",
		env: func(name string) string {
			if name == "HOME" {
				return "/home/ada"
			}
			return env[name]
		}}
	d.found.Took, d.found.Limit, d.found.Colors = 4*time.Millisecond, tui.DefaultWait, colorprofile.TrueColor
	return machine.ReplaceAllString(d.String(), "faithscope VERSION on MACHINE")
}

var machine = regexp.MustCompile(`(?m)^faithscope .* on .*$`)

func TestDoctorReports(t *testing.T) {
	for name, tt := range map[string]struct {
		config screentest.TerminalConfig
		wish   tui.Preferences
		env    map[string]string
	}{
		"kitty": {config: screentest.TerminalConfig{Kitty: true, Version: "kitty(0.26.5)"}, env: map[string]string{"TERM": "xterm-kitty",
			"COLORTERM": "truecolor"}},
		"xterm": {config: screentest.TerminalConfig{Version: "XTerm(379)"}, env: map[string]string{"TERM": "xterm-256color",
			"SSH_CONNECTION": "203.0.113.7 1 198.51.100.9 22"}},
		"tmux": {config: screentest.TerminalConfig{Version: "tmux 3.3a"}, env: map[string]string{"TERM": "tmux-256color",
			"TMUX": "/tmp/tmux-1000/default,7,0"}},
		"silent": {config: screentest.TerminalConfig{Silent: true}, env: map[string]string{"TERM": "du\x1b[31mmb"}},
		"wish": {config: screentest.TerminalConfig{Sixel: true, Version: "mlterm(3.9.3)"}, wish: tui.Preferences{Graphics: "blocks",
			Blocks: "quadrant"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := doctorOn(t, tt.config, tt.wish, tt.env)
			golden.CompareFile(t, golden.FilePath("doctor", name+".txt"), got)
			if strings.Contains(got, "\x1b") || strings.Contains(got, "203.0.113.7") {
				t.Error("the report holds control characters, or addresses")
			}
		})
	}
}
