package views

import (
	"testing"

	"faithscope/scoring"
)

func TestSettingsStayInReach(t *testing.T) {
	for _, test := range []struct {
		why  string
		move func(x *scoring.Settings)
		want func(x *scoring.Settings) bool
	}{
		{"nothing is above an IoU of 1", func(x *scoring.Settings) { moveIoU(x, Step) }, func(x *scoring.Settings) bool { return x.IoU == .95 }},
		{"0 is the least", func(x *scoring.Settings) { moveIoU(x, -Step) }, func(x *scoring.Settings) bool { return x.IoU == 0 }},
		{"a negative IoU never lies above the IoU", func(x *scoring.Settings) { moveIoU(x, -Step) }, func(x *scoring.Settings) bool { return x.Negative() <= x.IoU }},
		{"a bar of 1 asks for perfection", func(x *scoring.Settings) { moveBar(x, Step) }, func(x *scoring.Settings) bool { return x.FaithfulF1 == 1 }},
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
