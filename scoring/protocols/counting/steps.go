package counting

import "faithscope/loaders"

// RegionStep is a region as it is added to a prediction's sum.
type RegionStep struct {
	Image, Region int
	Score         float64
	Sum           float64
}

// Steps returns the running sums of region scores by image, from the highest score down; ties keep
// the file's order. The sums are float64, so the last may differ in the seventh digit from
// [sumScores].
func Steps(regionScores [][]float64) []RegionStep {
	var steps []RegionStep
	for i, image := range regionScores {
		for k, x := range image {
			steps = append(steps, RegionStep{Image: i, Region: k, Score: x})
		}
	}
	loaders.SortBy(steps, func(s RegionStep) float64 { return -s.Score })
	sum := 0.0
	for i := range steps {
		sum += steps[i].Score
		steps[i].Sum = sum
	}
	return steps
}
