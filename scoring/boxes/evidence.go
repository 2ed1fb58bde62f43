package boxes

import (
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

// module is an annotated node and its images: a range of outcomes.
type module struct {
	node, kind int // kind is an index into Types
	images     reach
	silent     bool   // the run has no output of it: there is nothing to score
	argument   string // text argument, "" for none
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
// highest probability down, which is from the lowest IoU up. (Of pairs with one
// probability a beaten one may stay; it stands before the one that beats it.)
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

// weigh gathers the evidence of ex, nil where no module of our
// types has gold boxes.
func weigh(ex *loaders.Example, iou func(a, b loaders.Box) float64) *evidence {
	w := weighing{iou: iou}
	w.room(ex)
	for node := range ex.Program {
		m := &ex.Program[node]
		kind := slices.Index(Types, m.Op)
		if kind < 0 || m.Gold == nil || m.Gold.Boxes == nil {
			continue
		}
		from := int32(len(w.outcomes))
		if m.Output.Boxes == nil {
			w.modules = append(w.modules, module{node, kind, reach{from, from}, true, argumentOf(m)})
			continue
		}
		for i := range max(len(ex.Images), len(m.Gold.Boxes), len(m.Output.Boxes)) {
			var proposals []loaders.Box
			if i < len(ex.Images) {
				proposals = ex.Images[i].Proposals
			}
			w.add(proposals, item(m.Output.Boxes, i), item(m.Gold.Boxes, i))
		}
		w.modules = append(w.modules, module{node, kind, reach{from, int32(len(w.outcomes))}, false, argumentOf(m)})
	}
	if w.modules == nil {
		return nil
	}
	// What is kept for long is kept without spare room.
	return &evidence{
		slices.Clone(w.modules), slices.Clone(w.outcomes), slices.Clone(w.probabilities),
		slices.Clone(w.proposals), slices.Clone(w.overlaps), slices.Clone(w.pairs), slices.Clone(w.fronts),
	}
}

// room makes room for the outputs of all modules at once.
func (w *weighing) room(ex *loaders.Example) {
	outputs := 0
	for node := range ex.Program {
		for _, probabilities := range ex.Program[node].Output.Boxes {
			outputs += len(probabilities)
		}
	}
	w.probabilities, w.proposals = make([]float64, 0, outputs), make([]int32, 0, outputs)
	w.overlaps, w.pairs = make([]overlap, 0, outputs/2), make([]pair, 0, outputs/4)
}

// item returns list[i], nil past the end.
func item[T any](list [][]T, i int) []T {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// weighing builds an evidence. ious and ranked are scratch of one image.
type weighing struct {
	evidence
	iou    func(a, b loaders.Box) float64
	ious   []float64 // of gold box g and proposal k at g*proposals+k
	ranked []ranked
}

type ranked struct {
	probability, best float64
	proposal, gold    int32
}

// add accepts a module's output on one image. A probability without a
// proposal is that of padding, a proposal without a probability is never
// predicted.
func (w *weighing) add(proposals []loaders.Box, probabilities []float64, gold []loaders.Box) {
	n := max(len(proposals), len(probabilities))
	w.meet(proposals, gold, n)
	w.rank(probabilities, n, len(gold))
	var o outcome
	o.ranked.from, o.overlaps.from, o.gold.from = int32(len(w.probabilities)), int32(len(w.overlaps)), int32(len(w.fronts))
	for rank, r := range w.ranked {
		w.probabilities = append(w.probabilities, r.probability)
		w.proposals = append(w.proposals, r.proposal)
		if r.best != 0 {
			w.overlaps = append(w.overlaps, overlap{r.best, int32(rank), r.gold})
		}
	}
	for g := range gold {
		w.front(w.ious[g*n : (g+1)*n])
	}
	o.ranked.to, o.overlaps.to, o.gold.to = int32(len(w.probabilities)), int32(len(w.overlaps)), int32(len(w.fronts))
	w.outcomes = append(w.outcomes, o)
}

// meet fills the matrix of IoUs.
func (w *weighing) meet(proposals, gold []loaders.Box, n int) {
	w.ious = slices.Grow(w.ious[:0], len(gold)*n)
	for _, g := range gold {
		for k := range n {
			var proposal loaders.Box
			if k < len(proposals) {
				proposal = proposals[k]
			}
			w.ious = append(w.ious, w.iou(proposal, g))
		}
	}
}

// rank lists the proposals that can move a score, from the most probable
// down. One that is never predicted and overlaps nothing moves none, not even
// the upper bound.
func (w *weighing) rank(probabilities []float64, n, golds int) {
	w.ranked = slices.Grow(w.ranked[:0], n)
	for k := range n {
		r := ranked{proposal: int32(k)}
		if k < len(probabilities) && probabilities[k] > 0 {
			r.probability = probabilities[k]
		}
		for g := range golds {
			// As with numpy's max, a NaN wins over every number.
			if iou := w.ious[g*n+k]; iou > r.best || iou != iou && r.best == r.best {
				r.best, r.gold = iou, int32(g)
			}
		}
		if r.probability > 0 || r.best != 0 {
			w.ranked = append(w.ranked, r)
		}
	}
	slices.SortFunc(w.ranked, func(a, b ranked) int {
		switch {
		case a.probability > b.probability:
			return -1
		case a.probability < b.probability:
			return 1
		}
		return int(a.proposal - b.proposal)
	})
}

// front keeps the pairs of one gold box that no other pair beats, given its
// IoU with each proposal.
func (w *weighing) front(ious []float64) {
	from, best := int32(len(w.pairs)), 0.0
	for _, r := range w.ranked {
		if iou := ious[r.proposal]; iou > best {
			w.pairs, best = append(w.pairs, pair{r.probability, iou, r.proposal}), iou
		}
	}
	w.fronts = append(w.fronts, reach{from, int32(len(w.pairs))})
}
