package boxes

import (
	"slices"

	"faithscope/loaders/coding"
)

// Types are the module types that are scored, by the paper's names in the order of its Table 1.
var Types = []string{"find", "filter", "with-relation", "relocate"}

// overall comes after the types and pools them.
const overall = 4

// evidence holds what scoring one example needs, for all settings. Its modules' images share flat
// slices; an outcome holds ranges of them.
type evidence struct {
	modules  []module
	outcomes []outcome
	// Of the proposals that can be predicted, per image and in descending order of probability;
	// proposals has their indices in the image.
	probabilities []float64
	proposals     []int32
	overlaps      []overlap
	pairs         []pair
	fronts        []span
}

// module is an annotated node.
type module struct {
	node, kind int // kind is an index into Types
	images     span
	silent     bool   // without an output: there is nothing to score
	argument   string // "" for none
}

// span is a half-open range of one of the flat slices.
type span struct{ from, to int32 }

func sliceOf[T any](list []T, r span) []T { return list[r.from:r.to] }

// outcome is a module's output on one image: its ranges.
type outcome struct {
	ranked   span // of probabilities and proposals
	overlaps span
	gold     span // of fronts: one per gold box, each a range of pairs
}

// overlap is a proposal whose best IoU with the gold of its image isn't 0.
type overlap struct {
	iou  float64 // NaN if one of the proposal's is
	rank int32   // index among the image's ranked proposals
	gold int32   // the gold box with the best IoU, the first on ties
}

// pair is a proposal that overlaps a gold box. For a gold box only the pairs are kept that no other
// one beats in both probability and IoU, because they decide for all thresholds whether the box is
// found. They are ordered from the highest probability down, which is from the lowest IoU up.
// (Among pairs with equal probability a beaten one may stay, before the one that beats it.)
type pair struct {
	iou float64
	at  int32 // index among probabilities and proposals
}

// Of returns a list's entry for image i, nil beyond its end.
func Of[T any](list [][]T, i int) []T {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// Fields writes ranges as lengths, so that each begins where the one before it ends. Reading checks
// that they are within their slices, and the order that a binary search relies on.
func (e *evidence) Fields(c *coding.Coder) {
	var images, ranked, overlaps, gold, pairs int32 // ends of the ranges so far
	coding.List(c, &e.modules, func(m *module) { m.codeFields(c, &images) })
	coding.List(c, &e.outcomes, func(o *outcome) {
		o.ranked.codeLength(c, "proposals", &ranked)
		o.overlaps.codeLength(c, "overlaps", &overlaps)
		o.gold.codeLength(c, "gold boxes", &gold)
	})
	coding.Floats(c, &e.probabilities)
	coding.Ints(c, "proposals", &e.proposals)
	coding.List(c, &e.overlaps, func(x *overlap) {
		coding.Int(c, "rank", &x.rank)
		coding.Int(c, "gold box", &x.gold)
		c.Float(&x.iou)
	})
	coding.List(c, &e.fronts, func(r *span) { r.codeLength(c, "pairs", &pairs) })
	coding.List(c, &e.pairs, func(p *pair) {
		coding.Int(c, "place", &p.at)
		c.Float(&p.iou)
	})
	whole := int(images) == len(e.outcomes) && int(ranked) == len(e.probabilities) && int(ranked) == len(e.proposals) &&
		int(overlaps) == len(e.overlaps) && int(gold) == len(e.fronts) && int(pairs) == len(e.pairs)
	if c.Check(whole, "the lists differ in length from what the images say"); whole && c.Reads() {
		for _, o := range e.outcomes {
			e.checkIndices(c, o)
		}
	}
}

// codeFields writes or reads a module whose images begin at *images, which it moves to their end.
func (m *module) codeFields(c *coding.Coder, images *int32) {
	op := ""
	if !c.Reads() {
		op = Types[m.kind]
	}
	coding.Int(c, "node", &m.node)
	c.Text(&op)
	c.Text(&m.argument)
	c.Bool(&m.silent)
	m.images.codeLength(c, "images", images)
	if c.Reads() {
		m.kind = slices.Index(Types, op)
	}
	if m.node < 0 || m.kind < 0 {
		c.Fail("node %d of type %.40q", m.node, op)
	}
}

func (r *span) codeLength(c *coding.Coder, name string, end *int32) {
	n := r.to - r.from
	coding.Index(c, name, &n, 1<<24)
	if c.Reads() {
		if *r = (span{*end, *end + n}); r.to < r.from {
			c.Fail("%d %s", n, name)
		}
	}
	*end += n
}

// checkIndices fails the coder if the evidence read of one image is inconsistent.
func (e *evidence) checkIndices(c *coding.Coder, o outcome) {
	probabilities := sliceOf(e.probabilities, o.ranked)
	n, gold := int32(len(probabilities)), o.gold.to-o.gold.from
	for k := 1; k < len(probabilities); k++ {
		c.Check(probabilities[k] <= probabilities[k-1], "the probabilities are not in descending order")
	}
	last := int32(-1)
	for _, x := range sliceOf(e.overlaps, o.overlaps) {
		isOutOfOrder := x.rank <= last || x.rank >= n || x.gold < 0 || x.gold >= gold
		if isOutOfOrder {
			c.Fail("an overlap of rank %d and gold box %d", x.rank, x.gold)
		}
		last = x.rank
	}
	for _, front := range sliceOf(e.fronts, o.gold) {
		for _, p := range sliceOf(e.pairs, front) {
			if p.at < o.ranked.from || p.at >= o.ranked.to {
				c.Fail("a gold box overlaps proposal %d", p.at)
			}
		}
	}
}
