package boxes

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
)

func prepareBoxes(ex *loaders.Example) scoring.Evidence {
	if e := weighExample[float64](ex); e != nil {
		return e
	}
	return nil
}

var scratch = sync.Pool{New: func() any { return &moduleMatcher[float64]{} }}

// weighExample computes IoUs in F, because the authors' are float32; nil if no module of the scored
// types has gold boxes. A module without boxes as output is silent and has no images.
func weighExample[F float32 | float64](ex *loaders.Example) *evidence {
	w, reused := scratch.Get().(*moduleMatcher[F])
	if !reused {
		w = &moduleMatcher[F]{}
	}
	defer scratch.Put(w)
	w.empty(ex)
	for node := range ex.Program {
		m := &ex.Program[node]
		kind := slices.Index(Types, m.Op)
		if kind < 0 || m.Gold.Kind() != loaders.BoxKind || m.Lender() != "" {
			continue
		}
		from := int32(len(w.outcomes))
		if m.Output.Boxes == nil {
			w.modules = append(w.modules, moduleBoxes{node, kind, indexRange{from, from}, true, argumentOf(m)})
			continue
		}
		for i := range max(len(ex.Images), len(m.Gold.Boxes), len(m.Output.Boxes)) {
			w.addOutput(i, loaders.ElementAt(m.Output.Boxes, i), loaders.ElementAt(m.Gold.Boxes, i))
		}
		w.modules = append(w.modules, moduleBoxes{node, kind, indexRange{from, int32(len(w.outcomes))}, false, argumentOf(m)})
	}
	if len(w.modules) == 0 {
		return nil
	}
	// Kept for long, so without spare capacity.
	return &evidence{
		slices.Clone(w.modules), slices.Clone(w.outcomes), slices.Clone(w.probabilities),
		slices.Clone(w.proposals), slices.Clone(w.overlaps), slices.Clone(w.pairs), slices.Clone(w.fronts),
	}
}

type moduleMatcher[F float32 | float64] struct {
	evidence
	images   [][]sizedBox[F] // proposals
	gold     []sizedBox[F]
	ious     []float64     // gold box g and proposal k at g*proposals+k
	best     []nearestGold // per proposal
	unranked []rankedProposal
	ranked   []rankedProposal
}

type nearestGold struct {
	iou  float64
	gold int32
}

type rankedProposal struct {
	probability uint64 // bits of a float64 that isn't negative, in the same order
	proposal    int32
}

func (w *moduleMatcher[F]) empty(ex *loaders.Example) {
	e := &w.evidence
	clear(e.modules) // with the texts that they hold
	w.evidence = evidence{e.modules[:0], e.outcomes[:0], e.probabilities[:0], e.proposals[:0], e.overlaps[:0], e.pairs[:0], e.fronts[:0]}
	w.images = slices.Grow(w.images[:0], len(ex.Images))[:len(ex.Images)]
	for i := range ex.Images {
		w.images[i] = measureAll(w.images[i][:0], ex.Images[i].Proposals)
	}
}

func measureAll[F float32 | float64](sizedBoxes []sizedBox[F], boxes []loaders.Box) []sizedBox[F] {
	for _, b := range boxes {
		sizedBoxes = append(sizedBoxes, measureBox([4]F{F(b.X0), F(b.Y0), F(b.X1), F(b.Y1)}))
	}
	return sizedBoxes
}

// addOutput gives a probability beyond the proposals an empty box, because it belongs to padding; a
// proposal without a probability is never predicted.
func (w *moduleMatcher[F]) addOutput(i int, probabilities []float64, goldBoxes []loaders.Box) {
	proposals := loaders.ElementAt(w.images, i)
	for len(proposals) < len(probabilities) {
		proposals = append(proposals, sizedBox[F]{})
	}
	n := len(proposals)
	w.fillIoUs(proposals, goldBoxes)
	w.rankProposals(probabilities, n)
	var o imageSpans
	o.ranked.from, o.overlaps.from, o.gold.from = int32(len(w.probabilities)), int32(len(w.overlaps)), int32(len(w.fronts))
	for rank, r := range w.ranked {
		w.probabilities = append(w.probabilities, math.Float64frombits(r.probability))
		w.proposals = append(w.proposals, r.proposal)
		if best := w.best[r.proposal]; best.iou != 0 {
			w.overlaps = append(w.overlaps, overlap{best.iou, int32(rank), best.gold})
		}
	}
	for k, p := range probabilities {
		if w.best[k].iou == 0 && proposals[k].area > 0 {
			o.apart, o.apartLoss = o.apart+1, o.apartLoss+lossOf(1-p)
		}
	}
	for g := range goldBoxes {
		w.pruneFront(w.ious[g*n:(g+1)*n], &o)
	}
	o.ranked.to, o.overlaps.to, o.gold.to = int32(len(w.probabilities)), int32(len(w.overlaps)), int32(len(w.fronts))
	w.outcomes = append(w.outcomes, o)
}

