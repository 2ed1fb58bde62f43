package tree

import (
	"slices"
	"strings"

	"faithscope/loaders"
)

// programLines has exactly one line per node: impossible children (out of range, twice, before their
// parent) come at the end.
type programLines struct {
	lines  []treeLine
	lineOf []int // per node
}

type treeLine struct {
	node   int
	parent int // line, -1 for a root
	last   bool
}

// newTree has its own stack, because a file can nest programs as deeply as it likes.
func newTree(programModules []loaders.Module) *programLines {
	t := &programLines{lineOf: make([]int, len(programModules))}
	placed := make([]bool, len(programModules))
	for root := range programModules {
		var stack []treeLine
		if !placed[root] {
			stack = []treeLine{{node: root, parent: -1, last: true}}
		}
		for len(stack) > 0 {
			line, at := stack[len(stack)-1], len(t.lines)
			stack = stack[:len(stack)-1]
			t.lineOf[line.node] = at
			t.lines = append(t.lines, line)
			last := true
			for _, c := range slices.Backward(programModules[line.node].Children) {
				if c <= line.node || c >= len(programModules) || placed[c] {
					continue
				}
				placed[c] = true
				stack = append(stack, treeLine{node: c, parent: at, last: last})
				last = false
			}
		}
	}
	return t
}

func (t *programLines) branchPrefix(i, w int) string {
	const branch = 2 // cells per level
	line := t.lines[i]
	if line.parent < 0 {
		return ""
	}
	levels, parts := max(1, w/branch), []string{loaders.IfElse(line.last, "└─", "├─")}
	for up := line.parent; t.lines[up].parent >= 0; up = t.lines[up].parent {
		if len(parts) == levels {
			parts[levels-1] = "… "
			break
		}
		parts = append(parts, loaders.IfElse(t.lines[up].last, "  ", "│ "))
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}
