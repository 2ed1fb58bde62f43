package explain

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

type reduction func(sum, g, x float64) float64

func bySum(sum, g, _ float64) float64     { return sum + g }
func byL1(sum, g, _ float64) float64      { return sum + math.Abs(g) }
func byL2(sum, g, _ float64) float64      { return math.Hypot(sum, g) }
func byProduct(sum, g, x float64) float64 { return sum + float64(g*x) }

func (s *subject) reduceField(by reduction, derive func(*gradientField) ([][]float64, error)) ([]float64, error) {
	f := &gradientField{ctx: s.ctx, m: s.m, it: s.it, target: s.target, logit: s.o.Logit}
	if err := f.askVectors(); err != nil {
		return nil, err
	}
	g, err := derive(f)
	s.calls += f.calls
	if err != nil {
		return nil, err
	}
	return f.reduceGradient(g, by), nil
}

func (f *gradientField) reduceGradient(gradient [][]float64, by reduction) []float64 {
	scores := make([]float64, len(gradient))
	for k, p := range f.it.parts {
		for d, g := range gradient[k] {
			scores[k] = by(scores[k], g, f.x[p.text][p.start][d])
		}
	}
	return scores
}

func saliencyBy(by reduction) scorer {
	return func(s *subject) ([]float64, error) {
		return s.reduceField(by, func(f *gradientField) ([][]float64, error) { return f.meanGradient([]model.Vectors{f.x}) })
	}
}

// integratedGradients multiplies the mean gradient at Steps midpoints from zeros by the vectors,
// summed. "gap" is the sum's distance from the target's difference between both ends; logits have
// none.
func integratedGradients(s *subject) ([]float64, error) {
	var ends []float64
	scores, err := s.reduceField(byProduct, func(f *gradientField) (g [][]float64, err error) {
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

// Mean gradient over Options.Noise copies with normal noise, summed over dimensions; with size of
// absolute values.
func smoothGrad(size bool) scorer {
	return func(s *subject) ([]float64, error) {
		return s.reduceField(bySum, func(f *gradientField) ([][]float64, error) {
			f.size = size
			sigma := f.noiseDeviation()
			return f.meanGradient(loaders.Fill(s.o.Noise, func(int) model.Vectors {
				return f.vectorsThrough(func(v []float64) []float64 {
					return loaders.Map(v, func(x float64) float64 { return x + float64(sigma*s.rand.NormFloat64()) })
				})
			}))
		})
	}
}
