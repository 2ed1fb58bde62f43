package explain

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"faithscope/loaders"
)

type regressionMoments struct {
	gram  *mat.SymDense // XᵀΠX
	xy    []float64     // XᵀΠy
	yy    float64
	meanX []float64
	meanY float64
}

type weightedCoalitions struct {
	n       int
	rows    []Coalition
	weights []float64
}

func (s *weightedCoalitions) addRow(c Coalition, coalitionWeight float64) {
	s.rows, s.weights = append(s.rows, c), append(s.weights, coalitionWeight)
}

// weightedProducts fills only the upper triangle of XᵀΠX, because it is symmetric, and XᵀΠy, with X 1
// for present parts and Π the weights.
func (s *weightedCoalitions) weightedProducts(y []float64) (gram *mat.SymDense, xy []float64) {
	n, weights := s.n, s.weights
	gram, xy = mat.NewSymDense(n, nil), make([]float64, n)
	raw, there := gram.RawSymmetric(), make([]int, 0, n)
	for r, row := range s.rows {
		there = there[:0]
		for i := range n {
			if row[i] == '1' {
				there = append(there, i)
				xy[i] += float64(weights[r] * y[r])
			}
		}
		for k, i := range there {
			for _, j := range there[k:] {
				raw.Data[i*raw.Stride+j] += weights[r]
			}
		}
	}
	return gram, xy
}

func (s *weightedCoalitions) centredMoments(y []float64) *regressionMoments {
	n, weights := s.n, s.weights
	m, total := &regressionMoments{meanX: make([]float64, n)}, loaders.Sum(weights)
	for r := range y {
		m.meanY += float64(weights[r] * y[r] / total)
	}
	y = loaders.Map(y, func(y float64) float64 { return y - m.meanY })
	for r, dy := range y {
		m.yy += float64(weights[r] * dy * dy)
	}
	m.gram, m.xy = s.weightedProducts(y)
	for i := range n {
		m.meanX[i] = m.gram.At(i, i) / total
	}
	for i := range n {
		for j := i; j < n; j++ {
			m.gram.SetSym(i, j, m.gram.At(i, j)-float64(total*m.meanX[i]*m.meanX[j]))
		}
	}
	return m
}

func (m *regressionMoments) ridgeCoefficients(partIndices []int, alpha float64) []float64 {
	var a mat.SymDense
	a.SubsetSym(m.gram, partIndices)
	for k := range partIndices {
		a.SetSym(k, k, a.At(k, k)+alpha)
	}
	return solveShortest(&a, loaders.Map(partIndices, func(i int) float64 { return m.xy[i] }))
}

func (m *regressionMoments) fitQuality(partIndices []int, c []float64) float64 {
	left := m.yy
	for k, i := range partIndices {
		left -= 2 * c[k] * m.xy[i]
		for l, j := range partIndices {
			left += float64(c[k] * c[l] * m.gram.At(i, j))
		}
	}
	return 1 - left/m.yy
}

const singular = 1e12

// solveShortest returns the shortest x with a x = b, because rows of few samples leave a singular. a
// is symmetric and positive semidefinite; eigenvalues below 1e-12 of the greatest count as 0. NaN if
// the decomposition fails, nil for an empty b.
func solveShortest(a *mat.SymDense, b []float64) []float64 {
	if len(b) == 0 {
		return nil
	}
	var x mat.VecDense
	var c mat.Cholesky
	if c.Factorize(a) && c.Cond() < singular && c.SolveVecTo(&x, mat.NewVecDense(len(b), b)) == nil {
		return x.RawVector().Data
	}
	var e mat.EigenSym
	if !e.Factorize(a, true) {
		return slices.Repeat([]float64{math.NaN()}, len(b))
	}
	var v mat.Dense
	e.VectorsTo(&v)
	values, solution := e.Values(nil), make([]float64, len(b))
	for k, value := range values {
		if value <= values[len(values)-1]/singular {
			continue
		}
		along := mat.Dot(v.ColView(k), mat.NewVecDense(len(b), b)) / value
		for i := range solution {
			solution[i] += float64(along * v.At(i, k))
		}
	}
	return solution
}
