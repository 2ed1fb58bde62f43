package grounding

import (
	"cmp"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
)

// Reasons for undefined scores.
const (
	whyZero = "the scores sum to 0"
	// whyDetector is of pictures that a detector looked through.
	whyDetector = "average precision is of the ranking of all pictures"
)

// Example scores one question with its boxes told apart.
func (e *evidence) Example(s scoring.Settings) scoring.ExampleScore {
	score := e.Outline(s)
	if e.Categories != nil {
		return score
	}
	for i := range e.Images {
		score.Modules[0].Images = append(score.Modules[0].Images, e.Images[i].told(&s))
	}
	return score
}

// Judges implements [scoring.Judging]. No picture of a detector is judged.
func (e *evidence) Judges() (metric string, modules bool) {
	if e.Categories != nil {
		return "", false
	}
	return "groundp", true
}

// Outline scores one question. A detector's picture has no score of its own.
func (e *evidence) Outline(s scoring.Settings) scoring.ExampleScore {
	if e.Categories != nil {
		return scoring.ExampleScore{Overall: scoring.Undefined(whyDetector)}
	}
	v := e.value(&s)
	score := scoring.ExampleScore{
		Overall: v, Metric: "groundp",
		Modules: []scoring.ModuleScore{{Type: Types[0], Value: v, Loss: scoring.Undefined("a grounding has no loss")}},
	}
	score.Faithful = s.Judges(score.Metric, v)
	return score
}

func (e *evidence) value(s *scoring.Settings) scoring.Value {
	switch {
	case e.Silent:
		return scoring.Undefined("the run has no region scores of this question")
	case e.Count == 0:
		return scoring.Undefined("the gold count is 0: there is nothing to find")
	case e.Prediction == 0:
		return scoring.Undefined(whyZero)
	}
	return scoring.Defined(e.above(s) / e.Prediction)
}

// told is an image as its picture shows it.
func (d *Detections) told(s *scoring.Settings) scoring.ImageScore {
	score := scoring.ImageScore{Gold: make([]scoring.GoldBox, d.Gold)}
	for g := range score.Gold {
		score.Gold[g].BestProposal, score.Gold[g].Nearest.Proposal, score.Gold[g].Best.Proposal = -1, -1, -1
	}
	var c boxes.Counts
	predicted := 0
	for i := range d.Ranked {
		x := &d.Ranked[i]
		box := scoring.PredictedBox{
			Proposal: int(x.proposal), Probability: x.score, BestIoU: x.iou, BestGold: int(x.gold), Hit: x.iou > s.IoU, Counted: true,
		}
		switch {
		case x.score <= s.Threshold:
			score.Below = append(score.Below, box)
			continue
		case box.Hit:
			c.PrecisionGood++
		default:
			c.PrecisionBad++
		}
		score.Predicted = append(score.Predicted, box)
		predicted++
	}
	for _, o := range d.Overlaps {
		g := &score.Gold[o.gold]
		if int(o.rank) < predicted && o.iou > g.BestIoU {
			g.Matched, g.BestIoU, g.BestProposal = o.iou > s.IoU, o.iou, int(d.Ranked[o.rank].proposal)
		}
		g.Near(scoring.Proposal{Proposal: int(d.Ranked[o.rank].proposal), Probability: d.Ranked[o.rank].score, IoU: o.iou}, s.IoU)
	}
	for _, g := range score.Gold {
		if g.Matched {
			c.RecallGood++
		} else {
			c.RecallBad++
		}
	}
	slices.SortFunc(score.Predicted, func(a, b scoring.PredictedBox) int { return cmp.Compare(a.Proposal, b.Proposal) })
	m := c.Metrics()
	score.Precision, score.Recall, score.F1 = scoring.Defined(m.Precision), scoring.Defined(m.Recall), scoring.Defined(m.F1)
	return score
}
