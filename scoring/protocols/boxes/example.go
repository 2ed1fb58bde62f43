package boxes

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring"
)

const (
	whyNoOutput = "the run has no output for this module"
	whySilent   = "the run has no output for any module with gold boxes"
)

// Example returns Outline with how each box of each image fares.
func (e *evidence) Example(s scoring.Settings) scoring.ExampleScore {
	score := e.Outline(s)
	for i, m := range e.modules {
		image := func(o imageSpans) scoring.ImageScore { return e.scoreImage(o, &s) }
		score.Modules[i].Images = loaders.Map(sliceOf(e.outcomes, m.images), image)
	}
	return score
}

func (e *evidence) Judges() (by *scoring.FaithfulThreshold, modules bool) {
	return &bar, len(e.modules) > 0
}

var noLoss = scoring.Undefined("boxes have an F1, not a loss")

// Outline implements [scoring.JudgedEvidence]. Values are the F1 of pooled counts under every average,
// like the code's. Modules without an output are undefined.
func (e *evidence) Outline(s scoring.Settings) scoring.ExampleScore {
	score := scoring.ExampleScore{Modules: make([]scoring.ModuleScore, len(e.modules))}
	var pools [overall]PrecisionCounts
	var used [overall]int
	for i := range e.modules {
		m, module := &e.modules[i], &score.Modules[i]
		module.Node, module.Type, module.Loss = m.node, Types[m.kind], noLoss
		if m.silent {
			module.Value = scoring.Undefined(whyNoOutput)
			continue
		}
		c := e.poolModule(m, &s)
		pools[m.kind].Add(c)
		used[m.kind]++
		metrics, wanted := c.Metrics(), c.RecallGood+c.RecallBad
		module.Counted = c.PrecisionGood + c.PrecisionBad
		module.Value, module.Predicts = scoring.Defined(metrics.F1), e.predictsAny(m, c, &s)
		module.Precision = restingOn(metrics.Precision, module.Counted, "no predicted box counts towards precision")
		module.Recall = restingOn(metrics.Recall, wanted, "no gold boxes")
		module.NothingWanted = !module.Predicts && wanted == 0
		if metrics.F1 < s.FaithfulF1 {
			module.Cause = e.causeOf(m, c, module.Predicts, &s)
		}
	}
	var all PrecisionCounts
	scored := 0
	for kind, pool := range pools {
		all.Add(pool)
		scored += used[kind]
		if used[kind] > 1 {
			score.Pooled = append(score.Pooled, scoring.MetricValue{Metric: Types[kind], Value: scoring.Defined(pool.Metrics().F1)})
		}
	}
	score.Overall = restingOn(all.Metrics().F1, scored, whySilent)
	return score
}

func restingOn(share float64, n int, undefinedReason string) scoring.Value {
	if n == 0 {
		return scoring.Undefined(undefinedReason)
	}
	return scoring.Defined(share)
}

func (e *evidence) scoreImage(o imageSpans, s *scoring.Settings) scoring.ImageScore {
	score := scoring.ImageScore{F1: scoring.Defined(e.countImage(o, s).Metrics().F1)}
	score.Predicted, score.Below = e.judgedBoxes(o, s)
	for _, front := range sliceOf(e.fronts, o.gold) {
		box := scoring.GoldBox{BestProposal: -1}
		if p := e.bestPair(front, s); p != nil {
			box = scoring.GoldBox{Matched: p.iou > s.IoU, BestIoU: p.iou, BestProposal: int(e.proposals[p.at])}
		}
		box.Nearest.Proposal = -1
		for _, p := range sliceOf(e.pairs, front) {
			box.Near(scoring.Proposal{Proposal: int(e.proposals[p.at]), Probability: e.probabilities[p.at], IoU: p.iou}, s.IoU)
		}
		score.Gold = append(score.Gold, box)
	}
	return score
}

// judgedBoxes lists predicted proposals by index, under the upper bound the aligned ones, because that
// predicts exactly these; then the others with a probability or overlap, the most probable first.
func (e *evidence) judgedBoxes(o imageSpans, s *scoring.Settings) (list, below []scoring.PredictedBox) {
	predicted := e.countPredicted(o, s)
	overlaps := sliceOf(e.overlaps, o.overlaps)
	for rank, p := range sliceOf(e.proposals, o.ranked) {
		box := scoring.PredictedBox{
			Proposal: int(p), Probability: e.probabilities[int(o.ranked.from)+rank], BestGold: min(0, int(o.gold.to-o.gold.from)-1),
		}
		if len(overlaps) > 0 && int(overlaps[0].rank) == rank {
			box.BestIoU, box.BestGold = overlaps[0].iou, int(overlaps[0].gold)
			overlaps = overlaps[1:]
		}
		box.Hit, box.Counted = isHit(box.BestIoU, s)
		if math.IsNaN(box.BestIoU) {
			box.BestIoU = 0
		}
		isJudged := s.UpperBound && box.Hit || !s.UpperBound && rank < predicted
		if isJudged {
			list = append(list, box)
		} else {
			below = append(below, box)
		}
	}
	loaders.SortBy(list, func(b scoring.PredictedBox) int { return b.Proposal })
	return list, below
}
