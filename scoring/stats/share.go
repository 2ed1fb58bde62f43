package stats

import (
	"math"

	"faithscope/scoring"
)

// Share returns k of n, k ≤ n, with the 95 % interval of Wilson, "Probable Inference, the Law of
// Succession, and Statistical Inference", 1927; undefined and without interval for n = 0.
func Share[N int | float64](k, n N) (scoring.Value, *scoring.Interval) {
	if n == 0 {
		return scoring.Undefined("there is nothing to count"), nil
	}
	const z = 1.959963984540054 // normal .975 quantile
	p, total := float64(k)/float64(n), float64(n)
	middle := p + z*z/(2*total)
	half := z * math.Sqrt(float64(p*(1-p)/total)+z*z/(4*total*total))
	scale := 1 + z*z/total
	return scoring.Defined(p), &scoring.Interval{
		Low: min(p, max(0, (middle-half)/scale)), High: max(p, min(1, (middle+half)/scale)), Level: 0.95,
	}
}

// EffectiveUnits returns how many equal units weigh as much as these sizes: floor((Σm)²/Σm²), 0
// without any.
func EffectiveUnits(clusterSizes []int) int {
	sum, squares := 0, 0
	for _, m := range clusterSizes {
		sum, squares = sum+m, squares+m*m
	}
	return sum * sum / max(1, squares)
}
