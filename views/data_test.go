package views_test

import (
	"testing"

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
