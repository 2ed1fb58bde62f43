package dfol

import "math"

// point is the parameters of a calibration, any three numbers.
type point [3]float64

func (p point) dot(q point) float64 {
	sum := 0.
	for i := range p {
		sum += float64(p[i] * q[i])
	}
	return sum
}

// along is p and so much of q.
func (p point) along(q point, step float64) point {
	for i := range p {
		p[i] += float64(q[i] * step)
	}
	return p
}

// gradient is that of f at x by central differences.
func gradient(f func(point) float64, x point) (g point) {
	const h = 6e-6 // the cube root of what rounding changes
	for i := range x {
		var unit point
		unit[i] = h
		g[i] = (f(x.along(unit, 1)) - f(x.along(unit, -1))) / (2 * h)
	}
	return g
}

const (
	mostSteps = 200
	// patience is how many steps may bring less than tolerance in all.
	patience  = 5
	tolerance = 1e-5
)

// minimise goes from x to where f is least nearby, by the method of Broyden,
// Fletcher, Goldfarb and Shanno (Nocedal and Wright, Numerical Optimization, 2006,
// algorithm 6.1), and returns that point, f there and the steps taken. It ends where no
// step down is found, or five steps have brought less than 1e-5.
func minimise(f func(point) float64, x point) (at point, least float64, steps int) {
	least = f(x)
	slope := gradient(f, x)
	inverse := identity(1 / max(1, math.Sqrt(slope.dot(slope)))) // of the Hessian
	mark, since := least, 0
	for ; steps < mostSteps && since < patience; steps++ {
		to, value, ok := descend(f, x, least, slope, inverse.times(slope))
		if !ok {
			break
		}
		next := gradient(f, to)
		moved, turned := to.along(x, -1), next.along(slope, -1)
		if curve := moved.dot(turned); steps == 0 && curve > 0 {
			inverse = identity(curve / turned.dot(turned))
		}
		inverse.update(moved, turned)
		x, least, slope = to, value, next
		if since++; mark-least > tolerance {
			mark, since = least, 0
		}
	}
	return x, least, steps
}

// descend halves a step against direction until f falls by enough for its slope.
func descend(f func(point) float64, x point, now float64, slope, direction point) (to point, value float64, ok bool) {
	const enough, halvings = 1e-4, 40
	step := 1.
	for range halvings {
		to = x.along(direction, -step)
		if value = f(to); value < now && value <= now-enough*step*slope.dot(direction) {
			return to, value, true
		}
		step /= 2
	}
	return x, now, false
}

// matrix is symmetric.
type matrix [3]point

func identity(scale float64) (m matrix) {
	for i := range m {
		m[i][i] = scale
	}
	return m
}

func (m *matrix) times(p point) (q point) {
	for i := range m {
		q[i] = m[i].dot(p)
	}
	return q
}

// update makes of the inverse of a Hessian the next one (eq. 6.17): moved is the
// last step, turned what the gradient changed by. Where the function does not curve
// upwards along the step, it stays.
func (m *matrix) update(moved, turned point) {
	curve := moved.dot(turned)
	if !(curve > 0) {
		return
	}
	by := m.times(turned)
	scale := (1 + turned.dot(by)/curve) / curve
	for i := range m {
		for j := range m[i] {
			m[i][j] += float64(scale*moved[i]*moved[j]) - (float64(by[i]*moved[j])+float64(moved[i]*by[j]))/curve
		}
	}
}
