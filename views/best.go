package views

import (
	"cmp"

	"faithscope/scoring"
	"faithscope/views/widget"
)

// Placed is a number of d.Runs[Run].
type Placed struct {
	Run   int
	Value scoring.Value
}

// Best reports whether numbers[i] is better, also as displayed, than those of all other runs on its
// data set, at least one.
func (d *Data) Best(better scoring.Direction, numbers []Placed, i int) bool {
	x, ok := numbers[i].Value.Float()
	others := false
	for k, n := range numbers {
		y, defined := n.Value.Float()
		if k == i || !defined || d.dataName(n.Run) != d.dataName(numbers[i].Run) {
			continue
		}
		if !better.Better(x, y) || widget.Measure(x) == widget.Measure(y) {
			return false
		}
		others = true
	}
	return ok && others
}

func (d *Data) dataName(run int) string {
	r := d.Run(run)
	if r.Dataset != "" || r.Len() == 0 {
		return r.Dataset
	}
	row, _ := r.Peek(0)
	return cmp.Or(row.ID, r.Path)
}
