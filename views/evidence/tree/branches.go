package tree

import (
	"cmp"
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
	depth  int
	last   bool
}

func newTree(programModules []loaders.Module) *programLines {
	t := &programLines{lineOf: make([]int, len(programModules))}
	placed := make([]bool, len(programModules))
	for i := range programModules {
		if !placed[i] {
			t.growTree(programModules, i, placed)
		}
	}
	return t
}

// growTree has its own stack, because a file can nest programs as deeply as it likes.
func (t *programLines) growTree(programModules []loaders.Module, rootIndex int, isPlaced []bool) {
	isPlaced[rootIndex] = true
	stack := []treeLine{{node: rootIndex, parent: -1, last: true}}
	for len(stack) > 0 {
		line := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at := len(t.lines)
		t.lineOf[line.node] = at
		t.lines = append(t.lines, line)
		last := true
		for _, c := range slices.Backward(programModules[line.node].Children) {
			if c <= line.node || c >= len(programModules) || isPlaced[c] {
				continue
			}
			isPlaced[c] = true
			stack = append(stack, treeLine{node: c, parent: at, depth: line.depth + 1, last: last})
			last = false
		}
	}
}

// newPage returns a line for each step of a chain, then one for the root if it has words.
func newPage(programModules []loaders.Module) *programLines {
	t, first := &programLines{lineOf: make([]int, len(programModules))}, 0
	if len(programModules) > 0 && len(programModules[0].Children) > 0 {
		first = 1
	}
	for i := range programModules {
		node := (i + first) % len(programModules)
		if i > 0 && node == 0 && rootText(&programModules[0]) == "" {
			t.lineOf[node] = i - 1
			break
		}
		t.lineOf[node] = i
		t.lines = append(t.lines, treeLine{node: node, parent: -1})
	}
	return t
}

func rootText(root *loaders.Module) string {
	judged, returned := cmp.Or(root.Output.Verdict, &loaders.StepOpinion{}), root.Output.Text
	if returned == nil {
		returned = &judged.Reason
	}
	return cmp.Or(root.Text, *returned, judged.Category)
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
