package boxes

import (
	"slices"

	"faithscope/loaders/coding"
)

// Types are the scored module types, in the order of the paper's Table 1.
var Types = []string{"find", "filter", "with-relation", "relocate"}

const overall = 4

type evidence struct {
	modules  []module
	outcomes []outcome
	// Per image, in descending order of probability; proposals has their indices in the image.
	probabilities []float64
	proposals     []int32
	overlaps      []overlap
	pairs         []pair
	fronts        []span
}

type module struct {
	node, kind int
	images     span
	silent     bool
	argument   string
}

type span struct{ from, to int32 }

func sliceOf[T any](list []T, r span) []T { return list[r.from:r.to] }

type outcome struct {
	ranked   span
	overlaps span
	gold     span // of fronts: one range of pairs per gold box
}

type overlap struct {
	iou  float64
	rank int32
	gold int32 // the first on ties
}

// pair is a proposal that overlaps a gold box. Only pairs that no other beats in both probability
// and IoU are kept (with equal probabilities, one may stay before the better one), because they
// decide for all thresholds whether the box is found. Their probability falls and so their IoU
// rises.
type pair struct {
	iou float64
	at  int32
}

// Of returns a list's entry for image i, nil beyond its end.
func Of[T any](list [][]T, i int) []T {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// Fields writes ranges as lengths, and checks them and the order that a binary search relies on.
func (e *evidence) Fields(c *coding.Coder) {
	var images, ranked, overlaps, gold, pairs int32
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
