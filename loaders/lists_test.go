package loaders_test

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// What has one key stays in its order.
func TestSortBy(t *testing.T) {
	words := []string{"three", "of", "a", "to", "seven", "I"}
	loaders.SortBy(words, func(word string) int { return len(word) })
	check.EqualLists(t, "words", words, []string{"a", "I", "of", "to", "three", "seven"})
}
