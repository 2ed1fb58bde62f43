package rules

import "math"

// assignGreatest returns the greatest sum of entries of a square matrix, one from each row and
// column; 0 for an empty one. It is the Hungarian method with potentials (Kuhn 1955), because
// trying all alignments takes factorial time.
func assignGreatest(pairWeights [][]float64) (sum float64) {
	n := len(pairWeights)
	owner := make([]int, n+1) // the row that has a column, 0 for none; both from 1
	// The potentials of rows and of columns: -gain - u - v is nowhere negative.
	u, v := make([]float64, n+1), make([]float64, n+1)
	for i := 1; i <= n; i++ {
		least, from, used := make([]float64, n+1), make([]int, n+1), make([]bool, n+1)
		for k := range least {
			least[k] = math.Inf(1)
		}
		owner[0] = i
		column := 0
		for owner[column] != 0 { // until a free column is found
			used[column] = true
			row, delta, next := owner[column], math.Inf(1), 0
			for k := 1; k <= n; k++ {
				if used[k] {
					continue
				}
				if cost := -pairWeights[row-1][k-1] - u[row] - v[k]; cost < least[k] {
					least[k], from[k] = cost, column
				}
				if least[k] < delta {
					delta, next = least[k], k
				}
			}
			for k := range used {
				if used[k] {
					u[owner[k]] += delta
					v[k] -= delta
				} else {
					least[k] -= delta
				}
			}
			column = next
		}
		for ; column != 0; column = from[column] {
			owner[column] = owner[from[column]]
		}
	}
	for k, row := range owner[1:] {
		sum += pairWeights[row-1][k]
	}
	return sum
}
