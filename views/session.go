package views

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/themes"
)

// Session is what all views of one program share. It is changed only in
// Update and in action handlers.
type Session struct {
	Runs     []*report.Scored
	Settings scoring.Settings
	Theme    themes.Theme
	// Colors is how many colours the terminal shows: 1<<24, 256, 16 or 2.
	Colors int
}

// Set changes the settings and tells every view.
func (s *Session) Set(settings scoring.Settings) tea.Cmd {
	s.Settings = settings
	return Send(Refresh{})
}

// Run returns the loaded run behind runs[i].
func (s *Session) Run(i int) *loaders.Run { return s.Runs[i].Run }
