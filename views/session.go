package views

import (
	"image"
	"time"

	"faithscope/scoring"

	tea "charm.land/bubbletea/v2"
)

// Session holds what all views of one program share. It is changed only in
// Update and in action handlers.
type Session struct {
	Data
	Console
	Asking
	Scope    Scope
	Pictured Pictured
	Start    Start
	Timeline Timeline
}

// Start holds what a program was started with.
type Start struct {
	// Opened is the command line that opens these runs again, without the command; nil if
	// there is none. Drawn is the one that draws them.
	Opened, Drawn []string
	// Guides are the guides to runs, by the runs' names, and Guided what the one that is followed says.
	Guides map[string]Guide
	Guided string
	// Typed are the filters that were typed, the last at the end, each once. SaveTyped saves
	// one for the next session; nil if nothing is saved.
	Typed     []string
	SaveTyped func(filter string) error
}

// Guide leads to an example that shows what a run is about: Steps from the first
// screen, where the run is selected, and what to look at there.
type Guide struct{ Steps, Says string }

// Pictured is how pictures are shown.
type Pictured struct {
	// NoPictures: words take the place of pictures, and get their room.
	NoPictures bool
	// Cell is the size of a cell in pixels where pictures are shown in pixels, otherwise
	// zero.
	Cell image.Point
	// Rest is how long the cursor stays on a row before its picture is previewed:
	// not at all where no keys are pressed.
	Rest time.Duration
}

// ScopeRun returns the run in scope, 0 if there is none.
func (s *Session) ScopeRun() int { return max(0, min(s.Scope.Run, len(s.Runs)-1)) }

// Set changes the settings and notifies every view; a change of their values can be undone.
func (s *Session) Set(settings scoring.Settings) tea.Cmd {
	if settings != s.Settings {
		Record(&s.Timeline, SettingsText(settings, s.Judged()...), s.Settings, settings, s.setSettings)
	}
	return s.setSettings(settings)
}

func (s *Session) setSettings(settings scoring.Settings) tea.Cmd {
	s.Settings = settings
	for _, run := range s.Runs {
		run.Aim(settings)
	}
	return s.Post(Refresh{})
}
