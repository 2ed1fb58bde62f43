package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// queue holds the input that comes faster than it is handled, in its order, so that
// ctrl+c does not wait behind it. The zero value is empty.
type queue struct {
	waiting []tea.Msg
	free    time.Time // when the last message was handled
}

// turn lets the first of the queue be handled.
type turn struct{}

// pause is how long the program waits between what is in the queue, for more to come into it.
const pause = time.Millisecond

// admitMessage returns the message to be handled now. Keys, the mouse and pastes wait in the queue
// while others do or came just before: then it returns nil, or a turn for the first that waits. A
// turn gives the first of the queue; ctrl+c and all other messages pass at once. Over 65,536 are
// lost.
func (q *queue) admitMessage(msg tea.Msg) tea.Msg {
	switch m := msg.(type) {
	case turn:
		if len(q.waiting) > 0 {
			msg, q.waiting = q.waiting[0], q.waiting[1:]
		}
		return msg
	case tea.KeyPressMsg:
		if m.String() == "ctrl+c" {
			return msg
		}
	case tea.MouseMsg, tea.PasteMsg:
	default:
		return msg
	}
	switch n := len(q.waiting); {
	case n == 0 && time.Since(q.free) > pause:
		return msg
	case n < 1<<16: // or it is lost
		if q.waiting = append(q.waiting, msg); n == 0 {
			return turn{}
		}
	}
	return nil
}

// releaseNext notes that a message was handled, and returns the command that gives the queue its
// next turn after a pause; nil if the queue is empty.
func (q *queue) releaseNext() tea.Cmd {
	q.free = time.Now()
	if len(q.waiting) == 0 {
		return nil
	}
	return tea.Tick(pause, func(time.Time) tea.Msg { return turn{} })
}
