package span

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A tape records how to pass gradients on, and plays it backwards.
type gradientTape struct{ steps []func() }

type tapeNode struct{ value, gradient *mat.Dense }

func (n *tapeNode) addProduct(a, b mat.Matrix) {
	var product mat.Dense
	product.Mul(a, b)
	n.addGradient(&product)
}

func (n *tapeNode) addGradient(addedGradient *mat.Dense) {
	if n.gradient == nil {
		n.gradient = zerosLike(addedGradient)
	}
	n.gradient.Add(n.gradient, addedGradient)
}

func (t *gradientTape) recordStep(resultValue *mat.Dense, passBack func(gradient *mat.Dense)) *tapeNode {
	n := &tapeNode{value: resultValue}
	t.steps = append(t.steps, func() { passBack(n.gradient) })
	return n
}

// scoreRows returns products of each row of a with each row of b.
func (t *gradientTape) scoreRows(a, b *tapeNode) *tapeNode {
	var y mat.Dense
	y.Mul(a.value, b.value.T())
	return t.recordStep(&y, func(g *mat.Dense) {
		a.addProduct(g, b.value)
		b.addProduct(g.T(), a.value)
	})
}

// averageRows weighs averagedRows by the softmax of each row of weightScores.
func (t *gradientTape) averageRows(weightScores, averagedRows *tapeNode) *tapeNode {
	var y, shares mat.Dense
	shares.CloneFrom(weightScores.value)
	n, _ := shares.Dims()
	for i := range n {
		toShares(shares.RawRowView(i))
	}
	y.Mul(&shares, averagedRows.value)
	return t.recordStep(&y, func(g *mat.Dense) {
		averagedRows.addProduct(shares.T(), g)
		var d mat.Dense
		d.Mul(g, averagedRows.value.T())
		for i := range n {
			row, share := d.RawRowView(i), shares.RawRowView(i)
			floats.AddConst(-floats.Dot(row, share), row)
			floats.Mul(row, share)
		}
		weightScores.addGradient(&d)
	})
}

// joinColumns puts matrices beside each other. A matrix of one row stands beside every row.
func (t *gradientTape) joinColumns(columnNodes ...*tapeNode) *tapeNode {
	n, _ := columnNodes[0].value.Dims()
	var list []float64
	for i := range n {
		for _, part := range columnNodes {
			list = append(list, part.value.RawRowView(min(i, part.value.RawMatrix().Rows-1))...)
		}
	}
	return t.recordStep(mat.NewDense(n, len(list)/n, list), func(g *mat.Dense) {
		from := 0
		for _, part := range columnNodes {
			d := zerosLike(part.value)
			rows, columns := d.Dims()
			for i := range n {
				floats.Add(d.RawRowView(min(i, rows-1)), g.RawRowView(i)[from:from+columns])
			}
			part.addGradient(d)
			from += columns
		}
	})
}

func (t *gradientTape) addNodes(a, b *tapeNode) *tapeNode {
	var y mat.Dense
	y.Add(a.value, b.value)
	return t.recordStep(&y, func(g *mat.Dense) {
		a.addGradient(g)
		b.addGradient(g)
	})
}

// pickLargest returns a row of the columns' maxima.
func (t *gradientTape) pickLargest(x *tapeNode) *tapeNode {
	_, columns := x.value.Dims()
	y, rows := mat.NewDense(1, columns, nil), make([]int, columns)
	for k := range columns {
		column := mat.Col(nil, k, x.value)
		rows[k] = floats.MaxIdx(column)
		y.Set(0, k, column[rows[k]])
	}
	return t.recordStep(y, func(g *mat.Dense) {
		d := zerosLike(x.value)
		for k, i := range rows {
			d.Set(i, k, g.At(0, k))
		}
		x.addGradient(d)
	})
}

func zerosLike(x *mat.Dense) *mat.Dense {
	rows, columns := x.Dims()
	return mat.NewDense(rows, columns, nil)
}

func toShares(scores []float64) {
	most := floats.Max(scores)
	for i, x := range scores {
		scores[i] = math.Exp(x - most)
	}
	floats.Scale(1/floats.Sum(scores), scores)
}
