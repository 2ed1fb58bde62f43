package commands

import (
	"context"
	"fmt"
	"image"
	"io"
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

// doctorCommand reports an unreadable configuration instead of failing.
func doctorCommand() *cobra.Command {
	var w config.Wishes
	c := newCommand("doctor", "Show what the terminal can do, and how pictures will look",
		"Prints the questions that faithscope asks the terminal, the answers, what follows, and how to see better pictures. Nothing "+
			"private: paste it into a bug report.",
		"doctor", "doctor --graphics sixel > report.txt")
	w.AddTo(c.Set)
	return c.runWith(func() error {
		broken := w.Read()
		found := examineTerminal(c.Context(), w.Wish)
		d := diagnosis{found: found, theme: w.Theme, config: w.ConfigPath(), broken: broken, env: os.Getenv}
		_, err := io.WriteString(c.Command.OutOrStdout(), d.String())
		return err
	})
}

// examineTerminal asks the terminal what it can do. If standard input or output is not a terminal,
// it asks the controlling one.
func examineTerminal(ctx context.Context, wish tui.Wish) tui.Findings {
	in, out := os.Stdin, os.Stdout
	if !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		if from, to, err := tea.OpenTTY(); err == nil {
			defer from.Close()
			defer to.Close()
			in, out = from, to
		}
	}
	return tui.Ask(ctx, in, out, wish)
}

type diagnosis struct {
	found  tui.Findings
	theme  string
	config string
	broken error // why config was not read
	env    func(string) string
}

// asked are variables that change what programs do in a terminal. For SSH's, only their presence is
// reported, because they hold addresses.
var asked = []string{"TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LC_TERMINAL", "TMUX", "STY", "NO_COLOR", "LC_ALL",
	"LC_CTYPE", "LANG"}

func (d diagnosis) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "faithscope %s on %s/%s, %s\n\n", output.Version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	d.writeSurroundings(&b)
	d.writeExchange(&b)
	d.writeVerdicts(&b)
	if advice := d.found.Advice(); len(advice) > 0 {
		fmt.Fprintf(&b, "\nTo get better\n")
		for _, line := range advice {
			fmt.Fprintf(&b, "  %s\n", line)
		}
	}
	return b.String()
}

// writeSurroundings writes what may change how the terminal behaves.
func (d diagnosis) writeSurroundings(b *strings.Builder) {
	fmt.Fprintf(b, "Around it\n")
	for _, name := range asked {
		if value := d.env(name); value != "" {
			fmt.Fprintf(b, "  %s=%s\n", name, loaders.Clean(value))
		}
	}
	if d.env("SSH_TTY") != "" || d.env("SSH_CONNECTION") != "" {
		fmt.Fprintf(b, "  through SSH\n")
	}
	configuration := d.config
	if _, err := os.Stat(d.config); err != nil {
		configuration += " (there is none)"
	}
	if d.broken != nil {
		configuration = d.broken.Error()
	}
	fmt.Fprintf(b, "  configuration: %s\n", d.hideHome(configuration))
	fmt.Fprintf(b, "  colours of text: %v, theme: %s\n", d.found.Colors, loaders.Clean(d.theme))
	window := d.found.Window
	fmt.Fprintf(b, "  window by the driver: %s, %s\n\n",
		formatSize(window.Cells, "%d×%d cells", "cells unknown"), formatSize(window.Pixels, "%d×%d pixels", "pixels unknown"))
}

func (d diagnosis) hideHome(text string) string {
	if home := d.env("HOME"); home != "" {
		text = strings.ReplaceAll(text, home, "~")
	}
	return loaders.Clean(text)
}

func formatSize(size image.Point, format, otherwise string) string {
	if size == (image.Point{}) {
		return otherwise
	}
	return fmt.Sprintf(format, size.X, size.Y)
}

// writeExchange writes questions and answers; if no terminal was asked, only why.
func (d diagnosis) writeExchange(b *strings.Builder) {
	f := d.found
	if f.Err != nil {
		fmt.Fprintf(b, "No terminal was asked: %v\n\n", f.Err)
		return
	}
	if took := f.Took.Round(time.Millisecond); f.Complete() {
		fmt.Fprintf(b, "Asked, and answered in %v\n", took)
	} else {
		fmt.Fprintf(b, "Asked, and waited %v for all answers\n", f.Limit)
	}
	for _, r := range f.Replies {
		answer := "nothing"
		if r.Got != "" {
			answer = escapeSequence(r.Got)
		}
		fmt.Fprintf(b, "  %s\n    asked  %s\n    came   %s\n", r.Name, escapeSequence(r.Text), answer)
	}
	if len(f.Typed) > 0 {
		fmt.Fprintf(b, "  also came: %d keys, as if typed\n", len(f.Typed))
	}
	fmt.Fprintf(b, "\n")
}

func escapeSequence(seq string) string {
	const most = 120
	text := strings.Trim(strconv.QuoteToASCII(seq), `"`)
	if len(text) > most {
		text = text[:most] + fmt.Sprintf("… (%d bytes)", len(seq))
	}
	return text
}

// writeVerdicts writes, for each picture protocol, whether the terminal can use it and why.
func (d diagnosis) writeVerdicts(b *strings.Builder) {
	f := d.found
	fmt.Fprintf(b, "Pictures are shown by: %s\n", f.Protocol())
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
	fmt.Fprintf(b, "  a cell is %s", formatSize(f.Cell, "%d×%d pixels", "of unknown size"))
	if f.CellGiven {
		fmt.Fprintf(b, " (by --cell or the configuration)")
	}
	fmt.Fprintf(b, "\n")
}
