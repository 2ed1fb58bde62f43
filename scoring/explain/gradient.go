package explain

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

type gradientReduction func(sum, g, x float64) float64

func bySum(sum, g, _ float64) float64     { return sum + g }
func byL1(sum, g, _ float64) float64      { return sum + math.Abs(g) }
func byL2(sum, g, _ float64) float64      { return math.Hypot(sum, g) }
func byProduct(sum, g, x float64) float64 { return sum + float64(g*x) }

func (s *explainedExample) reduceField(reduction gradientReduction, deriveGradient func(*gradientEvaluator) ([][]float64,
	error)) ([]float64, error) {
	f := &gradientEvaluator{explainedExample: s}
	if err := f.askVectors(); err != nil {
		return nil, err
	}
	g, err := deriveGradient(f)
	if err != nil {
		return nil, err
	}
	return f.reduceGradient(g, reduction), nil
}

func (f *gradientEvaluator) reduceGradient(gradient [][]float64, reduction gradientReduction) []float64 {
	scores := make([]float64, len(gradient))
	for k, p := range f.it.parts {
		for d, g := range gradient[k] {
			scores[k] = reduction(scores[k], g, f.x[p.text][p.start][d])
		}
	}
	return scores
}

func saliencyBy(reduction gradientReduction) exampleScorer {
	return func(s *explainedExample) ([]float64, error) {
		return s.reduceField(reduction, func(f *gradientEvaluator) ([][]float64, error) { return f.meanGradient([]model.Vectors{f.x}) })
	}
}

// integratedGradients multiplies the mean gradient at Steps midpoints from zeros by the vectors,
// summed. "gap" is how far the sum misses the target's difference between both ends, which would be 0
// for enough steps; logits have none.
func integratedGradients(s *explainedExample) ([]float64, error) {
	var ends []float64
	scores, err := s.reduceField(byProduct, func(f *gradientEvaluator) (g [][]float64, err error) {
		if ends, err = f.targetAt(f.vectorsThrough(scaleBy(0)), f.x); err != nil {
			return nil, err
		}
		return f.meanGradient(loaders.Fill(s.o.Steps,
			func(k int) model.Vectors { return f.vectorsThrough(scaleBy((float64(k) + .5) / float64(s.o.Steps))) }))
	})
	if err == nil && !s.o.Logit {
		s.said = append(s.said, "gap", loaders.FormatNumber(loaders.Sum(scores)-(ends[1]-ends[0])))
	}
	return scores, err
}

const withoutSigns, withSigns = true, false

// smoothGrad averages gradients over Options.Noise copies with normal noise, because a single one is
// noisy itself; with takeAbsolute of absolute values.
func smoothGrad(takeAbsolute bool) exampleScorer {
	return func(s *explainedExample) ([]float64, error) {
		return s.reduceField(bySum, func(f *gradientEvaluator) ([][]float64, error) {
			f.size = takeAbsolute
			sigma := f.noiseDeviation()
			return f.meanGradient(loaders.Fill(s.o.Noise, func(int) model.Vectors {
				return f.vectorsThrough(func(v []float64) []float64 {
					return loaders.Map(v, func(x float64) float64 { return x + float64(sigma*s.rand.NormFloat64()) })
				})
			}))
		})
	}
}
