package dfol

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"
)

// Question is what a calibration is fitted to: a program, what the oracle says
// about its picture, and the gold answer.
type Question struct {
	Program *Program
	Scene   *Scene
	Gold    string
}

// Fit is a calibration that was fitted.
type Fit struct {
	Calibration
	// Before and After are the mean negative log-likelihood of the gold answers
	// of the questions that it was fitted to, without calibration and with it.
	Before, After float64
}

// Calibrate fits eq. 16 to questions: it minimises the mean negative log-likelihood of
// the gold answer by BFGS with central differences, starting at the identity. That of yes
// and no is p and 1-p, that of an option its share in the likelihoods of all. Only the
// ratio of d(1-c) to c enters eq. 16, so data cannot determine both: D is 1.
func Calibrate(s Settings, questions []Question) (*Fit, error) {
	f := &fitting{settings: s}
	for _, q := range questions {
		gold := slices.IndexFunc(q.Program.Options(), func(option string) bool { return executor.Matches(option, q.Gold) })
		if gold >= 0 {
			f.questions, f.gold = append(f.questions, q), append(f.gold, gold)
		}
	}
	if len(f.questions) == 0 {
		return nil, errors.New("no question has its gold answer among the options")
	}
	for _, q := range f.questions { // nothing can be unknown after this
		if _, err := NewRunner(s).Likelihood(q.Program, q.Scene); err != nil {
			return nil, err
		}
	}
	fit := &Fit{Before: f.loss(point{})}
	at, least := minimise(f.loss, point{})
	if !(least <= fit.Before) {
		return nil, errors.New("no calibration is better than none")
	}
	fit.Calibration, fit.After = parameters(at), least
	return fit, nil
}

// parameters maps any three numbers to a calibration, zeros to the identity.
func parameters(x point) Calibration {
	return Calibration{A: math.Exp(x[0]), B: math.Exp(x[1]), C: 1 / (1 + math.Exp(-x[2])), D: 1}
}

// fitting is the loss as a function of the parameters.
type fitting struct {
	settings  Settings
	questions []Question
	gold      []int // index of the option
}

func (f *fitting) loss(x point) float64 {
	s := f.settings
	c := parameters(x)
	s.Calibration = &c
	workers := runtime.GOMAXPROCS(0)
	losses := make([]float64, len(f.questions)) // summed in order, whatever the number of cores
	if scoring.Parallel(context.Background(), workers, func(_ context.Context, w int) error {
		r := NewRunner(s)
		for i := w; i < len(f.questions); i += workers {
			likelihood, err := r.Likelihood(f.questions[i].Program, f.questions[i].Scene)
			if err != nil {
				return err
			}
			losses[i] = -logShare(likelihood, f.questions[i].Program.Options(), f.gold[i])
		}
		return nil
	}) != nil {
		return math.Inf(1)
	}
	return loaders.Sum(losses) / float64(len(f.questions))
}

// logShare returns the log-likelihood of an option together with all options of the same
// name.
func logShare(likelihood []float64, options []string, gold int) float64 {
	if len(likelihood) == 1 { // no, yes
		if gold == 1 {
			return safeLog(likelihood[0])
		}
		return safeLog(1 - likelihood[0])
	}
	sum, of := 0., 0.
	for k, p := range likelihood {
		sum += p
		if options[k] == options[gold] {
			of += p
		}
	}
	return safeLog(of) - safeLog(sum)
}

// point is the parameters of a calibration, any three numbers.
type point [3]float64

func (p point) dot(q point) float64 {
	sum := 0.
	for i := range p {
		sum += float64(p[i] * q[i])
	}
	return sum
}

// along is p plus a multiple of q.
func (p point) along(q point, step float64) point {
	for i := range p {
		p[i] += float64(q[i] * step)
	}
	return p
}

// gradient is the gradient of f at x by central differences.
func gradient(f func(point) float64, x point) (g point) {
	const h = 6e-6 // the cube root of the rounding error
	for i := range x {
		var unit point
		unit[i] = h
		g[i] = (f(x.along(unit, 1)) - f(x.along(unit, -1))) / (2 * h)
	}
	return g
}

const (
	mostSteps = 200
	// patience is how many steps may improve by less than tolerance in all.
	patience  = 5
	tolerance = 1e-5
)

// minimise goes from x to a local minimum of f, by the method of Broyden,
// Fletcher, Goldfarb and Shanno (Nocedal and Wright, Numerical Optimization, 2006,
// algorithm 6.1), and returns that point and f there. It ends where no step goes
// down, or five steps improve by less than 1e-5.
func minimise(f func(point) float64, x point) (at point, least float64) {
	least = f(x)
	slope := gradient(f, x)
	inverse := identity(1 / max(1, math.Sqrt(slope.dot(slope)))) // of the Hessian
	mark, since := least, 0
	for step := 0; step < mostSteps && since < patience; step++ {
		to, value, ok := descend(f, x, least, slope, inverse.times(slope))
		if !ok {
			break
		}
		next := gradient(f, to)
		moved, turned := to.along(x, -1), next.along(slope, -1)
		if curve := moved.dot(turned); step == 0 && curve > 0 {
			inverse = identity(curve / turned.dot(turned))
		}
		inverse.update(moved, turned)
		x, least, slope = to, value, next
		if since++; mark-least > tolerance {
			mark, since = least, 0
		}
	}
	return x, least
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

// update turns the inverse of a Hessian into the next one (eq. 6.17): moved is
// the last step, turned the change of the gradient. Where the function does not
// curve upwards along the step, the inverse stays.
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
