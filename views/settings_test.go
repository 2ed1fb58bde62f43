package views

import (
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

func TestSettingsStayInReach(t *testing.T) {
	for _, test := range []struct {
		why  string
		move func(x *scoring.Settings)
		want func(x *scoring.Settings) bool
	}{
		{"nothing is above an IoU of 1", func(x *scoring.Settings) { moveIoU(x, Increment) },
			func(x *scoring.Settings) bool { return x.IoU == .95 }},
		{"0 is the least", func(x *scoring.Settings) { moveIoU(x, -Increment) }, func(x *scoring.Settings) bool { return x.IoU == 0 }},
		{"a negative IoU never lies above the IoU", func(x *scoring.Settings) { moveIoU(x, -Increment) },
			func(x *scoring.Settings) bool { return x.Negative() <= x.IoU }},
		{"a bar of 1 asks for perfection", func(x *scoring.Settings) { moveBar(x, Increment) },
			func(x *scoring.Settings) bool { return x.FaithfulF1 == 1 }},
	} {
		x := scoring.Defaults()
		x.NegativeIoU = .3
		for range 30 {
			test.move(&x)
		}
		if !test.want(&x) {
			t.Errorf("%s: %+v", test.why, x)
		}
	}
}

func TestMovedStaysOnTheGrid(t *testing.T) {
	for _, test := range []struct {
		x, d, want float64
		why        string
	}{
		{.5, Increment, .55, "one step up"},
		{.55, -Increment, .5, "and back to the same number"},
		{.3, Increment, .35, ".3 is not a multiple of .05 in binary"},
		{.52, Increment, .55, "a number off the grid goes to the next point"},
		{.52, -Increment, .5, "or the one before"},
		{1, Increment, 1, "1 is the end"},
		{0, -Increment, 0, "0 is the start"},
	} {
		check.Equal(t, test.why, Moved(test.x, test.d), test.want, test.x, test.d)
	}
}

func TestSettingsTextSaysAllSettings(t *testing.T) {
	x := scoring.Defaults()
	check.Equal(t, "text", SettingsText(x), "average example · IoU > .50 · p > .50 · faithful ≥ .50")
	for metric, want := range map[string]string{
		"mass": "faithful ≥ .50", "groundp": "p > .50 · faithful ≥ .50", "hpd": "faithful HPD ≥ 1.00",
		"f1": "average example · IoU > .50 · p > .50 · faithful ≥ .50",
	} {
		check.Equal(t, "text", SettingsText(x, metric), want, "of", metric)
	}
	x.Threshold = .4
	check.Equal(t, "text with a moved setting", SettingsText(x, "mass"), "p > .40 · faithful ≥ .50")
	x.Threshold = .5
	x.NegativeIoU, x.FaithfulMass, x.UpperBound, x.Inclusive, x.Average = .3, .4, true, true, scoring.Cumulative
	want := "average cumulative · IoU > .50 (bad < .30) · p > .50 · faithful F1 ≥ .50 mass ≥ .40 exact ≥ .50 · " +
		"inclusive · upper bound"
	check.Equal(t, "text", SettingsText(x), want)
}
