package boxes

import (
	"slices"

	"faithscope/loaders/coding"
)

// Fields declares the evidence. Ranges are written as lengths, so that each
// begins where the one before it ends. They have to be within their slices, and a
// binary search relies on the order.
func (e *evidence) Fields(c *coding.Coder) {
	var images, ranked, overlaps, gold, pairs int32 // ends of the ranges so far
	coding.List(c, "modules", &e.modules, func(m *module) {
		c.Object("", func() { m.fields(c, &images) })
	})
	coding.Tuples(c, "images", &e.outcomes, func(o *outcome) {
		o.ranked.field(c, "proposals", &ranked)
		o.overlaps.field(c, "overlaps", &overlaps)
		o.gold.field(c, "gold boxes", &gold)
	})
	coding.Floats(c, "probabilities", &e.probabilities)
	coding.Ints(c, "proposals", &e.proposals)
	coding.Tuples(c, "overlaps", &e.overlaps, func(x *overlap) {
		coding.Int(c, "rank", &x.rank)
		coding.Int(c, "gold box", &x.gold)
		c.Float("iou", &x.iou)
	})
	coding.List(c, "gold", &e.fronts, func(r *reach) { r.field(c, "pairs", &pairs) })
	coding.Tuples(c, "pairs", &e.pairs, func(p *pair) {
		coding.Int(c, "place", &p.at)
		c.Float("iou", &p.iou)
	})
	whole := int(images) == len(e.outcomes) && int(ranked) == len(e.probabilities) && int(ranked) == len(e.proposals) &&
		int(overlaps) == len(e.overlaps) && int(gold) == len(e.fronts) && int(pairs) == len(e.pairs)
	if c.Check(whole, "lists of other lengths than the images say"); whole && c.Reads() {
		for i := range e.outcomes {
			e.check(c, &e.outcomes[i])
		}
	}
}

func (m *module) fields(c *coding.Coder, images *int32) {
	op := ""
	if !c.Reads() {
		op = Types[m.kind]
	}
	coding.Int(c, "node", &m.node)
	c.Text("type", &op)
	c.Text("argument", &m.argument)
	c.Bool("silent", &m.silent)
	m.images.field(c, "images", images)
	if c.Reads() {
		m.kind = slices.Index(Types, op)
	}
	if m.node < 0 || m.kind < 0 {
		c.Fail("node %d of type %.40q", m.node, op)
	}
}

// field declares the length of a range that begins at end, and moves end.
func (r *reach) field(c *coding.Coder, name string, end *int32) {
	n := r.to - r.from
	coding.Index(c, name, &n, 1<<24)
	if c.Reads() {
		if *r = (reach{*end, *end + n}); r.to < r.from {
			c.Fail("%d %s", n, name)
		}
	}
	*end += n
}

// check checks what one image names, and its order.
func (e *evidence) check(c *coding.Coder, o *outcome) {
	probabilities := e.probabilities[o.ranked.from:o.ranked.to]
	n, gold := int32(len(probabilities)), o.gold.to-o.gold.from
	for k := 1; k < len(probabilities); k++ {
		c.Check(probabilities[k] <= probabilities[k-1], "the probabilities do not stand from the highest down")
	}
	last := int32(-1)
	for _, x := range e.overlaps[o.overlaps.from:o.overlaps.to] {
		if x.rank <= last || x.rank >= n || x.gold < 0 || x.gold >= gold {
			c.Fail("an overlap of rank %d and gold box %d", x.rank, x.gold)
		}
		last = x.rank
	}
	for _, front := range e.fronts[o.gold.from:o.gold.to] {
		for _, p := range e.pairs[front.from:front.to] {
			if p.at < o.ranked.from || p.at >= o.ranked.to {
				c.Fail("a gold box overlaps proposal %d", p.at)
			}
		}
	}
}
