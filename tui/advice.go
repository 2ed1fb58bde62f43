package tui

import (
	"fmt"
	"image"
)

// Advice returns what the user can change to see better pictures, a sentence each; empty if nothing
// would help.
func (f TerminalFindings) Advice() []string {
	var all []string
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if r, ok := rungOf(f.Want); ok {
		add("--graphics %s (or the configuration) rules out other protocols; auto picks the best.", r.name)
	}
	if f.hasNoColors() {
		add("Text has no colours: unset NO_COLOR, or set TERM (and COLORTERM=truecolor if supported).")
	}
	if f.Err != nil {
		add("Run this in a terminal, so that faithscope can query it.")
		return all
	}
	if !f.Answered && len(f.Replies) > 0 {
		add("The terminal didn't answer within %v. On a slow connection, use --wait 1s. Late answers still count.", f.Limit)
	}
	if f.Cell == (image.Point{}) {
		add("The cell size is unknown: set it with --cell WIDTHxHEIGHT, in pixels.")
	}
	unasked := f.Capabilities
	unasked.Want = auto
	if !unasked.chosenRung().pixels {
		all = append(all, f.terminalAdvice()...)
	}
	return all
}

func (f TerminalFindings) terminalAdvice() []string {
	k := knownOf(f.Version)
	switch k.name {
	case "tmux":
		return f.tmuxAdvice(k.version)
	case "xterm":
		return []string{"xterm supports sixel if started as: xterm -ti vt340 -xrm 'XTerm*decTerminalID: vt340' " +
			"-xrm 'XTerm*numColorRegisters: 256' -xrm 'XTerm*maxGraphicSize: 2000x2000'"}
	case "vte":
		return []string{"Terminals based on VTE (GNOME Terminal and others) can't show pictures; foot, kitty, WezTerm, Konsole and xterm can."}
	case "kitty", "ghostty":
		return []string{"This terminal supports kitty's protocol, but didn't confirm it: " +
			"something between the terminal and faithscope may be swallowing the answer."}
	}
	return []string{"These terminals can show pictures: kitty, Ghostty, foot, WezTerm, Konsole, iTerm2, mlterm, " +
		"xterm -ti vt340 and Windows Terminal 1.22 or later."}
}

// tmuxAdvice returns nil if this tmux shows sixel. tmux has sixel from version 3.4 on.
func (f TerminalFindings) tmuxAdvice(version versionNumber) []string {
	if f.Sixel {
		return nil
	}
	all := []string{"tmux 3.4 or later supports sixel if it was built with --enable-sixel and the terminal supports sixel."}
	if version.atLeast(3, 4) {
		all[0] = "This tmux doesn't support sixel. A build with --enable-sixel does if the terminal supports sixel; " +
			"if tmux doesn't detect that, add \"set -as terminal-features ',*:sixel'\" to tmux.conf."
	}
	if !f.Passthrough {
		all = append(all, "In kitty (0.28 or later) or Ghostty, add 'set -g allow-passthrough on' to tmux.conf and use --passthrough.")
	} else if !f.Kitty {
		all = append(all, "--passthrough found no kitty (0.28 or later) or Ghostty around this tmux; "+
			"tmux.conf needs 'set -g allow-passthrough on'.")
	}
	return all
}
