package tabular

import (
	"math"
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

func numbersIn(r rows.Row, classes []string) []float64 {
	return loaders.Map(classes, func(name string) float64 { return rows.RealOf(r.ValueAt(name)) })
}

func isOneHot(r rows.Row, classes []string) bool {
	numbers := numbersIn(r, classes)
	return loaders.Sum(numbers) == 1 && !slices.ContainsFunc(numbers, func(x float64) bool { return x != 0 && x != 1 })
}

// likeliestOf returns the class with the highest number, of equal ones the first; nil if one has none.
func likeliestOf(r rows.Row, classes []string) any {
	numbers := numbersIn(r, classes)
	if slices.ContainsFunc(numbers, math.IsNaN) {
		return nil
	}
	return classes[slices.Index(numbers, slices.Max(numbers))]
}
