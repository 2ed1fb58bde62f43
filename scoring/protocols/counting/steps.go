package counting

import "faithscope/loaders"

// Step is a region as it is added to the sum of a prediction.
type Step struct {
	Image, Region int     // indices into the root's Output.Boxes
	Score         float64 // the region's, 0..1
	Sum           float64 // of the scores so far, this one included
}

// Steps returns how the sum of region scores builds up, by image, from the highest score down;
// equal ones are in the order of the file. The sums are float64, so the last one may differ in the
// seventh digit from [sumScores], which adds in torch's order and precision.
func Steps(scores [][]float64) []Step {
	var steps []Step
	for i, image := range scores {
		for k, x := range image {
			steps = append(steps, Step{Image: i, Region: k, Score: x})
		}
	}
	loaders.SortBy(steps, func(s Step) float64 { return -s.Score })
	sum := 0.0
	for i := range steps {
		sum += steps[i].Score
		steps[i].Sum = sum
	}
	return steps
}
