package scoringtest

import (
	"math"
	"testing"

	"faithscope/scoring"
)

// Near fails the test unless a value is defined and is want, up to rounding.
func Near(t testing.TB, what string, got scoring.Value, want float64, context ...any) {
	t.Helper()
	if x, ok := got.Float(); !ok || !(math.Abs(x-want) <= 1e-9) {
		t.Errorf("%s: %v, want %v %v", what, got, want, context)
	}
}

// Over is [Near] for a score, which must rest on count examples.
func Over(t testing.TB, what string, got scoring.Score, want float64, count int, context ...any) {
	t.Helper()
	Near(t, what, got.Value, want, context...)
	if got.Count != count {
		t.Errorf("%s: a count of %d, want %d %v", what, got.Count, count, context)
	}
}
