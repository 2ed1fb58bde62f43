package widget

import (
	"testing"

	"faithscope/scoring"
)

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

// A difference that rounds to 0 has no sign.
func TestDifferencesHaveSigns(t *testing.T) {
	for _, c := range []struct {
		x               float64
		points, decimal string
	}{
		{.051, "+5", "+.05"}, {.0049, "0", ".00"}, {0, "0", ".00"}, {-.0049, "0", ".00"}, {-.123, "-12", "-.12"}, {2000, "+200000", "+2000"},
	} {
		if points, decimal := pointsOf(c.x), Signed(scoring.Defined(c.x)); points != c.points || decimal != c.decimal {
			t.Errorf("%v reads %s and %s, want %s and %s", c.x, points, decimal, c.points, c.decimal)
		}
	}
}

func TestMetricNameIsInWords(t *testing.T) {
	for metric, want := range map[string]string{"f1": "F1", "mass": "mass", "no_proposal": "no proposal", "delta_a": "ΔA",
		"hpd_published": "HPD published", "ap_coco_50": "AP COCO 50"} {
		if got := MetricName(metric); got != want {
			t.Errorf("%s reads %q, want %q", metric, got, want)
		}
	}
}
