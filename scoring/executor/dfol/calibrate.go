package dfol

import (
	"context"
	"errors"
	"maps"
	"math"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/optimize"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"
)

// Question is a calibration's program, scene and correct answer.
type Question struct {
	Program *Program
	Scene   *Scene
	Gold    string
}

// FittedCalibration is a fitted calibration.
type FittedCalibration struct {
	Calibration
	// Mean negative log-likelihoods of the correct answers.
	Before, After float64
}

// Calibrate fits eq. 16: it minimises the mean negative log-likelihood of the correct answer by BFGS
// with central differences, from the identity. Yes and no have p and 1-p, an option its share in
// the likelihoods of all. D is 1, because only the ratio of d(1-c) to c enters eq. 16. It is an
// error if no correct answer is among the options, the oracle lacks a concept, or nothing beats the
// identity.
func Calibrate(s Settings, questions []Question) (*FittedCalibration, error) {
	f := newFitting(s, questions)
	if len(f.questions) == 0 {
		return nil, errors.New("no question has its correct answer among the options")
	}
	for _, q := range f.questions {
		if _, err := NewRunner(s).Likelihood(q.Program, q.Scene); err != nil {
			return nil, err
		}
	}
	start := make([]float64, 3)
	fit := &FittedCalibration{Before: f.lossAt(start)}
	best, _ := optimize.Minimize(optimize.Problem{
		Func: f.lossAt,
		Grad: func(gradient, x []float64) { fd.Gradient(gradient, f.lossAt, x, &fd.Settings{Formula: fd.Central}) },
	}, start, &optimize.Settings{
		MajorIterations: 200, Converger: &optimize.FunctionConverge{Absolute: 1e-5, Iterations: 5},
	}, &optimize.BFGS{})
	if best == nil || !(best.F <= fit.Before) {
		return nil, errors.New("no calibration beats the uncalibrated attention")
	}
	fit.Calibration, fit.After = calibrationOf(best.X), best.F
	return fit, nil
}

func calibrationOf(x []float64) Calibration {
	return Calibration{A: math.Exp(x[0]), B: math.Exp(x[1]), C: 1 / (1 + math.Exp(-x[2])), D: 1}
}

type calibrationData struct {
	settings  Settings
	questions []Question
	gold      []int
}

func newFitting(s Settings, questions []Question) *calibrationData {
	f := &calibrationData{settings: s}
	for _, q := range questions {
		matches := func(option string) bool { return executor.Matches(option, q.Gold) }
		if gold := slices.IndexFunc(q.Program.Options(), matches); gold >= 0 {
			f.questions, f.gold = append(f.questions, q), append(f.gold, gold)
		}
	}
	return f
}

// Each core has its own calibrations by predicate, because onQuestion may change them.
func (f *calibrationData) eachQuestion(s Settings, onQuestion func(r *Runner, i int)) {
	workers := runtime.GOMAXPROCS(0)
	_ = scoring.Parallel(context.Background(), workers, func(_ context.Context, w int) error {
		r := NewRunner(s)
		r.settings.ByPredicate = maps.Clone(s.ByPredicate)
		for i := w; i < len(f.questions); i += workers {
			onQuestion(r, i)
		}
		return nil
	})
}

func (f *calibrationData) lossOf(r *Runner, i int) float64 {
	q := &f.questions[i]
	likelihood, err := r.Likelihood(q.Program, q.Scene)
	if err != nil {
		return math.Inf(1)
	}
	return -logShare(likelihood, q.Program.Options(), f.gold[i])
}

func (f *calibrationData) meanLoss(s Settings) float64 {
	losses := make([]float64, len(f.questions))
	f.eachQuestion(s, func(r *Runner, i int) { losses[i] = f.lossOf(r, i) })
	return loaders.Sum(losses) / float64(len(losses))
}

func (f *calibrationData) lossAt(x []float64) float64 {
	s, c := f.settings, calibrationOf(x)
	s.Calibration = &c
	return f.meanLoss(s)
}

// logShare returns log p if the gold option is yes, else log(1-p), for a single likelihood; otherwise
// the log of the gold option's share in all, options of its name included.
func logShare(optionLikelihoods []float64, answerOptions []string, goldIndex int) float64 {
	if len(optionLikelihoods) == 1 { // no, yes
		return safeLog(loaders.IfElse(goldIndex == 1, optionLikelihoods[0], 1-optionLikelihoods[0]))
	}
	sum, of := 0., 0.
	for k, p := range optionLikelihoods {
		sum += p
		if answerOptions[k] == answerOptions[goldIndex] {
			of += p
		}
	}
	return safeLog(of) - safeLog(sum)
}
