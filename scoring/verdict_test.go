package scoring

import (
	"testing"

	"faithscope/loaders/loadertest/check"
)

// What is below the bar is not shown as being on it.
func TestAgainstTellsTheTwoApart(t *testing.T) {
	score := ExampleScore{Title: "F1", Bar: .5}
	for x, want := range map[float64]string{.4: "F1 .40 < .50", .498: "F1 .498 < .500", .5: "F1 .50 ≥ .50", .501: "F1 .501 ≥ .500"} {
		check.Equal(t, "case", score.Against(Defined(x)), want, x)
	}
}

// A number that is below another never looks like it.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		a, b string
	}{
		{.4, .5, ".40", ".50"}, {.5, .5, ".50", ".50"}, {.497, .5, ".497", ".500"}, {.49999, .5, ".49999", ".50000"},
		{1, .999, "1.000", ".999"}, {0, 1e-300, ".00000000000000000", ".00000000000000000"},
	} {
		if a, b := Apart(c.x, c.y); a != c.a || b != c.b {
			t.Errorf("%v and %v are %s and %s, want %s and %s", c.x, c.y, a, b, c.a, c.b)
		}
	}
}
