package views_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// What is waited for is how far the runs are read, then the computing.
func TestPending(t *testing.T) {
	s := viewtest.Of(t, viewtest.RunOf("run", viewtest.BoxExample("ex", true, true)))
	if got := s.Pending(); got != "computing …" {
		t.Errorf("%q of a run that is read", got)
	}
	unread := views.Data{Runs: []*session.ScoredRun{viewtest.Scored(viewtest.RunOf("run", viewtest.BoxExample("a", true, true)))}}
	if got := unread.Pending(); got != "reading: 0 of 1 example …" {
		t.Errorf("%q of a run that is not read", got)
	}
}

// Who quits right after a key loses nothing: the program may end before it calls the command.
func TestFinishSaving(t *testing.T) {
	var d views.Data
	saved := false
	d.SaveNow(func() tea.Msg {
		time.Sleep(50 * time.Millisecond)
		saved = true
		return nil
	})
	if d.FinishSaving(); !saved {
		t.Error("ended before a command had saved")
	}
}
