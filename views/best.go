package views

import (
	"cmp"

	"faithscope/scoring"
	"faithscope/views/widget"
)

// RunMetricValue is a number of d.Runs[Run].
type RunMetricValue struct {
	Run   int
	Value scoring.Value
}

// Best reports whether runValues[i] is better, also as displayed, than those of all other runs on its
// data set, at least one.
func (d *Data) Best(betterDirection scoring.Direction, runValues []RunMetricValue, i int) bool {
	x, ok := runValues[i].Value.Float()
	others := false
	for k, n := range runValues {
		y, defined := n.Value.Float()
		if k == i || !defined || d.dataName(n.Run) != d.dataName(runValues[i].Run) {
			continue
		}
		if !betterDirection.Better(x, y) || widget.Measure(x) == widget.Measure(y) {
			return false
		}
		others = true
	}
	return ok && others
}

func (d *Data) dataName(runIndex int) string {
	r := d.Run(runIndex)
	if r.Dataset != "" || r.Len() == 0 {
		return r.Dataset
	}
	row, _ := r.Peek(0)
	return cmp.Or(row.ID, r.Path)
}
