package views

import (
	"faithscope/loaders"
	"faithscope/scoring/report"
)

// QuadrantCell is one cell of answer right or wrong × faithful or unfaithful,
// or the rest that has no place in it.
type QuadrantCell uint8

// The cells, in reading order.
const (
	RightFaithful QuadrantCell = iota
	RightUnfaithful
	WrongFaithful
	WrongUnfaithful
	NoVerdict
)

// String names the cell as a person would: "right but unfaithful".
func (c QuadrantCell) String() string {
	return [...]string{
		"right and faithful", "right but unfaithful", "wrong but faithful", "wrong and unfaithful", "without a verdict",
	}[c]
}

// Count returns how many examples of q are in the cell.
func (c QuadrantCell) Count(q report.Quadrant) int {
	return [...]int{q.RightFaithful, q.RightUnfaithful, q.WrongFaithful, q.WrongUnfaithful, q.Unknown}[c]
}

// Filter returns the filter that lists the cell's examples.
func (c QuadrantCell) Filter() ExampleFilter {
	verdicts := [...]ExampleFilter{
		{Answer: loaders.Right, Faithful: loaders.Right},
		{Answer: loaders.Right, Faithful: loaders.Wrong},
		{Answer: loaders.Wrong, Faithful: loaders.Right},
		{Answer: loaders.Wrong, Faithful: loaders.Wrong},
		{NoVerdict: true},
	}
	return verdicts[c]
}
