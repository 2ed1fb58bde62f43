package commands

import (
	"context"
	"fmt"
	"image"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/output"
	"faithscope/loaders"
	"faithscope/tui"
)

// doctorCommand reports an unreadable configuration instead of failing, because that may be what is
// being diagnosed.
func doctorCommand() *cobra.Command {
	var w config.DisplayFlags
	c := newCommand("doctor", "Show what the terminal can do, and how pictures will look",
		"Prints what faithscope asks the terminal, the replies, the conclusions, and how to get better pictures. Nothing "+
			"private is included, so you can paste it into a bug report.",
		"doctor", "doctor --graphics sixel > report.txt")
	w.AddTo(c.Set)
	return c.runWith(func() error {
		broken := w.Read()
		found := examineTerminal(c.Context(), w.Preferences)
		d := terminalDiagnosis{found: found, theme: w.Theme, config: w.ConfigPath(), broken: broken, env: os.Getenv}
		_, err := fmt.Fprint(c.Command.OutOrStdout(), d)
		return err
	})
}

// examineTerminal asks the controlling terminal if standard input or output is redirected, so that
// `doctor > report.txt` works.
func examineTerminal(ctx context.Context, preferences tui.Preferences) tui.TerminalFindings {
	in, out := os.Stdin, os.Stdout
	if !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		if from, to, err := tea.OpenTTY(); err == nil {
			defer from.Close()
			defer to.Close()
			in, out = from, to
		}
	}
	return tui.Ask(ctx, in, out, preferences)
}

type terminalDiagnosis struct {
	found  tui.TerminalFindings
	theme  string
	config string
	broken error // why config was not read
	env    func(string) string
}

// asked are variables that change what programs do in a terminal. For SSH's, only their presence is
// reported, because they hold addresses.
var asked = []string{"TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LC_TERMINAL", "TMUX", "STY", "NO_COLOR", "LC_ALL",
	"LC_CTYPE", "LANG"}

func (d terminalDiagnosis) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "faithscope %s on %s/%s, %s\n\n", output.Version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	d.writeSurroundings(&b)
	d.writeExchange(&b)
	d.writeVerdicts(&b)
	if advice := d.found.Advice(); len(advice) > 0 {
		b.WriteString("\nFor better pictures\n")
		for _, line := range advice {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	return b.String()
}

func (d terminalDiagnosis) writeSurroundings(b *strings.Builder) {
	b.WriteString("Environment\n")
	for _, name := range asked {
		if value := d.env(name); value != "" {
			fmt.Fprintf(b, "  %s=%s\n", name, loaders.Clean(value))
		}
	}
	if d.env("SSH_TTY") != "" || d.env("SSH_CONNECTION") != "" {
		b.WriteString("  over SSH\n")
	}
	configuration := d.config
	if _, err := os.Stat(d.config); err != nil {
		configuration += " (no such file)"
	}
	if d.broken != nil {
		configuration = d.broken.Error()
	}
	if home := d.env("HOME"); home != "" {
		configuration = strings.ReplaceAll(configuration, home, "~")
	}
	fmt.Fprintf(b, "  configuration: %s\n", loaders.Clean(configuration))
	fmt.Fprintf(b, "  text colours: %v, theme: %s\n", d.found.Colors, loaders.Clean(d.theme))
	window := d.found.Window
	fmt.Fprintf(b, "  window size from the terminal driver: %s, %s\n\n",
		formatSize(window.Cells, "%d×%d cells", "cells unknown"), formatSize(window.Pixels, "%d×%d pixels", "pixels unknown"))
}

func formatSize(size image.Point, format, fallback string) string {
	if size == (image.Point{}) {
		return fallback
	}
	return fmt.Sprintf(format, size.X, size.Y)
}

func (d terminalDiagnosis) writeExchange(b *strings.Builder) {
	f := d.found
	if f.Err != nil {
		fmt.Fprintf(b, "Terminal not queried: %v\n\n", f.Err)
		return
	}
	if took := f.Took.Round(time.Millisecond); f.Complete() {
		fmt.Fprintf(b, "The terminal answered in %v\n", took)
	} else {
		fmt.Fprintf(b, "The terminal didn't answer every query within %v\n", f.Limit)
	}
	for _, r := range f.Replies {
		answer := "nothing"
		if r.Got != "" {
			answer = escapeSequence(r.Got)
		}
		fmt.Fprintf(b, "  %s\n    sent      %s\n    received  %s\n", r.Name, escapeSequence(r.Text), answer)
	}
	if len(f.Typed) > 0 {
		fmt.Fprintf(b, "  keystrokes also received: %d\n", len(f.Typed))
	}
	b.WriteString("\n")
}

func escapeSequence(terminalSequence string) string {
	const most = 120
	text := strings.Trim(strconv.QuoteToASCII(terminalSequence), `"`)
	if len(text) > most {
		text = text[:most] + fmt.Sprintf("… (%d bytes)", len(terminalSequence))
	}
	return text
}

func (d terminalDiagnosis) writeVerdicts(b *strings.Builder) {
	f := d.found
	fmt.Fprintf(b, "Picture protocol: %s\n", f.Protocol())
	for _, v := range f.Verdicts() {
		mark := " no "
		switch {
		case v.Chosen:
			mark = " => "
		case v.Can:
			mark = "yes "
		}
		fmt.Fprintf(b, "  %s%-7s %s\n", mark, v.Protocol, v.Why)
	}
	fmt.Fprintf(b, "  cell size: %s", formatSize(f.Cell, "%d×%d pixels", "unknown"))
	if f.CellGiven {
		b.WriteString(" (from --cell or the configuration)")
	}
	b.WriteString("\n")
}
