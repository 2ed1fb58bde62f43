package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// ReloadActions reopen currentRunIndex's result, an index or -1: plainly, following or not, or without
// its saved column map. They are disabled if the host cannot reopen.
func (s *Session) ReloadActions(currentRunIndex func() int) []widget.Action {
	disabled := func() string {
		at := currentRunIndex()
		return loaders.IfElse(s.Host.Reopen == nil, "only files you opened yourself can be reloaded",
			widget.If(at < 0 || at >= len(s.Runs), "no run is open"))
	}
	isFollowed := func() bool { return s.Run(currentRunIndex()).Following().On }
	reopen := func(follow bool, say string) tea.Cmd {
		return s.Post(ReloadRequest{Run: currentRunIndex(), Follow: follow, Say: say})
	}
	follow := func() tea.Cmd {
		if isFollowed() {
			return reopen(false, "stopped following the file")
		}
		return reopen(true, "following: new records are read as they are written")
	}
	return []widget.Action{
		{Name: "reload", Help: "open the run's file again", Effect: widget.Asks, Disabled: disabled, Run: func() tea.Cmd {
			return reopen(isFollowed(), "reopened")
		}},
		{Name: "follow", Help: "keep reading the file as it grows (toggle)", Effect: widget.Asks, Disabled: disabled, Run: follow,
			Shown: func() string {
				return "follow " + loaders.IfElse(isFollowed(), "on", "off")
			}, Turn: func(int) tea.Cmd { return follow() }},
	}
}
