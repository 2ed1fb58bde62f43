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

// kernelSHAP returns the parts' Shapley values as KernelSHAP estimates them from at most samples
// coalitions, 0 for 2n + 2048. features above 0 is how many parts are chosen first.
func kernelSHAP(g *game, samples, features int, r *rand.Rand) ([]float64, error) {
	rows, weights := shapSample(g.n, samples, r)
	v, err := g.valuesOf(append([]Coalition{noParts(g.n), allParts(g.n)}, rows...))
	if err != nil {
		return nil, err
	}
	return shapSolve(g.n, rows, weights, v[2:], v[0], v[1], features), nil
}

// shapSample returns coalitions of n parts with their weights, the empty and the whole one left
// out: sizes from both ends, as long as all coalitions of a size may be asked, then drawn in
// complementary pairs. samples bounds them, 0 for 2n + 2048; fewer than two parts have none.
func shapSample(n, samples int, r *rand.Rand) (rows []Coalition, weights []float64) {
	if n < 2 {
		return nil, nil
	}
	if samples == 0 {
		samples = 2*n + 2048
	}
	if n <= 30 {
		samples = min(samples, 1<<n-2)
	}
	sizes, paired := n/2, (n-1)/2 // sizes above stand in pairs with those below
	mass := make([]float64, sizes)
	for s := range mass {
		mass[s] = float64(n-1) / float64((s+1)*(n-s-1))
		if s < paired {
			mass[s] *= 2
		}
	}
	sum := loaders.Sum(mass)
	for s := range mass {
		mass[s] /= sum
	}
	full, left, rest := 0, samples, 1.0
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
			rows, weights = append(rows, c), append(weights, weight)
			if full < paired {
				rows, weights = append(rows, c.complement()), append(weights, weight)
			}
		}
	}
	if full == sizes {
		return rows, weights
	}
	return shapDraw(n, left, mass, full, rows, weights, r)
}

// shapDraw appends left coalitions that it draws, of sizes from full+1 on, with their complements,
// to rows and weights. One that is drawn again counts again; together they weigh what the
// enumerated ones leave. It gives up after 4 left tries.
func shapDraw(
	n, left int, mass []float64, full int, rows []Coalition, weights []float64, r *rand.Rand,
) ([]Coalition, []float64) {
	paired, enumerated := (n-1)/2, len(rows)
	cumulative, sum, rest := make([]float64, 0, len(mass)), 0.0, 0.0
	for s := full; s < len(mass); s++ {
		m := mass[s]
		rest += m
		if s < paired {
			m /= 2 // two are drawn at once
		}
		sum += m
		cumulative = append(cumulative, sum)
	}
	at, places := map[Coalition]int{}, loaders.Indices(n)
	for tries := 4 * left; left > 0 && tries > 0; tries-- {
		s, x := full, r.Float64()*sum
		for s < len(mass)-1 && x >= cumulative[s-full] {
			s++
		}
		for k := range s + 1 {
			other := k + r.IntN(n-k)
			places[k], places[other] = places[other], places[k]
		}
		c := noParts(n).withParts('1', places[:s+1]...)
		drawn := []Coalition{c}
		if s < paired {
			drawn = append(drawn, c.complement())
		}
		for _, c := range drawn {
			k, again := at[c]
			switch {
			case again:
				weights[k]++
			case left > 0:
				at[c] = len(rows)
				rows, weights = append(rows, c), append(weights, 1)
				left--
			}
		}
	}
	total := loaders.Sum(weights[enumerated:])
	floats.Scale(rest/total, weights[enumerated:])
	return rows, weights
}

// shapSolve returns the scores of n parts that fit the values v of rows by weighted least squares
// under the constraint that they add up to all - none; those below 1e-10 are 0. features above 0 is
// how many parts a least angle regression chooses first; the others have 0.
func shapSolve(n int, rows []Coalition, weights, v []float64, none, all float64, features int) []float64 {
	if n < 2 {
		return slices.Repeat([]float64{all - none}, n)
	}
	scores := make([]float64, n)
	z, zy := weightedProducts(n, rows, weights, loaders.Map(v, func(v float64) float64 { return v - none }))
	parts := loaders.Indices(n)
	if features > 0 {
		parts = shapSelect(z, zy, all-none, features)
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

// shapSelect returns the at most features parts that l1_reg chooses, by least angle regression on
// the rows of the regression twice: as they are, weighted by how many parts are away, and less the
// whole, by how many are there. What these rows add up to follows from z = zᵀz and zy = zᵀy.
func shapSelect(z *mat.SymDense, zy []float64, whole float64, features int) []int {
	n := len(zy)
	gram, xy, sums := mat.NewSymDense(n, nil), make([]float64, n), make([]float64, n) // sums: of parts beside one
	for i := range n {
		for j := range n {
			sums[i] += z.At(i, j)
		}
	}
	all := loaders.Sum(loaders.Fill(n, func(i int) float64 { return z.At(i, i) }))
	away := float64(whole*all) - loaders.Sum(zy)
	for i := range n {
		xy[i] = float64(float64(n)*zy[i]) - float64(whole*sums[i]) + away
		for j := i; j < n; j++ {
			gram.SetSym(i, j, float64(float64(n)*z.At(i, j))+all-sums[i]-sums[j])
		}
	}
	parts, _ := larsPath(gram, xy, features, withoutLasso)
	return parts
}
