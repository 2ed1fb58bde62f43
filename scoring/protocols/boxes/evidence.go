package boxes

import (
	"slices"

	"faithscope/loaders/coding"
)

// Types are the scored module types, in the order of the paper's Table 1.
var Types = []string{"find", "filter", "with-relation", "relocate"}

const overall = 4

type evidence struct {
	modules  []moduleBoxes
	outcomes []imageSpans
	// Per image, in descending order of probability; proposals has their indices in the image.
	probabilities []float64
	proposals     []int32
	overlaps      []overlap
	pairs         []overlappingPair
	fronts        []indexRange
}

type moduleBoxes struct {
	node, kind int
	images     indexRange
	silent     bool
	argument   string
}

type indexRange struct{ from, to int32 }

func sliceOf[T any](items []T, r indexRange) []T { return items[r.from:r.to] }

type imageSpans struct {
	ranked   indexRange
	overlaps indexRange
	gold     indexRange // of fronts: one range of pairs per gold box
	// Of proposals with an area that overlap no gold box.
	apart     int32
	apartLoss float64
}

type overlap struct {
	iou  float64
	rank int32
	gold int32 // the first on ties
}

// overlappingPair is a proposal that overlaps a gold box. Only pairs that no other beats in both probability
// and IoU are kept (with equal probabilities, one may stay before the better one), because they
// decide for all thresholds whether the box is found. Their probability falls and so their IoU
// rises.
type overlappingPair struct {
	iou float64
	at  int32
}

// Fields writes ranges as lengths, and checks them and the order that a binary search relies on.
func (e *evidence) Fields(c *coding.Coder) {
	var images, ranked, overlaps, gold, pairs int32
	coding.List(c, &e.modules, func(m *moduleBoxes) { m.codeFields(c, &images) })
	coding.List(c, &e.outcomes, func(o *imageSpans) {
		o.ranked.codeLength(c, "proposals", &ranked)
		o.overlaps.codeLength(c, "overlaps", &overlaps)
		o.gold.codeLength(c, "gold boxes", &gold)
		coding.Index(c, "proposals", &o.apart, 1<<24)
		c.Float(&o.apartLoss)
	})
	coding.Floats(c, &e.probabilities)
	coding.Ints(c, "proposals", &e.proposals)
	coding.List(c, &e.overlaps, func(x *overlap) {
		coding.Int(c, "rank", &x.rank)
		coding.Int(c, "gold box", &x.gold)
		c.Float(&x.iou)
	})
	coding.List(c, &e.fronts, func(r *indexRange) { r.codeLength(c, "pairs", &pairs) })
	coding.List(c, &e.pairs, func(p *overlappingPair) {
		coding.Int(c, "place", &p.at)
		c.Float(&p.iou)
	})
	whole := int(images) == len(e.outcomes) && int(ranked) == len(e.probabilities) && int(ranked) == len(e.proposals) &&
		int(overlaps) == len(e.overlaps) && int(gold) == len(e.fronts) && int(pairs) == len(e.pairs)
	if c.Check(whole, "the list lengths do not match the images"); whole && c.Reads() {
		for _, o := range e.outcomes {
			e.checkIndices(c, o)
		}
	}
}

func (m *moduleBoxes) codeFields(c *coding.Coder, imageEnd *int32) {
	op := ""
	if !c.Reads() {
		op = Types[m.kind]
	}
	coding.Int(c, "node", &m.node)
	c.Text(&op)
	c.Text(&m.argument)
	c.Bool(&m.silent)
	m.images.codeLength(c, "images", imageEnd)
	if c.Reads() {
		m.kind = slices.Index(Types, op)
	}
	if m.node < 0 || m.kind < 0 {
		c.Fail("invalid node %d of type %.40q", m.node, op)
	}
}

func (r *indexRange) codeLength(c *coding.Coder, rangeName string, endIndex *int32) {
	n := r.to - r.from
	coding.Index(c, rangeName, &n, 1<<24)
	if c.Reads() {
		if *r = (indexRange{*endIndex, *endIndex + n}); r.to < r.from {
			c.Fail("%d %s are too many", n, rangeName)
		}
	}
	*endIndex += n
}

func (e *evidence) checkIndices(c *coding.Coder, o imageSpans) {
	probabilities := sliceOf(e.probabilities, o.ranked)
	n, gold := int32(len(probabilities)), o.gold.to-o.gold.from
	for k := 1; k < len(probabilities); k++ {
		c.Check(probabilities[k] <= probabilities[k-1], "the probabilities are not in descending order")
	}
	last := int32(-1)
	for _, x := range sliceOf(e.overlaps, o.overlaps) {
		isOutOfOrder := x.rank <= last || x.rank >= n || x.gold < 0 || x.gold >= gold
		if isOutOfOrder {
			c.Fail("invalid overlap of rank %d and gold box %d", x.rank, x.gold)
		}
		last = x.rank
	}
	for _, front := range sliceOf(e.fronts, o.gold) {
		for _, p := range sliceOf(e.pairs, front) {
			if p.at < o.ranked.from || p.at >= o.ranked.to {
				c.Fail("a gold box overlaps invalid proposal %d", p.at)
			}
		}
	}
}
