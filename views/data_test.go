package views_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// What is waited for is how far the runs are read, then the computing.
func TestPending(t *testing.T) {
	s := viewtest.Of(t, viewtest.RunOf("run", viewtest.BoxExample("ex", true, true)))
	check.Equal(t, "pending of a run that is read", s.Pending(), "computing …")
	unread := views.Data{Runs: []*session.ScoredRun{viewtest.Scored(viewtest.RunOf("run", viewtest.BoxExample("a", true, true)))}}
	check.Equal(t, "pending of a run that is not read", unread.Pending(), "reading: 0 of 1 example …")
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
