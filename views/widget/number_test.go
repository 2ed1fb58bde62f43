package widget

import (
	"testing"

	"faithscope/scoring"
)

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
