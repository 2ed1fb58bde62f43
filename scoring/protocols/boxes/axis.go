package boxes

import "faithscope/scoring"

// Axis is the setting that a [Sweep] moves.
type Axis uint8

// The axes.
const (
	OverThreshold Axis = iota
	OverIoU
)

// String returns "threshold" or "iou".
func (a Axis) String() string { return [...]string{"threshold", "iou"}[a] }

// Move sets the axis to x.
func (a Axis) Move(s scoring.Settings, x float64) scoring.Settings {
	*a.settingOn(&s) = x
	return s
}

// Of returns s's value on the axis.
func (a Axis) Of(s scoring.Settings) float64 { return *a.settingOn(&s) }

func (a Axis) settingOn(s *scoring.Settings) *float64 {
	if a == OverIoU {
		return &s.IoU
	}
	return &s.Threshold
}

// Places returns every hundredth from 0, without 1 because nothing is above it, and the value of s.
func (a Axis) Places(s scoring.Settings) []float64 {
	places := scoring.Hundredths(a.Of(s))
	return places[:len(places)-1]
}
