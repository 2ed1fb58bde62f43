package widget

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
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
		check.Equal(t, "name", MetricName(metric), want, "of", metric)
	}
}

func TestFixesAreNotMended(t *testing.T) {
	check.Equal(t, "heading", MetricName("mended_by_one"), "fixed by one")
}

func TestChoosingASettingIsOneFooterEntry(t *testing.T) {
	n := 0
	for _, a := range (&FocusedSettingsBar{Name: new(string), Of: func() []Action { return nil }}).Actions() {
		n += loaders.IfElse(a.Footer && strings.HasPrefix(a.Name, "choose"), 1, 0)
	}
	if n != 1 {
		t.Errorf("the footer lists choosing %d times", n)
	}
}
