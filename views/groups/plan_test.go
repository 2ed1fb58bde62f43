package groups

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/facts"
)

// Dimensions are ordered by how their groups differ in the outcome, not in another: how they differ
// in a number is not known.
func TestOnlyTheOutcomeOrdersDimensions(t *testing.T) {
	var all, none facts.Group
	all.VerdictCounts[loaders.Right][loaders.Right], none.VerdictCounts[loaders.Right][loaders.Wrong] = 10, 10
	for outcome, spreads := range map[string]bool{"faithful": true, "right": false, "f1.find": false} {
		check.Equal(t, "spread of "+outcome, spreadOf([]facts.Group{all, none}, outcome) > 0, spreads)
	}
}
