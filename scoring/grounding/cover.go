package grounding

import (
	"cmp"
	"slices"

	"faithscope/loaders"
)

// Share returns the share of a box's area that lies in the union of others, 0..1:
// what GroundP weighs the box's score by. ok is false for a box without an area.
func Share(b loaders.Box, boxes []loaders.Box) (share float64, ok bool) {
	var c cover
	return c.share(b, boxes)
}

// cover measures how much of a box lies in the union of others. It sweeps
// over them from left to right with a segment tree of what is covered from top
// to bottom: n boxes cost n log n. Its slices are scratch.
type cover struct {
	met    []loaders.Box
	ys     []float64 // tops and bottoms, sorted
	edges  []edge
	nodes  []int32   // of the tree: how many boxes cover its whole range
	length []float64 // of the tree: how much of its range is covered
}

// edge is a box's left (by 1) or right side (by -1): from and to are indices
// into the cover's ys.
type edge struct {
	x        float64
	from, to int
	by       int32
}

// share returns the share of b's area that lies in the union of boxes, 0..1;
// ok is false for a b without an area.
func (c *cover) share(b loaders.Box, boxes []loaders.Box) (share float64, ok bool) {
	area := b.Area()
	if !(area > 0) {
		return 0, false
	}
	c.met = c.met[:0]
	for _, g := range boxes {
		clipped := loaders.Box{X0: max(b.X0, g.X0), Y0: max(b.Y0, g.Y0), X1: min(b.X1, g.X1), Y1: min(b.Y1, g.Y1)}
		if clipped == b {
			return 1, true
		}
		if clipped.Area() > 0 {
			c.met = append(c.met, clipped)
		}
	}
	if share = c.area(c.met) / area; share >= 0 { // not for areas beyond a float64
		return min(share, 1), true
	}
	return 0, true
}

// area returns the area of the union of boxes, each of which has one.
func (c *cover) area(boxes []loaders.Box) float64 {
	switch len(boxes) {
	case 0:
		return 0
	case 1:
		return boxes[0].Area()
	}
	c.plan(boxes)
	last := len(c.ys) - 1
	sum, x := 0., c.edges[0].x
	for _, e := range c.edges {
		sum = float64(c.length[1]*(e.x-x)) + sum
		x = e.x
		c.turn(1, 0, last, e)
	}
	return sum
}

// plan sorts the edges and clears the tree.
func (c *cover) plan(boxes []loaders.Box) {
	c.ys, c.edges = c.ys[:0], c.edges[:0]
	for _, b := range boxes {
		c.ys = append(c.ys, b.Y0, b.Y1)
	}
	slices.Sort(c.ys)
	c.ys = slices.Compact(c.ys)
	for _, b := range boxes {
		from, _ := slices.BinarySearch(c.ys, b.Y0)
		to, _ := slices.BinarySearch(c.ys, b.Y1)
		c.edges = append(c.edges, edge{b.X0, from, to, 1}, edge{b.X1, from, to, -1})
	}
	slices.SortFunc(c.edges, func(a, b edge) int { return cmp.Compare(a.x, b.x) })
	n := 4 * len(c.ys)
	c.nodes, c.length = slices.Grow(c.nodes[:0], n)[:n], slices.Grow(c.length[:0], n)[:n]
	clear(c.nodes)
	clear(c.length)
}

// turn counts an edge in the tree below a node, whose range is low to high.
func (c *cover) turn(node, low, high int, e edge) {
	if e.from >= high || e.to <= low {
		return
	}
	if e.from <= low && high <= e.to {
		c.nodes[node] += e.by
	} else {
		middle := (low + high) / 2
		c.turn(2*node, low, middle, e)
		c.turn(2*node+1, middle, high, e)
	}
	switch {
	case c.nodes[node] > 0:
		c.length[node] = c.ys[high] - c.ys[low]
	case high-low == 1:
		c.length[node] = 0
	default:
		c.length[node] = c.length[2*node] + c.length[2*node+1]
	}
}
