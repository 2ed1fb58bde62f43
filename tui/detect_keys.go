package tui

import (
	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// keys reads what was typed as the running program would.
func keys(typed []byte) []tea.Msg {
	var (
		decoder uv.EventDecoder
		out     []tea.Msg
	)
	for len(typed) > 0 {
		n, event := decoder.Decode(typed)
		if n <= 0 {
			break
		}
		if key, ok := event.(uv.KeyPressEvent); ok {
			out = append(out, tea.KeyPressMsg(key))
		}
		typed = typed[n:]
	}
	return out
}
