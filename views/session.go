package views

import (
	"cmp"
	"image"
	"time"

	"faithscope/scoring"

	tea "charm.land/bubbletea/v2"
	lru "github.com/hashicorp/golang-lru/v2"
)

// Session is shared by all views. Only Update and action handlers change it.
type Session struct {
	Data
	Console
	ModelAccess
	Scope    PlaceScope
	Grouped  GroupChoices
	Pictured PictureSettings
	Start    StartOptions
	Timeline UndoHistory
	recent   *lru.Cache[any, any]
}

// GroupChoices are the dimensions and the outcome chosen last in Groups; "" for none.
type GroupChoices struct{ Dimension, Across, Third, Outcome string }

// StartOptions is how a program was started.
type StartOptions struct {
	// Opened are arguments that open these runs again; nil for none. Drawn draws them.
	Opened, Drawn []string
	// Guides are by run name; Guided is the followed one's text.
	Guides map[string]GuidedExample
	Guided string
	// Typed filters are each listed once, the last at the end. SaveTyped may be nil.
	Typed     []string
	SaveTyped func(filter string) error
}

// GuidedExample leads to a telling example by Steps from the first screen, with the run selected.
type GuidedExample struct{ Steps, Says string }

// PictureSettings says how pictures are shown.
type PictureSettings struct {
	// NoPictures replaces pictures by words.
	NoPictures bool
	// Cell is in pixels if pictures are, otherwise zero.
	Cell image.Point
	// Rest delays previews; without key presses there are none.
	Rest time.Duration
}

// mostRecent is small because a comparison of long runs takes megabytes.
const mostRecent = 32

// Recent returns the last results that screens computed, by everything they depend on, for screens
// that are opened again. It may be used by several goroutines.
func (s *Session) Recent() *lru.Cache[any, any] {
	if s.recent == nil {
		s.recent, _ = lru.New[any, any](mostRecent) // fails only for a size below 1
	}
	return s.recent
}

// ScopeRun returns the run in scope, 0 if there is none.
func (s *Session) ScopeRun() int { return max(0, min(s.Scope.Run, len(s.Runs)-1)) }

// Set changes the settings, undoably, and notifies every view.
func (s *Session) Set(settings scoring.Settings) tea.Cmd {
	if settings != s.Settings {
		said := cmp.Or(changedText(settings, s.Settings, s.Judged()), "a setting")
		Record(&s.Timeline, said, s.Settings, settings, s.setSettings)
	}
	return s.setSettings(settings)
}

func (s *Session) setSettings(settings scoring.Settings) tea.Cmd {
	s.Settings = settings
	for _, run := range s.Runs {
		run.Aim(settings)
	}
	return s.Refresh()
}
