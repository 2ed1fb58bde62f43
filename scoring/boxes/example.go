package boxes

import (
	"cmp"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// whyNoLoss is the reason why a module with boxes has no loss.
const whyNoLoss = "boxes have an F1, no loss"

// Example scores one example with its boxes told apart.
func (e *evidence) Example(s scoring.Settings) scoring.ExampleScore {
	score := e.Outline(s)
	for i, m := range e.modules {
		images := make([]scoring.ImageScore, 0, m.images.to-m.images.from)
		for k := m.images.from; k < m.images.to; k++ {
			images = append(images, e.image(&e.outcomes[k], &s))
		}
		score.Modules[i].Images = images
	}
	return score
}

// Outline scores one example. Overall and the modules' values are F1: of the
// pooled counts, or, when averaging over occurrences, the mean over them.
func (e *evidence) Outline(s scoring.Settings) scoring.ExampleScore {
	score := scoring.ExampleScore{Metric: "f1", Modules: make([]scoring.ModuleScore, len(e.modules))}
	var overall pool
	for i, m := range e.modules {
		var one pool
		for k := m.images.from; k < m.images.to; k++ {
			c := e.count(&e.outcomes[k], &s)
			one.add(c)
			overall.add(c)
		}
		score.Modules[i] = scoring.ModuleScore{
			Node: m.node, Type: Types[m.kind], Value: one.f1(s.Average), Loss: scoring.Undefined(whyNoLoss),
		}
	}
	score.Overall = overall.f1(s.Average)
	if f1, ok := score.Overall.Float(); ok {
		score.Faithful = loaders.VerdictOf(f1 >= s.FaithfulF1)
	}
	return score
}

// pool gathers the images of one example.
type pool struct {
	counts Counts
	f1s    scoring.Mean
}

func (p *pool) add(c Counts) {
	p.counts.Add(c)
	p.f1s.Add(scoring.Defined(c.Metrics().F1))
}

func (p *pool) f1(average scoring.Average) scoring.Value {
	switch {
	case p.f1s.Count == 0:
		return scoring.Undefined("the example has no image")
	case average == scoring.OverOccurrences:
		return p.f1s.Value("")
	}
	return scoring.Defined(p.counts.Metrics().F1)
}

func (e *evidence) image(o *outcome, s *scoring.Settings) scoring.ImageScore {
	m := e.count(o, s).Metrics()
	score := scoring.ImageScore{
		Predicted: e.told(o, s),
		Precision: scoring.Defined(m.Precision), Recall: scoring.Defined(m.Recall), F1: scoring.Defined(m.F1),
	}
	for g := o.gold.from; g < o.gold.to; g++ {
		box := scoring.GoldBox{BestProposal: -1}
		if p := e.best(e.fronts[g], s); p != nil {
			box = scoring.GoldBox{Matched: p.iou > s.IoU, BestIoU: p.iou, BestProposal: int(p.proposal)}
		}
		score.Gold = append(score.Gold, box)
	}
	return score
}

// told lists the predicted proposals of an image, in order of index. The
// upper bound predicts the aligned ones.
func (e *evidence) told(o *outcome, s *scoring.Settings) []scoring.PredictedBox {
	predicted := e.predicted(o, s)
	overlaps := e.overlaps[o.overlaps.from:o.overlaps.to]
	var list []scoring.PredictedBox
	for rank, p := range e.proposals[o.ranked.from:o.ranked.to] {
		box := scoring.PredictedBox{
			Proposal: int(p), Probability: e.probabilities[int(o.ranked.from)+rank], BestGold: min(0, int(o.gold.to-o.gold.from)-1),
		}
		if len(overlaps) > 0 && int(overlaps[0].rank) == rank {
			box.BestIoU, box.BestGold = overlaps[0].iou, int(overlaps[0].gold)
			overlaps = overlaps[1:]
		}
		box.Hit, box.Counted = hit(box.BestIoU, s)
		if math.IsNaN(box.BestIoU) {
			box.BestIoU = 0
		}
		if s.UpperBound && box.Hit || !s.UpperBound && rank < predicted {
			list = append(list, box)
		}
	}
	slices.SortFunc(list, func(a, b scoring.PredictedBox) int { return cmp.Compare(a.Proposal, b.Proposal) })
	return list
}
