package explain

import (
	"math"
	"math/rand/v2"
	"slices"

	"faithscope/loaders"
)

// shap's l1_reg and lime's num_features
const chosen = 10

type surrogate struct {
	intercept float64
	weights   []float64
	fit       float64 // R², weighted
}

func fitLIME(g *game, samples int, choose selection, r *rand.Rand) (s surrogate, err error) {
	if g.n == 0 {
		return s, nil
	}
	drawn := limeSample(g.n, samples, r)
	v, err := g.valuesOf(drawn.rows)
	if err != nil {
		return s, err
	}
	for i, row := range drawn.rows {
		drawn.weights[i] *= limeKernel(row)
	}
	return drawn.fitRidge(v, chosen, choose), nil
}

func (s *surrogate) localValue() float64 {
	sum := s.intercept
	for _, w := range s.weights {
		if !math.IsNaN(w) {
			sum += w
		}
	}
	return sum
}

// Coalitions lack a number of parts uniform on 1..n, after the whole, each once, weighted by its
// draws.
func limeSample(n, samples int, r *rand.Rand) *sample {
	at := map[Coalition]int{allParts(n): 0}
	s := sample{n, []Coalition{allParts(n)}, []float64{1}}
	places, row := loaders.Indices(n), make([]byte, n)
	for range samples - 1 {
		for i := range row {
			row[i] = '1'
		}
		for k := range 1 + r.IntN(n) {
			other := k + r.IntN(n-k)
			places[k], places[other] = places[other], places[k]
			row[places[k]] = '0'
		}
		k, again := at[Coalition(row)]
		if !again {
			k = len(s.rows)
			at[Coalition(row)] = k
			s.addRow(Coalition(row), 0)
		}
		s.weights[k]++
	}
	return &s
}

func limeDistance(c Coalition) float64 {
	return 100 * (1 - math.Sqrt(float64(c.countParts())/float64(len(c))))
}

func limeKernel(c Coalition) float64 {
	d := limeDistance(c) / 25
	return math.Sqrt(math.Exp(-d * d))
}

type selection func(m *moments, n, most int) []int

// A weighted ridge of alpha 1 with an intercept over at most most chosen parts; other weights are
// NaN.
func (s *sample) fitRidge(y []float64, most int, choose selection) surrogate {
	m := s.centredMoments(y)
	parts := choose(m, s.n, most)
	c := m.ridgeCoefficients(parts, 1)
	fit := surrogate{intercept: m.meanY, weights: slices.Repeat([]float64{math.NaN()}, s.n), fit: m.fitQuality(parts, c)}
	for k, i := range parts {
		fit.weights[i] = c[k]
		fit.intercept -= float64(c[k] * m.meanX[i])
	}
	return fit
}

// Like the package: up to 6 parts one after another by the best R², more by the greatest absolute
// coefficients of a ridge over all parts.
func chooseAutomatically(m *moments, n, most int) []int {
	every := loaders.Indices(n)
	if most > 6 {
		c := m.ridgeCoefficients(every, .01)
		loaders.SortBy(every, func(i int) float64 { return -math.Abs(c[i]) })
		return every[:min(n, most)]
	}
	var parts []int
	for range min(n, most) {
		best, bestFit := -1, math.Inf(-1)
		for _, i := range every {
			if slices.Contains(parts, i) {
				continue
			}
			with := append(slices.Clip(parts), i)
			if fit := m.fitQuality(with, m.ridgeCoefficients(with, 0)); best < 0 || fit > bestFit {
				best, bestFit = i, fit
			}
		}
		parts = append(parts, best)
	}
	return parts
}

func lassoPath(m *moments, n, most int) []int {
	_, path := larsPath(m.gram, m.xy, 0, withLasso)
	parts := loaders.Indices(n)
	for i := len(path) - 1; i > 0; i-- {
		if parts = slices.DeleteFunc(loaders.Indices(n), func(k int) bool { return path[i][k] == 0 }); len(parts) <= most {
			break
		}
	}
	return parts
}
