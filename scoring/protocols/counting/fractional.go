package counting

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring/protocols/boxes"
)

// if its regions' scores sum to more than Twice, or less than Missed
const (
	Twice  = 1.5
	Missed = .5
)

const ownIoU = .2

// Objects returns the sum of scores per gold box: a score goes to the box of highest IoU, the first
// of several, if that is over .2. Surplus scores and proposals are left out.
func Objects(proposalBoxes []loaders.Box, regionScores []float64, goldBoxes []loaders.Box) []float64 {
	sums := make([]float64, len(goldBoxes))
	for i, score := range regionScores[:min(len(regionScores), len(proposalBoxes))] {
		own, best := -1, ownIoU
		for g := range goldBoxes {
			if iou := boxes.IoU(proposalBoxes[i].Corners(), goldBoxes[g].Corners()); iou > best {
				own, best = g, iou
			}
		}
		if own >= 0 {
			sums[own] += score
		}
	}
	return sums
}

func (s *countSums) addFractional(ex *loaders.Example, scores []float64, predictedCount float64) {
	if len(scores) > 0 {
		s[summed] = 1
		s[distance] = math.Abs(predictedCount - Rounded(predictedCount))
	}
	for _, p := range scores {
		s[entropy] += entropyOf(p) / float64(len(scores))
		s[total] += p
		if p > .1 && p < .9 {
			s[between] += p
		}
	}
	root := &ex.Program[0]
	if root.Gold == nil {
		return
	}
	for i, gold := range root.Gold.Boxes[:min(len(root.Gold.Boxes), len(ex.Images))] {
		for _, sum := range Objects(ex.Images[i].Proposals, loaders.ElementAt(root.Output.Boxes, i), gold) {
			s[objects]++
			switch {
			case sum > Twice:
				s[twice]++
			case sum < Missed:
				s[missed]++
			}
		}
	}
}

func entropyOf(p float64) float64 {
	if !(p > 0 && p < 1) {
		return 0
	}
	return -(float64(p*math.Log(p)) + float64((1-p)*math.Log1p(-p)))
}
