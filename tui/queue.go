package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
)

// inputQueue holds input that comes faster than it is handled, so that ctrl+c does not wait behind it.
// The zero value is empty.
type inputQueue struct {
	waiting []tea.Msg
	free    time.Time // when the last message was handled
	turning bool      // a turn is on its way
	// A guest's input waits until due: the time that their input has taken, times the number of
	// guests. price returns that since its last call for the message begun at began, with took
	// included; nil for a local user.
	due, began time.Time
	price      func(took time.Duration) time.Duration
	held       []tea.KeyPressMsg // for a view that has nothing to show so far
}

const mostHeld = 100

func (q *inputQueue) holdsKey(msg tea.KeyPressMsg, topView views.View, isOwn bool) bool {
	if msg.String() == "esc" {
		q.held = nil
	}
	holds := isLoading(topView) && (isOwn || q.held != nil) && len(q.held) < mostHeld && msg.String() != "esc"
	if holds {
		q.held = append(q.held, msg)
	}
	return holds
}

func isLoading(v views.View) bool {
	l, ok := v.(views.LoadingView)
	return ok && l.Loading()
}

type queueTick struct{}

// pause is how long the program waits between inputs, for more to join the queue.
const pause = time.Millisecond

// admitMessage queues keys, the mouse and pastes that come faster than they are handled, so that
// ctrl+c can pass them: behind 20,000 keys it took 29 seconds. Over 65,536 are lost.
func (q *inputQueue) admitMessage(msg tea.Msg) tea.Msg {
	q.began = time.Now()
	switch m := msg.(type) {
	case queueTick:
		if q.turning = false; len(q.waiting) > 0 && !time.Now().Before(q.due) {
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
	case n == 0 && time.Since(q.free) > pause && !time.Now().Before(q.due):
		return msg
	case n < 1<<16: // or it is lost
		if q.waiting = append(q.waiting, msg); n == 0 {
			return queueTick{}
		}
	}
	return nil
}

func (q *inputQueue) releaseNext() tea.Cmd {
	q.free = time.Now()
	if q.price != nil {
		if q.due.Before(q.free) {
			q.due = q.free
		}
		q.due = q.due.Add(q.price(q.free.Sub(q.began)))
	}
	if len(q.waiting) == 0 || q.turning {
		return nil
	}
	q.turning = true
	return tea.Tick(max(pause, q.due.Sub(q.free)), func(time.Time) tea.Msg { return queueTick{} })
}
