package stats

import "slices"

func (r Rows) pickRows(examples []int) Rows {
	if len(examples) == r.Len() {
		return r
	}
	picked := Rows{Width: r.Width}
	for _, i := range examples {
		picked.Terms = append(picked.Terms, r.Row(i)...)
	}
	return picked
}

// Unless all is set, differencesOf drops rows that are equal in both, because swapping them changes
// nothing.
func differencesOf(a, b Rows, all bool) Rows {
	differences := Rows{Width: a.Width}
	for i := range a.Len() {
		left, right := a.Row(i), b.Row(i)
		if !all && slices.Equal(left, right) {
			continue
		}
		for k, x := range left {
			differences.Terms = append(differences.Terms, x-right[k])
		}
	}
	return differences
}

// Rows are the terms of examples, Width numbers each, end to end.
type Rows struct {
	Width int
	Terms []float64
}

// Len returns the number of rows.
func (r Rows) Len() int {
	if r.Width == 0 {
		return 0
	}
	return len(r.Terms) / r.Width
}

// Row returns row i.
func (r Rows) Row(i int) []float64 { return r.Terms[i*r.Width : (i+1)*r.Width] }

// Sums adds up all rows.
func (r Rows) Sums() []float64 {
	sums := make([]float64, r.Width)
	for i := range r.Len() {
		addRow(sums, r.Row(i))
	}
	return sums
}

func addRow(sums, row []float64) {
	sums = sums[:len(row)] // spares bounds checks
	for k, x := range row {
		sums[k] += x
	}
}
