package scoring

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

func programOf(n int, children map[int][]int) []loaders.Module {
	program := make([]loaders.Module, n)
	for i, c := range children {
		program[i].Children = c
	}
	return program
}

func TestExecutionOrder(t *testing.T) {
	for _, c := range []struct {
		why      string
		n        int
		children map[int][]int
		want     []int
	}{
		{"children first, from left to right", 6, map[int][]int{0: {1, 3}, 1: {2}, 3: {4, 5}}, []int{2, 1, 4, 5, 3, 0}},
		{"a node that nobody names runs after the program", 3, map[int][]int{0: {1}}, []int{1, 0, 2}},
		{"children that cannot be are left out", 3, map[int][]int{0: {1, 1, 7, -1}, 1: {0, 2}}, []int{2, 1, 0}},
		{"no program", 0, nil, []int{}},
	} {
		check.EqualLists(t, c.why, ExecutionOrder(programOf(c.n, c.children)), c.want)
	}
	chain := make([]loaders.Module, 100_000)
	for i := range len(chain) - 1 {
		chain[i].Children = []int{i + 1}
	}
	if deep := ExecutionOrder(chain); len(deep) != len(chain) || deep[0] != len(chain)-1 {
		t.Errorf("a deep program runs %d modules, the first is %d", len(deep), deep[0])
	}
}

func TestCulprit(t *testing.T) {
	// a(b(c), d(e, f))
	program := programOf(6, map[int][]int{0: {1, 3}, 1: {2}, 3: {4, 5}})
	for _, tt := range []struct {
		values map[int]float64
		want   int
		why    string
	}{
		{nil, -1, "nothing is scored"},
		{map[int]float64{0: 1, 1: .5, 2: .9}, -1, "nothing is below: the bar itself is not"},
		{map[int]float64{1: .2, 2: .9}, 1, "b is wrong, its input is right"},
		{map[int]float64{1: .2, 2: .1}, 2, "b is wrong because c is"},
		{map[int]float64{0: .1, 2: .9, 4: .9, 5: .9}, 0, "b and d have no score: their inputs count"},
		{map[int]float64{0: .1, 2: .9, 4: .9, 5: .2}, 5, "through d without a score, f is wrong"},
		{map[int]float64{3: .1, 2: .1}, 2, "two candidates: the one that runs first"},
	} {
		score := &ExampleScore{}
		for node, x := range tt.values {
			score.Modules = append(score.Modules, ModuleScore{Node: node, Value: Defined(x)})
		}
		shape := ShapeOf(program)
		shape.Grade(score, .5)
		check.Equal(t, "module", score.Culprit(), tt.want, tt.values, tt.why)
	}
}

// An error is inherited from a wrong input, also through one without a score, and
// not through one that is right.
func TestFaults(t *testing.T) {
	// a(b(c))
	shape := ShapeOf(programOf(3, map[int][]int{0: {1}, 1: {2}}))
	for _, tt := range []struct {
		b    Value
		want ModuleFault
		why  string
	}{
		{Defined(.9), Local, "b is right, whatever c under it is"},
		{Defined(.1), Inherited, "b is wrong"},
		{Undefined("no gold"), Inherited, "b has no score, and c is wrong"},
	} {
		score := &ExampleScore{Modules: []ModuleScore{{Node: 0, Value: Defined(.1)}, {Node: 1, Value: tt.b}, {Node: 2, Value: Defined(.1)}}}
		shape.Grade(score, .5)
		check.Equal(t, "a is wrong", score.Modules[0].Fault, tt.want, tt.why)
	}
}