// fillIoUs sets w.best to the highest IoU of each proposal and the first gold box that has it, because
// numpy's argmax takes the first; 0 and 0 without overlap.
func (w *moduleMatcher[F]) fillIoUs(sizedProposals []sizedBox[F], goldBoxes []loaders.Box) {
	n := len(sizedProposals)
	w.gold = measureAll(w.gold[:0], goldBoxes)
	w.ious = slices.Grow(w.ious[:0], len(goldBoxes)*n)[:len(goldBoxes)*n]
	w.best = slices.Grow(w.best[:0], n)[:n]
	clear(w.best)
	for g := range w.gold {
		row := w.ious[g*n : (g+1)*n]
		for k := range row {
			iou, best := float64(sizedProposals[k].iouWith(&w.gold[g])), &w.best[k]
			// Like numpy's max: a NaN wins over every number.
			if row[k] = iou; iou > best.iou || iou != iou && best.iou == best.iou {
				*best = nearestGold{iou, int32(g)}
			}
		}
	}
}

// rankProposals sets w.ranked to the proposals that can affect a score, the most probable first,
// ties in their order. It drops those without a probability that overlap nothing, because not even
// the upper bound predicts them.
func (w *moduleMatcher[F]) rankProposals(probabilities []float64, n int) {
	few := w.unranked[:0]
	for k := range n {
		r := rankedProposal{proposal: int32(k)}
		if k < len(probabilities) && probabilities[k] > 0 {
			r.probability = math.Float64bits(probabilities[k])
		}
		if r.probability > 0 || w.best[k].iou != 0 {
			few = append(few, r)
		}
	}
	w.unranked = few
	w.ranked = append(w.ranked[:0], few...)
	var places [64]uint8 // of few
	if len(few) > len(places) {
		slices.SortStableFunc(w.ranked, func(a, b rankedProposal) int { return cmp.Compare(b.probability, a.probability) })
		return
	}
	// Branches would be mispredicted half of the time.
	var before [len(places)]uint64 // their probabilities
	for i, r := range few {
		after := uint8(0)
		for k, p := range before[:i] {
			less := uint8((p - r.probability) >> 63)
			places[k] += less
			after += less
		}
		before[i], places[i] = r.probability, uint8(i)-after
	}
	for i, r := range few {
		w.ranked[places[i]] = r
	}
}

func (w *moduleMatcher[F]) pruneFront(proposalIoUs []float64, o *imageSpans) {
	from, best := int32(len(w.pairs)), 0.0
	for _, x := range w.overlaps[o.overlaps.from:] {
		at := o.ranked.from + x.rank
		if iou := proposalIoUs[w.proposals[at]]; iou > best {
			w.pairs, best = append(w.pairs, overlappingPair{iou, at}), iou
		}
	}
	w.fronts = append(w.fronts, indexRange{from, int32(len(w.pairs))})
}

// maxArgument is in bytes; a longer argument isn't a noun.
const maxArgument = 60

// argumentOf returns a copy, because evidence outlives its record.
func argumentOf(m *loaders.Module) string {
	text := m.Text
	if len(text) > 4*maxArgument {
		text = text[:4*maxArgument]
	}
	text = strings.ToLower(strings.Join(strings.Fields(loaders.Clean(text)), " "))
	if len(text) > maxArgument {
		text = strings.ToValidUTF8(text[:maxArgument], "") + "…"
	}
	return strings.Clone(text)
}
