package explain

import (
	"context"
	"errors"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

type gradientField struct {
	ctx    context.Context
	m      model.Differentiable
	it     *partedInput
	x      model.Vectors
	target int
	logit  bool
	size   bool
	calls  int
}

// Scores are laid out by units, so vectors must be too.
func (f *gradientField) askVectors() error {
	list, err := f.m.Vectors(f.ctx, []model.Input{f.it.input})
	if err != nil {
		return err
	}
	x := list[0]
	for i, vectors := range x {
		if len(vectors) != len(f.it.units[i]) {
			return errors.New("the model has vectors for other tokens than the run has")
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

func (f *gradientField) vectorsThrough(change func(v []float64) []float64) model.Vectors {
	moved := make([]bool, len(f.x))
	for _, p := range f.it.parts {
		moved[p.text] = true
	}
	x := make(model.Vectors, len(f.x))
	for i, vectors := range f.x {
		if x[i] = vectors; moved[i] {
			x[i] = loaders.Map(vectors, change)
		}
	}
	return x
}

func (f *gradientField) askTarget(points []model.Vectors) (probabilities [][]float64, gradients []model.Vectors, err error) {
	f.calls += len(points)
	return f.m.At(f.ctx, loaders.Map(points, func(x model.Vectors) model.Point {
		return model.Point{Input: f.it.input, Vectors: x, Target: f.target, Logit: f.logit}
	}))
}

func (f *gradientField) meanGradient(points []model.Vectors) ([][]float64, error) {
	sum := loaders.Map(f.it.parts, func(p part) []float64 { return make([]float64, len(f.x[p.text][p.start])) })
	_, gradients, err := f.askTarget(points)
	for _, g := range gradients {
		for k, p := range f.it.parts {
			for d, x := range g[p.text][p.start] {
				if f.size {
					x = math.Abs(x)
				}
				sum[k][d] += x / float64(len(points))
			}
		}
	}
	return sum, err
}

func (f *gradientField) targetAt(points ...model.Vectors) ([]float64, error) {
	p, _, err := f.askTarget(points)
	return loaders.Map(p, func(p []float64) float64 { return p[f.target] }), err
}

func scaleBy(by float64) func(v []float64) []float64 {
	return func(v []float64) []float64 {
		return loaders.Map(v, func(x float64) float64 { return by * x })
	}
}

// a share of the vectors' range
const noiseLevel = .15

func (f *gradientField) noiseDeviation() float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, vectors := range f.x {
		for _, v := range vectors {
			low, high = min(low, slices.Min(v)), max(high, slices.Max(v))
		}
	}
	return noiseLevel * (high - low)
}

// Ask checks vectors on first use.
func askZeroed(ctx context.Context, m model.Differentiable, it *partedInput) Ask {
	base := &gradientField{ctx: ctx, m: m, it: it}
	return func(coalitions []Coalition) (answers [][]float64, err error) {
		if base.x == nil {
			if err := base.askVectors(); err != nil {
				return nil, err
			}
		}
		for chunk := range slices.Chunk(coalitions, m.Declaration().MaxBatch) {
			p, _, err := m.At(ctx, loaders.Map(chunk, func(c Coalition) model.Point {
				x := loaders.Map(base.x, slices.Clone[[][]float64])
				for k, p := range it.parts {
					for u := p.start; u < p.end && c[k] == '0'; u++ {
						x[p.text][u] = make([]float64, len(x[p.text][u]))
					}
				}
				return model.Point{Input: it.input, Vectors: x}
			}))
			if err != nil {
				return nil, err
			}
			answers = append(answers, p...)
		}
		return answers, nil
	}
}
