package views

import (
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
)

// programOf returns a program of n modules with these children per node.
func programOf(n int, children map[int][]int) []loaders.Module {
	program := make([]loaders.Module, n)
	for i := range program {
		program[i].Op = string(rune('a' + i))
		program[i].Children = children[i]
	}
	return program
}

func TestTreeLines(t *testing.T) {
	for _, tt := range []struct {
		name     string
		n        int
		children map[int][]int
		width    int
		want     string
	}{
		{"empty", 0, nil, 40, ""},
		{"one", 1, nil, 40, "a"},
		{"two branches", 6, map[int][]int{0: {1, 3}, 1: {2}, 3: {4, 5}}, 40, `
a
├─b
│ └─c
└─d
  ├─e
  └─f`},
		{"children out of order keep the file's order", 3, map[int][]int{0: {2, 1}}, 40, `
a
├─c
└─b`},
		{"a child named twice, a parent as child, one out of range", 3, map[int][]int{0: {1, 1, 9, -1}, 1: {0, 1}}, 40, `
a
└─b
c`},
		{"deeper than the room", 5, map[int][]int{0: {1}, 1: {2}, 2: {3}, 3: {4}}, 4, `
a
└─b
  └─c
… └─d
… └─e`},
	} {
		program := programOf(tt.n, tt.children)
		tree := newTree(program)
		var lines []string
		for i, line := range tree.lines {
			lines = append(lines, tree.prefix(i, tt.width)+program[line.node].Op)
		}
		if got := strings.Join(lines, "\n"); got != strings.TrimPrefix(tt.want, "\n") {
			t.Errorf("%s:\n%s\nwant:%s", tt.name, got, tt.want)
		}
	}
}

func TestExecuted(t *testing.T) {
	program := programOf(6, map[int][]int{0: {1, 3}, 1: {2}, 3: {4, 5}})
	if got, want := executed(program), []int{2, 1, 4, 5, 3, 0}; !slices.Equal(got, want) {
		t.Errorf("executed in the order %v, want %v: children first", got, want)
	}
	deep := executed(chain(100_000))
	if len(deep) != 100_000 || deep[0] != 99_999 {
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
		score := &scoring.ExampleScore{}
		for node, x := range tt.values {
			score.Modules = append(score.Modules, scoring.ModuleScore{Node: node, Value: scoring.Defined(x)})
		}
		if got := culprit(program, score, .5); got != tt.want {
			t.Errorf("%v: module %d, want %d: %s", tt.values, got, tt.want, tt.why)
		}
	}
}
