package explain

import (
	"errors"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

type gradientEvaluator struct {
	*explainedExample
	x    model.Vectors
	size bool
}

// askVectors checks that every unit has a vector, because scores are laid out by units.
func (f *gradientEvaluator) askVectors() error {
	list, err := f.m.Vectors(f.ctx, []model.Input{f.it.input})
	if err != nil {
		return err
	}
	x := list[0]
	for i, vectors := range x {
		if len(vectors) != len(f.it.units[i]) {
			return errors.New("the model's vectors don't match the run's tokens")
		}
		for _, v := range vectors {
			if len(v) != len(x[i][0]) {
				return errors.New("the model's vectors have different lengths")
			}
		}
	}
	f.x = x
	return nil
}

func (f *gradientEvaluator) vectorsThrough(changeVector func(v []float64) []float64) model.Vectors {
	moved := make([]bool, len(f.x))
	for _, p := range f.it.parts {
		moved[p.text] = true
	}
	x := make(model.Vectors, len(f.x))
	for i, vectors := range f.x {
		if x[i] = vectors; moved[i] {
			x[i] = loaders.Map(vectors, changeVector)
		}
	}
	return x
}

func (f *gradientEvaluator) askTarget(vectorPoints []model.Vectors) (probabilities model.Answers, gradients []model.Vectors, err error) {
	f.calls += len(vectorPoints)
	return f.m.At(f.ctx, loaders.Map(vectorPoints, func(x model.Vectors) model.GradientPoint {
		return model.GradientPoint{Input: f.it.input, Vectors: x, Target: f.target, Logit: f.o.Logit}
	}))
}

func (f *gradientEvaluator) meanGradient(vectorPoints []model.Vectors) ([][]float64, error) {
	sum := loaders.Map(f.it.parts, func(p inputPart) []float64 { return make([]float64, len(f.x[p.text][p.start])) })
	_, gradients, err := f.askTarget(vectorPoints)
	for _, g := range gradients {
		for k, p := range f.it.parts {
			for d, x := range g[p.text][p.start] {
				if f.size {
					x = math.Abs(x)
				}
				sum[k][d] += x / float64(len(vectorPoints))
			}
		}
	}
	return sum, err
}

func (f *gradientEvaluator) targetAt(vectorPoints ...model.Vectors) ([]float64, error) {
	p, _, err := f.askTarget(vectorPoints)
	return loaders.Map(p, func(p []float64) float64 { return p[f.target] }), err
}

func scaleBy(factor float64) func(v []float64) []float64 {
	return func(v []float64) []float64 {
		return loaders.Map(v, func(x float64) float64 { return factor * x })
	}
}

// a share of the vectors' range
const noiseLevel = .15

func (f *gradientEvaluator) noiseDeviation() float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, vectors := range f.x {
		for _, v := range vectors {
			low, high = min(low, slices.Min(v)), max(high, slices.Max(v))
		}
	}
	return noiseLevel * (high - low)
}

// askZeroed asks for vectors on first use, so that an unused Ask costs nothing.
func (s *explainedExample) askZeroed() AskCoalitions {
	base := &gradientEvaluator{explainedExample: s}
	return func(coalitions []Coalition) (answers model.Answers, err error) {
		if base.x == nil {
			if err := base.askVectors(); err != nil {
				return nil, err
			}
		}
		for chunk := range slices.Chunk(coalitions, s.m.Declaration().MaxBatch) {
			p, _, err := s.m.At(s.ctx, loaders.Map(chunk, func(c Coalition) model.GradientPoint {
				x := loaders.Map(base.x, slices.Clone[[][]float64])
				for k, p := range s.it.parts {
					for u := p.start; u < p.end && c[k] == '0'; u++ {
						x[p.text][u] = make([]float64, len(x[p.text][u]))
					}
				}
				return model.GradientPoint{Input: s.it.input, Vectors: x}
			}))
			if err != nil {
				return nil, err
			}
			answers = append(answers, p...)
		}
		return answers, nil
	}
}
