package executor

import (
	"cmp"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/boxes"
)

// Gold returns the output of module i of an example that its gold asks for; ok
// is false where there is no gold, or none that is an output of boxes or of
// tokens.
//
// Each gold box is given to the proposal that overlaps it most, by more than
// iou, the greatest overlap first, and no proposal to two: so many boxes have
// probability 1 as gold boxes can be found, and a count of them is right. A gold
// box that no proposal overlaps so much is missing.
//
// Of gold spans each has the same share of the attention, and in it every token:
// the loss has no lesser value than that.
func Gold(ex *loaders.Example, i int, iou float64) (_ loaders.Output, ok bool) {
	gold := ex.Program[i].Gold
	if gold != nil && len(gold.Spans) > 0 && ex.Passage != nil {
		return loaders.Output{Tokens: attention(gold.Spans, max(len(ex.Passage.Tokens), len(ex.Program[i].Output.Tokens)))}, true
	}
	if gold == nil || gold.Boxes == nil {
		return loaders.Output{}, false
	}
	out := make([][]float64, len(ex.Images))
	for image := range out {
		im := &ex.Images[image]
		out[image] = make([]float64, len(im.Proposals))
		if image < len(gold.Boxes) {
			for _, k := range given(im.Proposals, gold.Boxes[image], iou) {
				out[image][k] = 1
			}
		}
	}
	return loaders.Output{Boxes: out}, true
}

// attention shares 1 among spans over n tokens; one that has none of them has
// no share.
func attention(spans []loaders.Span, n int) []float64 {
	p, there := make([]float64, n), 0
	for _, s := range spans {
		start, end := max(s.Start, 0), min(s.End, n)
		if start < end {
			there++
		}
		for i := start; i < end; i++ {
			p[i] += 1 / float64(end-start)
		}
	}
	for i := range p {
		p[i] /= float64(max(there, 1))
	}
	return p
}

// given are the proposals that gold boxes are given to.
func given(proposals, gold []loaders.Box, iou float64) (found []int) {
	type pair struct {
		proposal, gold int
		overlap        float64
	}
	var pairs []pair
	for k, p := range proposals {
		for g, b := range gold {
			if overlap := boxes.IoU([4]float64{p.X0, p.Y0, p.X1, p.Y1}, [4]float64{b.X0, b.Y0, b.X1, b.Y1}); overlap > iou {
				pairs = append(pairs, pair{k, g, overlap})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.overlap, a.overlap) })
	taken, met := map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		if !taken[p.proposal] && !met[p.gold] {
			taken[p.proposal], met[p.gold] = true, true
			found = append(found, p.proposal)
		}
	}
	return found
}

// Correct are the changes that set modules of an example to their gold; those
// without gold stay.
func Correct(ex *loaders.Example, iou float64, modules ...int) Changes {
	changes := Changes{}
	for _, i := range modules {
		if gold, ok := Gold(ex, i, iou); ok {
			changes[i] = Change{Output: &gold}
		}
	}
	return changes
}

// Complete returns a copy of an example in which the modules whose output the
// file does not carry have the one that the executor computed.
func (o *Outcome) Complete(ex *loaders.Example) *loaders.Example {
	whole := *ex
	whole.Program = slices.Clone(ex.Program)
	for i := range whole.Program {
		if m := &whole.Program[i]; m.Output.Empty() && !o.Outputs[i].Empty() {
			m.Output, m.Derived = o.Outputs[i], true
		}
	}
	return &whole
}
