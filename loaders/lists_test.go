package loaders_test

import (
	"slices"
	"testing"

	"faithscope/loaders"
)

// What has one key stays in its order.
func TestSortBy(t *testing.T) {
	words := []string{"three", "of", "a", "to", "seven", "I"}
	loaders.SortBy(words, func(word string) int { return len(word) })
	if want := []string{"a", "I", "of", "to", "three", "seven"}; !slices.Equal(words, want) {
		t.Errorf("%q, want %q", words, want)
	}
}
