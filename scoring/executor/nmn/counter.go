package nmn

import (
	"fmt"
	"math"
	"slices"

	"faithscope/loaders"
)

// Linear pieces of a function, and functions in the weights. The last eleven serve its confidence
// or nothing.
const (
	pieces    = 16
	functions = 16
)

const (
	edges = iota // of two attentions' product
	apart        // of the distance 1-IoU
	alike        // of 1 - the difference of two edges or attentions
	edgesOfAlike
	apartOfAlike
	functionsUsed
)

// ObjectCounter counts boxes by attention and overlap. Immutable.
type ObjectCounter struct {
	most int
	f    [functionsUsed]piecewiseLinear
}

// NewCounter counts up to maxObjects boxes. functionWeights has the sixteen functions', seventeen each,
// the first 0; signs and scale don't matter. nil is untrained: all functions are f(x) = x.
func NewCounter(maxObjects int, functionWeights [][]float64) (*ObjectCounter, error) {
	if maxObjects < 1 {
		return nil, fmt.Errorf("a counter can't count %d objects", maxObjects)
	}
	c := &ObjectCounter{most: maxObjects}
	if functionWeights == nil {
		functionWeights = slices.Repeat([][]float64{append([]float64{0}, slices.Repeat([]float64{1}, pieces)...)}, functions)
	}
	if len(functionWeights) != functions {
		return nil, fmt.Errorf("weights for %d functions instead of %d", len(functionWeights), functions)
	}
	for k := range c.f {
		f, err := newPiecewise(functionWeights[k])
		if err != nil {
			return nil, fmt.Errorf("function %d: %w", k, err)
		}
		c.f[k] = f
	}
	return c, nil
}

// piecewiseLinear is a monotone function of 0..1 onto 0..1: at 16x, at + slope·16x of the piece of
// 16x. It has room to index without a check.
type piecewiseLinear [2 * pieces]struct{ at, slope float64 }

// newPiecewise takes absolute weights, scaled to sum to 1, as the value at 0 and the rises of the
// pieces, because Zhang et al.'s functions rise monotonically to 1.
func newPiecewise(functionWeights []float64) (f piecewiseLinear, err error) {
	if len(functionWeights) != pieces+1 {
		return f, fmt.Errorf("%d weights instead of %d", len(functionWeights), pieces+1)
	}
	sum := loaders.Sum(loaders.Map(functionWeights, math.Abs))
	if !(sum > 0) || math.IsInf(sum, 0) {
		return f, fmt.Errorf("the weights sum to %v, so they can't be scaled to 1", sum)
	}
	left := 0.
	for k := range pieces {
		left += math.Abs(functionWeights[k]) / sum
		f[k].slope = math.Abs(functionWeights[k+1]) / sum
		f[k].at = left - float64(float64(k)*f[k].slope)
	}
	f[pieces].at = left + math.Abs(functionWeights[pieces])/sum
	return f, nil
}

func (f *piecewiseLinear) valueAt(x float64) float64 {
	y := pieces * x
	piece := &f[uint(y)%(2*pieces)]
	return float64(piece.slope*y) + piece.at
}

func clampUnit(x float64) float64 {
	if x > 0 {
		return min(x, 1)
	}
	return 0
}

// Count returns the expected number of objects, up to most, of the boxes of highest attention (0 if
// missing). Boxes that overlap and are alike count once. It takes n³ time for n boxes.
func (c *ObjectCounter) Count(boxes []loaders.Box, attention []float64) float64 {
	g := newGraph(boxes, attention, c.most)
	same := g.countSimilar(&c.f)
	sum := 0.
	for i, a := range g.attention {
		for j, b := range g.attention {
			edge := c.f[edges].valueAt(a*b) * c.f[apart].valueAt(g.distance[i*g.n+j])
			sum += edge / (same[i] * same[j])
		}
		sum += c.f[edges].valueAt(a*a) / same[i]
	}
	return min(math.Sqrt(sum+1e-20), float64(c.most))
}

// distance has 1-IoU of i and j at i*n+j.
type boxGraph struct {
	n         int
	attention []float64
	distance  []float64
}

func newGraph(boxes []loaders.Box, attention []float64, maxObjects int) *boxGraph {
	order, weight := loaders.Indices(len(boxes)), make([]float64, len(boxes))
	for i, p := range attention[:min(len(attention), len(boxes))] {
		weight[i] = clampUnit(p)
	}
	if len(boxes) > maxObjects {
		loaders.SortBy(order, func(i int) float64 { return -weight[i] })
		order = order[:maxObjects]
	}
	g := &boxGraph{n: len(order)}
	g.attention, g.distance = make([]float64, g.n), make([]float64, g.n*g.n)
	for i, from := range order {
		g.attention[i] = weight[from]
		for j, to := range order[:i+1] {
			d := 1 - overlapOf(&boxes[from], &boxes[to])
			g.distance[i*g.n+j], g.distance[j*g.n+i] = d, d
		}
	}
	return g
}

func overlapOf(a, b *loaders.Box) float64 {
	w := min(a.X1, b.X1) - max(a.X0, b.X0)
	h := min(a.Y1, b.Y1) - max(a.Y0, b.Y0)
	inter := float64(max(w, 0) * max(h, 0))
	return clampUnit(inter / (a.Area() + b.Area() - inter + 1e-12))
}

// negligible doesn't change a sum that holds a 1.
const negligible = 0x1p-60

// countSimilar sums each box's similarities to every box, itself included, because boxes on one object
// share its count: those of attentions times those of edges.
func (g *boxGraph) countSimilar(f *[functionsUsed]piecewiseLinear) []float64 {
	n := g.n
	edge := make([]float64, n*n)
	for i, a := range g.attention {
		for j, b := range g.attention {
			edge[i*n+j] = f[edgesOfAlike].valueAt(a*b) * f[apartOfAlike].valueAt(g.distance[i*n+j]) * pieces
		}
	}
	sums := make([]float64, n)
	for j := range n {
		sums[j]++ // itself
		for k := range j {
			s := f[alike].valueAt(1 - math.Abs(g.attention[j]-g.attention[k]))
			s *= f[alike].similarityProduct(edge[j*n:(j+1)*n], edge[k*n:(k+1)*n])
			sums[j] += s
			sums[k] += s
		}
	}
	return sums
}

// similarityProduct multiplies f(1 - |x-y|) over pairs scaled by sixteen. It stops at a negligible
// product, because no factor exceeds 1.
func (f *piecewiseLinear) similarityProduct(x, y []float64) float64 {
	p := 1.
	y = y[:len(x)]
	for i := range x {
		z := pieces - math.Abs(x[i]-y[i])
		piece := &f[uint(z)%(2*pieces)]
		p *= float64(piece.slope*z) + piece.at
		if p < negligible {
			return 0
		}
	}
	return p
}
