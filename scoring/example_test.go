package scoring_test

import (
	"fmt"

	"faithscope/loaders"
	"faithscope/scoring"
)

// A score without a value says why; it is never 0 or NaN.
func ExampleValue() {
	x := scoring.Defined(0.5)
	fmt.Println(x.Float())
	none := scoring.Undefined("no example has gold")
	_, ok := none.Float()
	fmt.Println(ok, none.Why())
	// Output:
	// 0.5 true
	// false no example has gold
}

// The culprit is the first wrong module whose inputs are right: here the
// filter, although the root is wrong too.
func ExampleProgramShape_Grade() {
	program := []loaders.Module{
		{Op: "exist", Children: []int{1}},
		{Op: "filter", Children: []int{2}},
		{Op: "find"},
	}
	score := &scoring.ExampleScore{Modules: []scoring.ModuleScore{
		{Node: 0, Value: scoring.Defined(0.1)},
		{Node: 1, Value: scoring.Defined(0.2)},
		{Node: 2, Value: scoring.Defined(0.9)},
	}}
	shape := scoring.ShapeOf(program)
	shape.Grade(score, 0.5)
	fmt.Println(program[score.Culprit()].Op)
	// Output: filter
}
