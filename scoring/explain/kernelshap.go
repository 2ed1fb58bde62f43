package explain

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"

	"faithscope/loaders"
)

func kernelSHAP(g *coalitionGame, sampleCount, featureCount int, r *rand.Rand) ([]float64, error) {
	s := shapSample(g.n, sampleCount, r)
	v, err := g.valuesOf(append([]Coalition{noParts(g.n), allParts(g.n)}, s.rows...))
	if err != nil {
		return nil, err
	}
	return s.shapleyValues(v, featureCount), nil
}

// shapSample enumerates sizes from both ends, which weigh most, while sampleCount (0 for 2n + 2048)
// suffices, and draws the others in complementary pairs, as the shap package does. The empty and the
// whole coalition have infinite weight and are left out.
func shapSample(n, sampleCount int, r *rand.Rand) *weightedCoalitions {
	s := &weightedCoalitions{n: n}
	if n < 2 {
		return s
	}
	if sampleCount == 0 {
		sampleCount = 2*n + 2048
	}
	if n <= 30 {
		sampleCount = min(sampleCount, 1<<n-2)
	}
	sizes, paired := n/2, (n-1)/2
	mass := make([]float64, sizes)
	for k := range mass {
		mass[k] = float64(n-1) / float64((k+1)*(n-k-1))
		if k < paired {
			mass[k] *= 2
		}
	}
	sum := loaders.Sum(mass)
	for k := range mass {
		mass[k] /= sum
	}
	full, left, rest := 0, sampleCount, 1.0
	for ; full < sizes; full++ {
		count := float64(combin.Binomial(n, full+1))
		weight := mass[full] / count
		if full < paired {
			weight, count = weight/2, 2*count
		}
		if float64(left)*mass[full]/rest/count < 1-1e-8 {
			break
		}
		left -= int(count)
		rest -= mass[full]
		for _, c := range coalitionsOf(n, full+1) {
			s.addRow(c, weight)
			if full < paired {
				s.addRow(c.complement(), weight)
			}
		}
	}
	if full < sizes {
		s.drawSizes(mass, full, left, r)
	}
	return s
}

// drawSizes draws from size enumeratedSizes+1 on, each with its complement, until remaining new ones are
// added or 4·remaining tries are over; repeated ones gain weight. massBySize[k] is the weight of all
// coalitions of k+1 parts, with their complements, out of 1; drawn ones are scaled to the weight left.
func (s *weightedCoalitions) drawSizes(massBySize []float64, enumeratedSizes, remaining int, r *rand.Rand) {
	n, enumerated := s.n, len(s.rows)
	paired := (n - 1) / 2
	cumulative, sum, rest := make([]float64, 0, len(massBySize)), 0.0, 0.0
	for k := enumeratedSizes; k < len(massBySize); k++ {
		m := massBySize[k]
		rest += m
		if k < paired {
			m /= 2
		}
		sum += m
		cumulative = append(cumulative, sum)
	}
	at, places := map[Coalition]int{}, loaders.Indices(n)
	for tries := 4 * remaining; remaining > 0 && tries > 0; tries-- {
		last, x := enumeratedSizes, r.Float64()*sum
		for last < len(massBySize)-1 && x >= cumulative[last-enumeratedSizes] {
			last++
		}
		c := noParts(n).withParts('1', drawFirst(places, last+1, r)...)
		drawn := []Coalition{c}
		if last < paired {
			drawn = append(drawn, c.complement())
		}
		for _, c := range drawn {
			k, again := at[c]
			switch {
			case again:
				s.weights[k]++
			case remaining > 0:
				at[c] = len(s.rows)
				s.addRow(c, 1)
				remaining--
			}
		}
	}
	drawn := s.weights[enumerated:]
	floats.Scale(rest/loaders.Sum(drawn), drawn)
}

// shapleyValues fits the values of no parts, all parts and the rows by weighted least squares that add
// up to all - none. Scores below 1e-10 are 0, as in the shap package. If featureCount is above 0, a
// least angle regression chooses that many parts; the others have 0.
func (s *weightedCoalitions) shapleyValues(v []float64, featureCount int) []float64 {
	n, none, all := s.n, v[0], v[1]
	if n < 2 {
		return slices.Repeat([]float64{all - none}, n)
	}
	scores := make([]float64, n)
	z, zy := s.weightedProducts(loaders.Map(v[2:], func(v float64) float64 { return v - none }))
	parts := loaders.Indices(n)
	if featureCount > 0 {
		parts = shapSelect(z, zy, all-none, featureCount)
	}
	if len(parts) == 0 {
		return scores
	}
	last := parts[len(parts)-1]
	parts = parts[:len(parts)-1]
	a, b := mat.NewSymDense(max(len(parts), 1), nil), make([]float64, len(parts))
	for k, i := range parts {
		b[k] = zy[i] - zy[last] - float64((all-none)*(z.At(i, last)-z.At(last, last)))
		for l := k; l < len(parts); l++ {
			j := parts[l]
			a.SetSym(k, l, z.At(i, j)-z.At(i, last)-z.At(j, last)+z.At(last, last))
		}
	}
	scores[last] = all - none
	for k, x := range solveShortest(a, b) {
		scores[parts[k]] = x
		scores[last] -= x
	}
	for i, x := range scores {
		if math.Abs(x) < 1e-10 {
			scores[i] = 0
		}
	}
	return scores
}

// shapSelect is the shap package's l1_reg: least angle regression on the rows twice, once weighted by
// how many parts are away, and once less the total effect, by how many are present. The sums follow from
// z = zᵀz and zy = zᵀy, which saves a pass over the rows.
func shapSelect(z *mat.SymDense, zy []float64, totalEffect float64, featureCount int) []int {
	n := len(zy)
	gram, xy, sums := mat.NewSymDense(n, nil), make([]float64, n), make([]float64, n)
	for i := range n {
		for j := range n {
			sums[i] += z.At(i, j)
		}
	}
	all := loaders.Sum(loaders.Fill(n, func(i int) float64 { return z.At(i, i) }))
	away := float64(totalEffect*all) - loaders.Sum(zy)
	for i := range n {
		xy[i] = float64(float64(n)*zy[i]) - float64(totalEffect*sums[i]) + away
		for j := i; j < n; j++ {
			gram.SetSym(i, j, float64(float64(n)*z.At(i, j))+all-sums[i]-sums[j])
		}
	}
	parts, _ := larsPath(gram, xy, featureCount, withoutLasso)
	return parts
}
