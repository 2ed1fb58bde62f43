package report

import (
	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/stats"
)

// The pairs for which either run has evidence: a and b, nil for none, and each pair's unit, below
// units.
type pairedEvidence struct {
	a, b  []scoring.Evidence
	unit  []int
	units int
}

func evidenceOf(examplePairs []examplePair, protocolIndex int, clusterOf func(i int) int) pairedEvidence {
	var p pairedEvidence
	units := map[int]int{}
	for _, pair := range examplePairs {
		x, y := pair[0].evidence[protocolIndex], pair[1].evidence[protocolIndex]
		if x == nil && y == nil {
			continue
		}
		first := clusterOf(pair[0].at)
		if _, seen := units[first]; !seen {
			units[first] = len(units)
		}
		p.a, p.b, p.unit = append(p.a, x), append(p.b, y), append(p.unit, units[first])
	}
	p.units = len(units)
	return p
}

func (p *pairedEvidence) isClustered() bool { return p.units < len(p.unit) }

// sumRows returns a row per unit, because clusters are swapped whole.
func (p *pairedEvidence) sumRows(aggregate scoring.SummedAggregate, evidence []scoring.Evidence) stats.TermRows {
	terms := termRows(aggregate, evidence)
	if !p.isClustered() {
		return terms
	}
	sums := stats.TermRows{Width: terms.Width, Terms: make([]float64, p.units*terms.Width)}
	for i, unit := range p.unit {
		floats.Add(sums.Row(unit), terms.Row(i))
	}
	return sums
}

// effectiveUnits counts, for each score, the examples of a unit that have it by themselves, or all if
// these don't account for the result's count, as for a score that needs several examples.
func (p *pairedEvidence) effectiveUnits(pool *scorePool, results []stats.Result) []int {
	if !p.isClustered() {
		return loaders.Map(results, func(r stats.Result) int { return r.Count })
	}
	sizes := loaders.Fill(len(results)+1, func(int) []int { return make([]int, p.units) })
	for i, unit := range p.unit {
		sizes[len(results)][unit]++
		a, b := pool.aggregate(), pool.aggregate()
		addTo(a, p.a[i])
		addTo(b, p.b[i])
		inB := pool.valuesOf(b)
		for k, x := range pool.valuesOf(a) {
			if x.IsDefined() || inB[k].IsDefined() {
				sizes[k][unit]++
			}
		}
	}
	return loaders.Fill(len(results), func(k int) int {
		if results[k].Count != loaders.CountFunc(sizes[k], func(m int) bool { return m > 0 }) {
			k = len(results)
		}
		return stats.EffectiveUnits(sizes[k])
	})
}
