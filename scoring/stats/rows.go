package stats

import "slices"

func (r TermRows) pickRows(exampleIndices []int) TermRows {
	if len(exampleIndices) == r.Len() {
		return r
	}
	picked := TermRows{Width: r.Width}
	for _, i := range exampleIndices {
		picked.Terms = append(picked.Terms, r.Row(i)...)
	}
	return picked
}

// Unless keepEqual is set, differencesOf drops rows that are equal in both, because swapping them
// changes nothing.
func differencesOf(a, b TermRows, keepEqual bool) TermRows {
	differences := TermRows{Width: a.Width}
	for i := range a.Len() {
		left, right := a.Row(i), b.Row(i)
		if !keepEqual && slices.Equal(left, right) {
			continue
		}
		for k, x := range left {
			differences.Terms = append(differences.Terms, x-right[k])
		}
	}
	return differences
}

// TermRows are the terms of examples, Width numbers each, end to end.
type TermRows struct {
	Width int
	Terms []float64
}

// Len returns the number of rows.
func (r TermRows) Len() int {
	if r.Width == 0 {
		return 0
	}
	return len(r.Terms) / r.Width
}

// Row returns row i.
func (r TermRows) Row(i int) []float64 { return r.Terms[i*r.Width : (i+1)*r.Width] }

// Sums adds up all rows.
func (r TermRows) Sums() []float64 {
	sums := make([]float64, r.Width)
	for i := range r.Len() {
		addRow(sums, r.Row(i))
	}
	return sums
}

func addRow(rowSums, addedRow []float64) {
	rowSums = rowSums[:len(addedRow)] // spares bounds checks
	for k, x := range addedRow {
		rowSums[k] += x
	}
}
