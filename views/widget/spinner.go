package widget

import (
	"time"

	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"
)

// A turn is one cell, which a slow line can take.
const spinEvery = time.Second / 2

// Spinner turns while something loads; for a known count, use [Progress]. It appears after half a
// second, so that quick work has none. The zero value stands still.
type Spinner struct {
	Still  bool // it never turns: nobody watches
	model  spinner.Model
	turns  bool
	turned bool
}

// Turn starts, turns or stops the spinner by isWaiting. Pass it every message.
func (s *Spinner) Turn(msg tea.Msg, isWaiting bool) (next tea.Cmd) {
	if tick, ok := msg.(spinner.TickMsg); ok {
		s.model, next = s.model.Update(tick)
		s.turns, s.turned = isWaiting, isWaiting
		if !isWaiting {
			return nil
		}
		return next
	}
	if !isWaiting || s.turns || s.Still {
		return nil
	}
	s.turns = true
	s.model = spinner.New(spinner.WithSpinner(spinner.Spinner{Frames: spinner.Line.Frames, FPS: spinEvery}))
	first := s.model.Tick
	return tea.Tick(spinEvery, func(time.Time) tea.Msg { return first() })
}

// View returns the spinner, "" before its first turn.
func (s *Spinner) View() string {
	if !s.turned {
		return ""
	}
	return s.model.View()
}
