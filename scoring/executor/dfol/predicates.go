package dfol

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"faithscope/loaders"
	"faithscope/scoring"
)

// CalibratePredicates fits a calibration to each operator with each concept, starting from
// [Calibrate]'s: its parameters are the common ones plus three of the operator plus three of the
// concept. The loss has shrinkage times the sum of squares of these six, over the number of questions,
// so that rare predicates stay close to the common one.
func CalibratePredicates(s Settings, questions []Question, shrinkage float64) (*FittedCalibration, map[AskedConcept]Calibration, error) {
	common, err := Calibrate(s, questions)
	if err != nil {
		return nil, nil, err
	}
	f := &predicateFit{calibrationData: newFitting(s, questions), shrink: shrinkage, common: common.Calibration, units: map[AskedConcept]int{}}
	f.asks = loaders.Map(f.questions, func(q Question) []AskedConcept { return f.asksOf(q.Program) })
	best, _ := optimize.Minimize(optimize.Problem{Func: f.lossAt, Grad: f.gradientAt}, make([]float64, 3*len(f.units)), &optimize.Settings{
		MajorIterations: 60, Converger: &optimize.FunctionConverge{Absolute: 1e-4, Iterations: 3},
	}, &optimize.LBFGS{})
	if best == nil {
		return nil, nil, errors.New("no calibration by predicate beats the common one")
	}
	return common, f.calibrationsAt(best.X), nil
}

type predicateFit struct {
	*calibrationData
	shrink float64
	common Calibration
	units  map[AskedConcept]int
	asks   [][]AskedConcept
}

// New concepts are added to f.units, because these index the parameters.
func (f *predicateFit) asksOf(p *Program) (list []AskedConcept) {
	for _, n := range p.nodes {
		for _, l := range slices.Concat(n.about, n.other) {
			for _, unit := range []AskedConcept{{Op: n.op}, {Concept: l.name}} {
				if _, known := f.units[unit]; !known {
					f.units[unit] = len(f.units)
				}
			}
			list = scoring.AppendNew(list, AskedConcept{n.op, l.name})
		}
	}
	return list
}

func (f *predicateFit) calibrationAt(x []float64, a AskedConcept) Calibration {
	op, concept := 3*f.units[AskedConcept{Op: a.Op}], 3*f.units[AskedConcept{Concept: a.Concept}]
	odds := math.Log(f.common.C/(1-f.common.C)) + x[op+2] + x[concept+2]
	return Calibration{
		A: f.common.A * math.Exp(x[op]+x[concept]), B: f.common.B * math.Exp(x[op+1]+x[concept+1]), C: 1 / (1 + math.Exp(-odds)), D: 1,
	}
}

func (f *predicateFit) calibrationsAt(x []float64) map[AskedConcept]Calibration {
	by := map[AskedConcept]Calibration{}
	for _, asks := range f.asks {
		for _, a := range asks {
			if _, known := by[a]; !known {
				by[a] = f.calibrationAt(x, a)
			}
		}
	}
	return by
}

func (f *predicateFit) settingsUnder(x []float64) Settings {
	s := f.settings
	s.ByPredicate = f.calibrationsAt(x)
	return s
}

func (f *predicateFit) lossAt(x []float64) float64 {
	squares := 0.
	for _, d := range x {
		squares += float64(d * d)
	}
	return f.meanLoss(f.settingsUnder(x)) + float64(f.shrink*squares/float64(len(f.questions)))
}

const apart = 1e-4

func (f *predicateFit) slopeOf(r *Runner, x []float64, i, k int) float64 {
	calibrate := func(at []float64) {
		for _, a := range f.asks[i] {
			r.settings.ByPredicate[a] = f.calibrationAt(at, a)
		}
	}
	defer calibrate(x)
	own, sum := slices.Clone(x), 0.
	for _, side := range []float64{apart, -apart} {
		own[k] = x[k] + side
		calibrate(own)
		sum += f.lossOf(r, i) / (2 * side)
	}
	return sum
}

// Other parameters have slope 0.
func (f *predicateFit) gradientAt(gradient, x []float64) {
	slopes := make([]map[int]float64, len(f.questions))
	f.eachQuestion(f.settingsUnder(x), func(r *Runner, i int) {
		slopes[i] = map[int]float64{}
		for _, a := range f.asks[i] {
			for _, unit := range []AskedConcept{{Op: a.Op}, {Concept: a.Concept}} {
				for k := range 3 {
					k += 3 * f.units[unit]
					if _, known := slopes[i][k]; !known {
						slopes[i][k] = f.slopeOf(r, x, i, k)
					}
				}
			}
		}
	})
	for k, d := range x {
		sum := float64(2 * f.shrink * d)
		for i := range slopes {
			sum += slopes[i][k]
		}
		gradient[k] = sum / float64(len(slopes))
	}
}
