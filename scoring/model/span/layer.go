package span

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A layer sees taps rows, dilation apart, beside each other; beyond the ends are zeros.
type layer struct {
	weights        *mat.Dense
	bias           []float64
	taps, dilation int
}

// Slopes are by an activation's value.
type activation struct{ value, slope func(float64) float64 }

var (
	identity = activation{func(x float64) float64 { return x }, func(float64) float64 { return 1 }}
	relu     = activation{func(x float64) float64 { return max(x, 0) }, func(y float64) float64 {
		if y > 0 {
			return 1
		}
		return 0
	}}
	tanh = activation{math.Tanh, func(y float64) float64 { return 1 - float64(y*y) }}
)

// Rows take turns in eights, so that weights and rows stay in the processor's cache.
func (l *layer) passForward(t *gradientTape, inputNode *tapeNode, a activation) *tapeNode {
	x := l.spreadTaps(inputNode.value)
	n, columns := inputNode.value.Dims()
	y := mat.NewDense(n, len(l.bias), nil)
	for begin := 0; begin < n; begin += 8 {
		for k, b := range l.bias {
			weights := l.weights.RawRowView(k)
			for i := begin; i < min(begin+8, n); i++ {
				y.Set(i, k, a.value(floats.Dot(x.RawRowView(i), weights)+b))
			}
		}
	}
	return t.recordStep(y, func(g *mat.Dense) {
		var own, d mat.Dense
		own.Apply(func(i, k int, g float64) float64 { return g * a.slope(y.At(i, k)) }, g)
		d.Mul(&own, l.weights)
		back := mat.NewDense(n, columns, nil)
		l.eachTap(n, func(row, tap, from int) {
			floats.Add(back.RawRowView(from), d.RawRowView(row)[tap*columns:(tap+1)*columns])
		})
		inputNode.addGradient(back)
	})
}

func (l *layer) spreadTaps(x *mat.Dense) *mat.Dense {
	n, columns := x.Dims()
	y := mat.NewDense(n, columns*l.taps, nil)
	l.eachTap(n, func(row, tap, from int) { copy(y.RawRowView(row)[tap*columns:], x.RawRowView(from)) })
	return y
}

func (l *layer) eachTap(n int, visitTap func(row, tap, from int)) {
	for row := range n {
		for tap := range l.taps {
			if from := row + (tap-l.taps/2)*l.dilation; from >= 0 && from < n {
				visitTap(row, tap, from)
			}
		}
	}
}
