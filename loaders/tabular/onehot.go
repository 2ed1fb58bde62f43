package tabular

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/rows"
)

// likeliestColumn is a column that a row gets if its scores of classes are its prediction.
const likeliestColumn = "likeliest"

// classes returns the columns of gold rows that have a single 1 and otherwise 0, if the run has numbers in the same
// columns; nil for none.
func (j *goldJoin) classes() []string {
	t, run := j.gold, j.run
	classes := loaders.Filter(loaders.Shared(t.columns, run.columns), func(name string) bool {
		return areNumbers(t.rows, name) && areNumbers(run.rows, name)
	})
	if len(classes) < 2 || slices.ContainsFunc(t.rows, func(r rows.Row) bool { return !isOneHot(r, classes) }) {
		return nil
	}
	return classes
}

func isOneHot(r rows.Row, classes []string) bool {
	ones := 0
	for _, name := range classes {
		x, _ := rows.NumberOf(r.ValueAt(name))
		if x != 0 && x != 1 {
			return false
		}
		ones += int(x)
	}
	return ones == 1
}

// likeliestOf returns the class with the highest number, of equal ones the first; nil if one has none.
func likeliestOf(r rows.Row, classes []string) any {
	best, highest := any(nil), 0.0
	for _, name := range classes {
		x, ok := rows.NumberOf(r.ValueAt(name))
		if !ok {
			return nil
		}
		if best == nil || x > highest {
			best, highest = name, x
		}
	}
	return best
}
