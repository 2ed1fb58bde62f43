package tui

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"faithscope/loaders/loadertest/check"
)

func TestVerdictsNameOneProtocol(t *testing.T) {
	cell := image.Pt(9, 18)
	for _, c := range []Capabilities{
		{}, {Want: "none"}, {Want: "kitty"}, {Answered: true, Sixel: true, Cell: cell}, {Kitty: true, Cell: cell},
		{Colors: colorprofile.NoTTY}, {Want: "blocks", Colors: colorprofile.ASCII},
	} {
		var chosen []string
		for _, v := range c.Verdicts() {
			if v.Why == "" {
				t.Errorf("%+v: nothing is said of %s", c, v.Protocol)
			}
			if v.Chosen {
				chosen = append(chosen, v.Protocol)
			}
		}
		check.EqualLists(t, "chosen", chosen, []string{c.Protocol()}, c)
	}
}

func TestFineness(t *testing.T) {
	for _, tt := range []struct {
		why  string
		caps Capabilities
		want string
	}{
		{"every font has halves", Capabilities{}, "half"},
		{"kitty draws blocks itself", Capabilities{Version: "kitty(0.26.5)"}, "sextant"},
		{"in tmux nobody knows", Capabilities{Version: "tmux 3.4", Outer: "kitty(0.35.1)"}, "half"},
		{"a person knows", Capabilities{Version: "kitty(0.26.5)", Blocks: "octant"}, "octant"},
		{"or leaves it open", Capabilities{Blocks: "auto"}, "half"},
	} {
		check.Equal(t, tt.why, tt.caps.fineness(), tt.want)
	}
}

func TestAdvice(t *testing.T) {
	cell := image.Pt(9, 18)
	asked := []QuestionReply{{Question: Question{Name: attributes}}}
	for _, tt := range []struct {
		why  string
		f    TerminalFindings
		says string // "" for nothing
	}{
		{"nothing is better", TerminalFindings{Capabilities: Capabilities{Answered: true, Kitty: true, Cell: cell, Version: "kitty(0.26.5)"},
			Replies: asked}, ""},
		{"xterm has to be told", TerminalFindings{Capabilities: Capabilities{Answered: true, Cell: cell, Version: "XTerm(379)"}, Replies: asked},
			"xterm -ti vt340"},
		{"an old tmux", TerminalFindings{Capabilities: Capabilities{Answered: true, Cell: cell, Version: "tmux 3.3a"}, Replies: asked},
			"tmux 3.4 or later"},
		{"a new tmux", TerminalFindings{Capabilities: Capabilities{Answered: true, Cell: cell, Version: "tmux 3.4"}, Replies: asked},
			"--enable-sixel"},
		{"a tmux that may pass on", TerminalFindings{Capabilities: Capabilities{Answered: true, Cell: cell, Version: "tmux 3.4",
			Passthrough: true},
			Replies: asked}, "found no kitty"},
		{"a tmux with sixel", TerminalFindings{Capabilities: Capabilities{Answered: true, Cell: cell, Sixel: true, Version: "tmux 3.4"},
			Replies: asked},
			""},
		{"GNOME Terminal", TerminalFindings{Capabilities: Capabilities{Answered: true, Cell: cell, Version: "VTE(7600)"}, Replies: asked},
			"can't show pictures"},
		{"sixel without a cell", TerminalFindings{Capabilities: Capabilities{Answered: true, Sixel: true}, Replies: asked}, "--cell"},
		{"silence", TerminalFindings{Capabilities: Capabilities{Cell: cell}, Replies: asked, Limit: 300 * time.Millisecond}, "--wait"},
		{"no terminal", TerminalFindings{Err: ErrNoTerminal}, "in a terminal"},
		{"no colours", TerminalFindings{Capabilities: Capabilities{Answered: true, Cell: cell, Colors: colorprofile.ASCII}, Replies: asked},
			"NO_COLOR"},
		{"a wish", TerminalFindings{Capabilities: Capabilities{Want: "blocks", Answered: true, Cell: cell}, Replies: asked},
			"rules out other protocols"},
	} {
		advice := strings.Join(tt.f.Advice(), "\n")
		if tt.says == "" && advice != "" || !strings.Contains(advice, tt.says) {
			t.Errorf("%s: %q, want %q", tt.why, advice, tt.says)
		}
	}
}
