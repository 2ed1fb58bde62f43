package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// ReloadActions reopen run's result, an index or -1: plainly, following or not, or without its
// saved column map. They are disabled if the host cannot reopen.
func (s *Session) ReloadActions(run func() int) []widget.Action {
	disabled := func() string {
		at := run()
		unopened := widget.If(at < 0 || at >= len(s.Runs), "no run is open")
		return loaders.IfElse(s.Host.Reopen == nil, "the demo's files do not change", unopened)
	}
	isFollowed := func() bool { return s.Run(run()).Following().On }
	reopen := func(follow bool, say string) tea.Cmd { return s.Post(Reload{Run: run(), Follow: follow, Say: say}) }
	follow := func() tea.Cmd {
		if isFollowed() {
			return reopen(false, "no longer followed")
		}
		return reopen(true, "followed: new records are read as they are written")
	}
	return []widget.Action{
		{Name: "reload", Help: "open the run's file again", Effect: widget.Asks, Disabled: disabled, Run: func() tea.Cmd {
			return reopen(isFollowed(), "reopened")
		}},
		{Name: "follow", Help: "read what is written to the file from now on, on and off", Effect: widget.Asks, Disabled: disabled, Run: follow,
			Shown: func() string {
				return "follow " + loaders.IfElse(isFollowed(), "on", "off")
			}, Turn: func(int) tea.Cmd { return follow() }},
	}
}
