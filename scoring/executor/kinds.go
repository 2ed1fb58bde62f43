package executor

import (
	"errors"

	"faithscope/loaders"
	"faithscope/scoring/boxes"
)

// Unit names what a switch changes of an output.
func Unit(own *loaders.Output) string {
	return loaders.IfElse(own.Kind() == loaders.TokenKind, "token", "box")
}

// Gold returns the output of module i of an example that its gold asks for; ok is false
// if there is no gold, or none that is an output of boxes or of tokens.
//
// Each gold box is given the proposal that overlaps it most, by more than iou,
// the greatest overlap first, and no proposal serves two: as many boxes have
// probability 1 as gold boxes can be found, and a count of them is right. A
// gold box that no proposal overlaps that much is missing.
//
// Each gold span has the same share of the attention, spread evenly over its
// tokens: this minimises the loss.
func Gold(ex *loaders.Example, i int, iou float64) (out loaders.Output, ok bool) {
	switch gold := ex.Program[i].Gold; gold.Kind() {
	case loaders.TokenKind:
		if len(gold.Spans) > 0 && ex.Passage != nil {
			out.Tokens = attentionOn(gold.Spans, max(len(ex.Passage.Tokens), len(ex.Program[i].Output.Tokens)))
		}
	case loaders.BoxKind:
		out.Boxes = make([][]float64, len(ex.Images))
		for image, im := range ex.Images {
			out.Boxes[image] = make([]float64, len(im.Proposals))
			for _, k := range proposalsOnGold(im.Proposals, boxes.Of(gold.Boxes, image), iou) {
				out.Boxes[image][k] = 1
			}
		}
	}
	return out, !out.Empty()
}

// None returns an output of the same shape in which no box and no token is chosen.
func None(own *loaders.Output) (out *loaders.Output, err error) {
	cut := Change{Above: new(1.)}
	switch own.Kind() {
	case loaders.BoxKind:
		return &loaders.Output{Boxes: cut.Boxes(own.Boxes)}, nil
	case loaders.TokenKind:
		return &loaders.Output{Tokens: cut.Tokens(own.Tokens)}, nil
	}
	return nil, errors.New("the module returns neither boxes nor tokens")
}

// attentionOn returns an attention over n tokens that gives each span an equal share, spread evenly
// over its tokens; a span outside has none, and without spans all is 0.
func attentionOn(spans []loaders.Span, n int) []float64 {
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

// proposalsOnGold pairs proposals and gold boxes that overlap by more than iou, the greatest
// overlap first, each proposal and box once, and returns the indices of the proposals in that
// order.
func proposalsOnGold(proposals, gold []loaders.Box, iou float64) (found []int) {
	type pair struct {
		proposal, gold int
		overlap        float64
	}
	var pairs []pair
	for k, p := range proposals {
		for g, b := range gold {
			if overlap := boxes.IoU(p.Corners(), b.Corners()); overlap > iou {
				pairs = append(pairs, pair{k, g, overlap})
			}
		}
	}
	loaders.SortBy(pairs, func(p pair) float64 { return -p.overlap })
	taken, met := map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		if !taken[p.proposal] && !met[p.gold] {
			taken[p.proposal], met[p.gold] = true, true
			found = append(found, p.proposal)
		}
	}
	return found
}
