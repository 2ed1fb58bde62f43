package examples

import (
	"testing"

	"faithscope/views/viewtest"
)

// open opens the list of the sample's first run.
func open(t *testing.T, w, h int, filter Filter) (*viewtest.Screen, *List) {
	t.Helper()
	s := viewtest.ReadSample(t)
	v := New(s, 0, filter)
	return viewtest.New(t, w, h, s, v), v
}
