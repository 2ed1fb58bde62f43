package reading

import "math"

// assign returns the greatest sum of entries of a square matrix with one in
// each row and column (the Hungarian method with potentials, Kuhn 1955; cubic
// in the size).
func assign(gain [][]float64) float64 {
	n := len(gain)
	row := make([]int, n+1) // the row that has a column, 0 for none; both from 1
	u, v := make([]float64, n+1), make([]float64, n+1)
	for i := 1; i <= n; i++ {
		row[0] = i
		augment(gain, row, u, v)
	}
	sum := 0.0
	for column := 1; column <= n; column++ {
		sum += gain[row[column]-1][column-1]
	}
	return sum
}

// augment finds a column for row[0], moving others, and keeps the potentials
// u of rows and v of columns so that -gain - u - v is nowhere negative.
func augment(gain [][]float64, row []int, u, v []float64) {
	n := len(gain)
	least := make([]float64, n+1)
	from := make([]int, n+1)
	used := make([]bool, n+1)
	for k := range least {
		least[k] = math.Inf(1)
	}
	column := 0
	for row[column] != 0 {
		used[column] = true
		r, delta, next := row[column], math.Inf(1), 0
		for k := 1; k <= n; k++ {
			if used[k] {
				continue
			}
			if cost := -gain[r-1][k-1] - u[r] - v[k]; cost < least[k] {
				least[k], from[k] = cost, column
			}
			if least[k] < delta {
				delta, next = least[k], k
			}
		}
		for k := range used {
			if used[k] {
				u[row[k]] += delta
				v[k] -= delta
			} else {
				least[k] -= delta
			}
		}
		column = next
	}
	for column != 0 {
		row[column] = row[from[column]]
		column = from[column]
	}
}
