package boxes

import (
	"cmp"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Types are the module types that are scored, by the paper's names in the
// order of its Table 1.
var Types = []string{"find", "filter", "with-relation", "relocate"}

// evidence is what scoring one example needs, for all settings. Its modules'
// images share flat slices; an outcome holds ranges of them.
type evidence struct {
	modules  []module
	outcomes []outcome
	// probabilities are those of the proposals that can be predicted, per
	// image from the highest down, and proposals their indices in the image.
	probabilities []float64
	proposals     []int32
	overlaps      []overlap
	pairs         []pair
	fronts        []reach
}

// module is a scored node and its images: outcomes[reach.from:reach.to].
type module struct {
	node, kind int // kind is an index into Types
	images     reach
}

// reach is a half-open range of one of the flat slices.
type reach struct{ from, to int32 }

// outcome is a module's output on one image: its ranges.
type outcome struct {
	ranked   reach // of probabilities and proposals
	overlaps reach
	gold     reach // of fronts: one per gold box, each a range of pairs
}

// overlap is a proposal whose best IoU with the gold of its image is not 0.
type overlap struct {
	iou  float64 // NaN where an IoU of the proposal is
	rank int32   // place among the image's ranked proposals
	gold int32   // the gold box with the best IoU, the first on ties
}

// pair is a proposal that overlaps a gold box. Of a gold box only the pairs
// are kept that no other one beats in both probability and IoU: they say for
// every pair of thresholds whether the box is found. They stand from the
// highest probability down, which is from the lowest IoU up.
type pair struct {
	probability, iou float64
	proposal         int32
}

func prepare(ex *loaders.Example) scoring.Evidence {
	if e := weigh(ex, iou64); e != nil {
		return e
	}
	return nil
}

func iou64(a, b loaders.Box) float64 {
	return IoU([4]float64{a.X0, a.Y0, a.X1, a.Y1}, [4]float64{b.X0, b.Y0, b.X1, b.Y1})
}

// weigh gathers the evidence of ex, nil where no module is scored.
func weigh(ex *loaders.Example, iou func(a, b loaders.Box) float64) *evidence {
	w := weighing{iou: iou, evidence: &evidence{}}
	for node := range ex.Program {
		m := &ex.Program[node]
		kind := slices.Index(Types, m.Op)
		if kind < 0 || m.Gold == nil || m.Gold.Boxes == nil || m.Output.Boxes == nil {
			continue
		}
		from := int32(len(w.outcomes))
		for i := range max(len(ex.Images), len(m.Gold.Boxes), len(m.Output.Boxes)) {
			var proposals []loaders.Box
			if i < len(ex.Images) {
				proposals = ex.Images[i].Proposals
			}
			w.add(proposals, item(m.Output.Boxes, i), item(m.Gold.Boxes, i))
		}
		w.modules = append(w.modules, module{node, kind, reach{from, int32(len(w.outcomes))}})
	}
	if w.modules == nil {
		return nil
	}
	return w.evidence
}

// item returns list[i], nil past the end.
func item[T any](list [][]T, i int) []T {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// weighing builds an evidence. The slices are scratch of one image.
type weighing struct {
	*evidence
	iou      func(a, b loaders.Box) float64
	ranked   []ranked
	overlaps [][]pair // per gold box
}

type ranked struct {
	probability, best float64
	proposal, gold    int32
}

// add takes up a module's output on one image. A probability without a
// proposal is that of padding, a proposal without a probability is never
// predicted.
func (w *weighing) add(proposals []loaders.Box, probabilities []float64, gold []loaders.Box) {
	w.ranked = w.ranked[:0]
	w.overlaps = slices.Grow(w.overlaps[:0], len(gold))[:len(gold)]
	for g := range gold {
		w.overlaps[g] = w.overlaps[g][:0]
	}
	for k := range max(len(proposals), len(probabilities)) {
		r := ranked{proposal: int32(k), gold: -1}
		if k < len(probabilities) && probabilities[k] > 0 {
			r.probability = probabilities[k]
		}
		if k < len(proposals) {
			w.meet(&r, proposals[k], gold)
		} else {
			w.meet(&r, loaders.Box{}, gold)
		}
		// What is never predicted and overlaps nothing moves no score, not
		// even the upper bound.
		if r.probability > 0 || r.best != 0 {
			w.ranked = append(w.ranked, r)
		}
	}
	w.keep(len(gold))
}

// meet sets a proposal's best IoU with the gold boxes and notes its overlaps.
func (w *weighing) meet(r *ranked, proposal loaders.Box, gold []loaders.Box) {
	for g, box := range gold {
		iou := w.iou(proposal, box)
		if iou > 0 {
			w.overlaps[g] = append(w.overlaps[g], pair{r.probability, iou, r.proposal})
		}
		// As numpy's max does, a NaN wins over every number.
		if r.gold < 0 || iou > r.best || math.IsNaN(iou) && !math.IsNaN(r.best) {
			r.best, r.gold = iou, int32(g)
		}
	}
}

// keep appends the scratch to the evidence.
func (w *weighing) keep(golds int) {
	e := w.evidence
	var o outcome
	slices.SortStableFunc(w.ranked, func(a, b ranked) int { return cmp.Compare(b.probability, a.probability) })
	o.ranked.from, o.overlaps.from = int32(len(e.probabilities)), int32(len(e.overlaps))
	for rank, r := range w.ranked {
		e.probabilities = append(e.probabilities, r.probability)
		e.proposals = append(e.proposals, r.proposal)
		if r.best != 0 {
			e.overlaps = append(e.overlaps, overlap{r.best, int32(rank), r.gold})
		}
	}
	o.ranked.to, o.overlaps.to = int32(len(e.probabilities)), int32(len(e.overlaps))
	o.gold.from = int32(len(e.fronts))
	for g := range golds {
		from := int32(len(e.pairs))
		e.pairs = appendFront(e.pairs, w.overlaps[g])
		e.fronts = append(e.fronts, reach{from, int32(len(e.pairs))})
	}
	o.gold.to = int32(len(e.fronts))
	e.outcomes = append(e.outcomes, o)
}

// appendFront appends the pairs that no other pair beats. It sorts pairs.
func appendFront(front, pairs []pair) []pair {
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.probability, a.probability), cmp.Compare(b.iou, a.iou), cmp.Compare(a.proposal, b.proposal))
	})
	best := 0.0
	for _, p := range pairs {
		if p.iou > best {
			front, best = append(front, p), p.iou
		}
	}
	return front
}
