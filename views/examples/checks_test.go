package examples

import (
	"slices"
	"testing"

	"faithscope/views/viewtest"
)

// equal fails the test unless two values are equal.
func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// equalLists fails the test unless two lists have the same elements in the same order.
func equalLists[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// open opens the list of the sample's first run.
func open(t *testing.T, w, h int, filter Filter) (*viewtest.Screen, *List) {
	t.Helper()
	s := viewtest.ReadSample(t)
	v := New(s, 0, filter)
	return viewtest.New(t, w, h, s, v), v
}
