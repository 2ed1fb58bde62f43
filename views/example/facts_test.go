package example

import (
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// A number just below the threshold never reads like the threshold.
func TestBesideBar(t *testing.T) {
	judged := &scoring.ExampleScore{Bar: .5}
	for x, want := range map[float64]string{.498: ".498", .5: ".50", .5004: ".5004", .75: ".75", .494: ".49"} {
		check.Equal(t, "text", besideBar(x, judged), want, "of", x)
	}
	check.Equal(t, "without a threshold", besideBar(.498, nil), ".50")
}
