package explain

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"faithscope/loaders"
)

const withLasso, withoutLasso = true, false

type angleRegression struct {
	gram   *mat.SymDense
	left   []float64
	active []int
	out    []bool
}

// larsPath is scikit-learn's lars_path without intercept or scaling, by the Gram matrix and XᵀY. It
// returns the active parts in order of entry and the coefficients at 0 and after every step. Each
// step adds the part that correlates most with the residual, the first of equals. With asLasso there
// are at most 8 steps per part, because parts whose sign would change leave.
func larsPath(gramMatrix *mat.SymDense, xy []float64, maxParts int, asLasso bool) (active []int, path [][]float64) {
	n := len(xy)
	l := &angleRegression{gram: gramMatrix, left: slices.Clone(xy), out: make([]bool, n)}
	c, dropped := make([]float64, n), -1
	path = append(path, slices.Clone(c))
	for first := 0.0; len(path) <= maxParts || asLasso && len(path) <= 8*n; {
		next, c1 := l.nextPart()
		first = max(first, c1)
		if dropped >= 0 && len(l.active) > 0 {
			c1 = math.Abs(l.left[l.active[0]])
		} else if next < 0 || c1 <= first*1e-15 {
			break
		} else {
			l.active = append(l.active, next)
		}
		direction, aa := l.equiangularDirection()
		if direction == nil {
			l.out[next], l.active = true, l.active[:len(l.active)-1]
			continue
		}
		along, gamma := l.stepAlong(direction, c1, aa)
		if dropped = -1; asLasso {
			gamma, dropped = signChange(c, l.active, direction, gamma)
		}
		for k, i := range l.active {
			c[i] += float64(gamma * direction[k])
		}
		for j := range l.left {
			l.left[j] -= float64(gamma * along[j])
		}
		if dropped >= 0 {
			c[l.active[dropped]] = 0
			l.active = slices.Delete(l.active, dropped, dropped+1)
		}
		if path = append(path, slices.Clone(c)); len(l.active) == n {
			break
		}
	}
	return l.active, path
}

func (l *angleRegression) isOutside(partIndex int) bool {
	return !l.out[partIndex] && !slices.Contains(l.active, partIndex)
}

func (l *angleRegression) stepAlong(directions []float64, c1, aa float64) (along []float64, gamma float64) {
	along, gamma = make([]float64, len(l.left)), c1/aa
	for j, left := range l.left {
		for k, i := range l.active {
			along[j] += float64(directions[k] * l.gram.At(i, j))
		}
		if l.isOutside(j) {
			for _, x := range []float64{(c1 - left) / (aa - along[j]), (c1 + left) / (aa + along[j])} {
				if x > 1e-12 && x < gamma {
					gamma = x
				}
			}
		}
	}
	return along, gamma
}

func signChange(c []float64, activeParts []int, directions []float64, maxStep float64) (_ float64, which int) {
	which = -1
	for k, i := range activeParts {
		if at := -c[i] / directions[k]; at > 0 && at < maxStep {
			maxStep, which = at, k
		}
	}
	return maxStep, which
}

func (l *angleRegression) nextPart() (next int, most float64) {
	next = -1
	for j, x := range l.left {
		if l.isOutside(j) && (next < 0 || math.Abs(x) > most) {
			next, most = j, math.Abs(x)
		}
	}
	return next, most
}

func (l *angleRegression) equiangularDirection() (direction []float64, aa float64) {
	var (
		g  mat.SymDense
		ch mat.Cholesky
	)
	g.SubsetSym(l.gram, l.active)
	signs := loaders.Map(l.active, func(i int) float64 { return math.Copysign(1, l.left[i]) })
	if !ch.Factorize(&g) || ch.Cond() > singular {
		return nil, 0
	}
	direction = solveShortest(&g, signs)
	for k := range direction {
		aa += float64(direction[k] * signs[k])
	}
	aa = 1 / math.Sqrt(aa)
	floats.Scale(aa, direction)
	return direction, aa
}
