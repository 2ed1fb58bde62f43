package explain

import (
	"math"
	"math/rand/v2"
	"slices"

	"faithscope/loaders"
)

// shap's l1_reg and lime's num_features
const chosen = 10

type linearSurrogate struct {
	intercept float64
	weights   []float64
	fit       float64 // R², weighted
}

func fitLIME(g *coalitionGame, sampleCount int, chooseFeatures featureSelector, r *rand.Rand) (s linearSurrogate, err error) {
	if g.n == 0 {
		return s, nil
	}
	drawn := limeSample(g.n, sampleCount, r)
	v, err := g.valuesOf(drawn.rows)
	if err != nil {
		return s, err
	}
	for i, row := range drawn.rows {
		drawn.weights[i] *= limeKernel(row)
	}
	return drawn.fitRidge(v, chosen, chooseFeatures), nil
}

func (s *linearSurrogate) localValue() float64 {
	sum := s.intercept
	for _, w := range s.weights {
		if !math.IsNaN(w) {
			sum += w
		}
	}
	return sum
}

// limeSample lists each coalition once, weighted by its draws, so that the model is asked once. They
// lack a number of parts uniform on 1..n, as in the lime package; the whole comes first.
func limeSample(n, sampleCount int, r *rand.Rand) *weightedCoalitions {
	at := map[Coalition]int{allParts(n): 0}
	s := weightedCoalitions{n, []Coalition{allParts(n)}, []float64{1}}
	places, row := loaders.Indices(n), make([]byte, n)
	for range sampleCount - 1 {
		copy(row, s.rows[0])
		for _, i := range drawFirst(places, 1+r.IntN(n), r) {
			row[i] = '0'
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

type featureSelector func(m *regressionMoments, n, most int) []int

// fitRidge has an intercept and an alpha of 1, as the lime package does, over at most maxParts chosen
// parts; other weights are NaN.
func (s *weightedCoalitions) fitRidge(y []float64, maxParts int, chooseFeatures featureSelector) linearSurrogate {
	m := s.centredMoments(y)
	parts := chooseFeatures(m, s.n, maxParts)
	c := m.ridgeCoefficients(parts, 1)
	fit := linearSurrogate{intercept: m.meanY, weights: slices.Repeat([]float64{math.NaN()}, s.n), fit: m.fitQuality(parts, c)}
	for k, i := range parts {
		fit.weights[i] = c[k]
		fit.intercept -= float64(c[k] * m.meanX[i])
	}
	return fit
}

// chooseHeaviest is the lime package's choice of more than six parts.
func chooseHeaviest(m *regressionMoments, n, maxParts int) []int {
	every := loaders.Indices(n)
	c := m.ridgeCoefficients(every, .01)
	loaders.SortBy(every, func(i int) float64 { return -math.Abs(c[i]) })
	return every[:min(n, maxParts)]
}

func lassoPath(m *regressionMoments, n, maxParts int) []int {
	_, path := larsPath(m.gram, m.xy, 0, withLasso)
	parts := loaders.Indices(n)
	for i := len(path) - 1; i > 0; i-- {
		if parts = slices.DeleteFunc(loaders.Indices(n), func(k int) bool { return path[i][k] == 0 }); len(parts) <= maxParts {
			break
		}
	}
	return parts
}
