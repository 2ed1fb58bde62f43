package shards

import (
	"fmt"

	"faithscope/scoring"
)

// partialSettings are settings as a partial report has them.
type partialSettings struct {
	Average          string        `json:"average"`
	IoU              scoring.Exact `json:"iou"`
	NegativeIoU      scoring.Exact `json:"negative_iou"`
	Threshold        scoring.Exact `json:"threshold"`
	Inclusive        bool          `json:"inclusive"`
	UpperBound       bool          `json:"upper_bound"`
	FaithfulF1       scoring.Exact `json:"faithful_f1"`
	FaithfulMass     scoring.Exact `json:"faithful_mass"`
	Seed             uint64        `json:"seed"`
	Trials           int           `json:"trials"`
	DetectionIoU     scoring.Exact `json:"detection_iou"`
	EmptyUngrounded  bool          `json:"empty_ungrounded"`
	CountCurve       bool          `json:"count_curve"`
	GeometricMean    bool          `json:"geometric_mean"`
	NonFinite        string        `json:"non_finite"`
	DropPunctuation  bool          `json:"drop_punctuation"`
	Derangement      bool          `json:"derangement"`
	TopK             int           `json:"top_k"`
	TokenMax         bool          `json:"token_max"`
	Substring        bool          `json:"substring"`
	EntailedInSubset bool          `json:"entailed_in_subset"`
}

func settingsToWrite(s scoring.Settings) partialSettings {
	return partialSettings{
		Average: s.Average.String(), IoU: scoring.Exact(s.IoU), NegativeIoU: scoring.Exact(s.NegativeIoU),
		Threshold: scoring.Exact(s.Threshold), Inclusive: s.Inclusive, UpperBound: s.UpperBound,
		FaithfulF1: scoring.Exact(s.FaithfulF1), FaithfulMass: scoring.Exact(s.FaithfulMass),
		Seed: s.Seed, Trials: s.Trials, DetectionIoU: scoring.Exact(s.DetectionIoU),
		EmptyUngrounded: s.EmptyUngrounded, CountCurve: s.CountCurve, GeometricMean: s.GeometricMean,
		NonFinite: s.NonFinite.String(), DropPunctuation: s.DropPunctuation, Derangement: s.Derangement,
		TopK: s.TopK, TokenMax: s.TokenMax, Substring: s.Substring, EntailedInSubset: s.EntailedInSubset,
	}
}

// mostTrials bounds what a file can ask for: time, and room.
const mostTrials = 10_000_000

// settings is the way back. It fails for what no flag can set.
func (p *partialSettings) settings() (scoring.Settings, error) {
	s := scoring.Settings{
		IoU: float64(p.IoU), NegativeIoU: float64(p.NegativeIoU), Threshold: float64(p.Threshold),
		Inclusive: p.Inclusive, UpperBound: p.UpperBound, FaithfulF1: float64(p.FaithfulF1), FaithfulMass: float64(p.FaithfulMass),
		Options: scoring.Options{
			Seed: p.Seed, Trials: p.Trials, DetectionIoU: float64(p.DetectionIoU),
			EmptyUngrounded: p.EmptyUngrounded, CountCurve: p.CountCurve, GeometricMean: p.GeometricMean,
			DropPunctuation: p.DropPunctuation, Derangement: p.Derangement,
			TopK: p.TopK, TokenMax: p.TokenMax, Substring: p.Substring, EntailedInSubset: p.EntailedInSubset,
		},
	}
	if err := s.Average.Set(p.Average); err != nil {
		return s, err
	}
	if err := s.NonFinite.Set(p.NonFinite); err != nil {
		return s, err
	}
	for _, x := range []scoring.Exact{p.IoU, p.NegativeIoU, p.Threshold, p.FaithfulF1, p.FaithfulMass, p.DetectionIoU} {
		if !(x >= 0 && x <= 1) {
			return s, fmt.Errorf("a threshold of %v, which is not 0..1", x)
		}
	}
	if p.Trials < 1 || p.Trials > mostTrials || p.TopK < 1 || p.TopK > mostTrials {
		return s, fmt.Errorf("%d trials and %d sentences, which are not 1 to %d", p.Trials, p.TopK, mostTrials)
	}
	return s, nil
}
