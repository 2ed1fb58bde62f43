package widget

import (
	"time"

	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"
)

// spinEvery is how long a spinner stands still: a turn is one cell of one line,
// which a slow line does not notice.
const spinEvery = time.Second / 2

// Spinner turns beside what loads while nobody knows how long that takes; where
// a count is known, [Progress] says more. It is first seen after half a second,
// so that what is quick has none. The zero value stands still.
type Spinner struct {
	Still  bool // it never turns: nobody watches
	model  spinner.Model
	turns  bool // a tick is on its way
	turned bool // since it was started
}

// Turn starts, turns or stops the spinner by whether something is waited for. Give it every message.
func (s *Spinner) Turn(msg tea.Msg, waiting bool) (next tea.Cmd) {
	if tick, ok := msg.(spinner.TickMsg); ok {
		s.model, next = s.model.Update(tick)
		s.turns, s.turned = waiting, waiting
		if !waiting {
			return nil
		}
		return next
	}
	if !waiting || s.turns || s.Still {
		return nil
	}
	s.turns = true
	s.model = spinner.New(spinner.WithSpinner(spinner.Spinner{Frames: spinner.Line.Frames, FPS: spinEvery}))
	first := s.model.Tick
	return tea.Tick(spinEvery, func(time.Time) tea.Msg { return first() })
}

// View returns the spinner as it stands, "" before its first turn.
func (s *Spinner) View() string {
	if !s.turned {
		return ""
	}
	return s.model.View()
}
