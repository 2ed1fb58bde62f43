package boxes

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

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
	places := loaders.Fill(100, func(i int) float64 { return float64(i) / 100 })
	x := a.Of(s)
	if at, found := slices.BinarySearch(places, x); !found && x > 0 && x < 1 {
		places = slices.Insert(places, at, x)
	}
	return places
}
