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
func Objects(proposals []loaders.Box, scores []float64, gold []loaders.Box) []float64 {
	sums := make([]float64, len(gold))
	for i, score := range scores[:min(len(scores), len(proposals))] {
		own, best := -1, ownIoU
		for g := range gold {
			if iou := boxes.IoU(proposals[i].Corners(), gold[g].Corners()); iou > best {
				own, best = g, iou
			}
		}
		if own >= 0 {
			sums[own] += score
		}
	}
	return sums
}

func (s *sums) addFractional(ex *loaders.Example, scores []float64, prediction float64) {
	if len(scores) == 0 {
		return
	}
	s[summed] = 1
	s[distance] = math.Abs(prediction - Rounded(prediction))
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
		for _, sum := range Objects(ex.Images[i].Proposals, boxes.Of(root.Output.Boxes, i), gold) {
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
