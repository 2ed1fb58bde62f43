package evidence

import (
	"strings"
	"testing"

	"faithscope/loaders"
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
