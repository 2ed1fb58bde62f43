package views

import (
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// tree is a program laid out for drawing: a line per node, parents before
// children. Children that cannot be (out of range, twice, before their
// parent) are left out where they are named and get lines of their own at
// the end, so that every node has exactly one line.
type tree struct {
	lines  []treeLine
	lineOf []int // per node
}

type treeLine struct {
	node   int
	parent int // line, -1 for a root
	depth  int
	last   bool // among its parent's children
}

func newTree(program []loaders.Module) *tree {
	t := &tree{lineOf: make([]int, len(program))}
	placed := make([]bool, len(program))
	for i := range program {
		if !placed[i] {
			t.grow(program, i, placed)
		}
	}
	return t
}

// grow adds the lines of the tree below root. It keeps its own stack: a file
// can nest programs as deeply as it likes. placed marks nodes that have a
// line, or a parent whose line comes before theirs.
func (t *tree) grow(program []loaders.Module, root int, placed []bool) {
	placed[root] = true
	stack := []treeLine{{node: root, parent: -1, last: true}}
	for len(stack) > 0 {
		line := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at := len(t.lines)
		t.lineOf[line.node] = at
		t.lines = append(t.lines, line)
		last := true
		for k := len(program[line.node].Children) - 1; k >= 0; k-- {
			c := program[line.node].Children[k]
			if c <= line.node || c >= len(program) || placed[c] {
				continue
			}
			placed[c] = true
			stack = append(stack, treeLine{node: c, parent: at, depth: line.depth + 1, last: last})
			last = false
		}
	}
}

// prefix returns the branches left of line i, in at most w cells: of a deep
// line the outer branches are replaced by "…".
func (t *tree) prefix(i, w int) string {
	const branch = 2 // cells per level
	line := t.lines[i]
	if line.parent < 0 {
		return ""
	}
	levels := max(1, w/branch)
	parts := []string{"├─"}
	if line.last {
		parts[0] = "└─"
	}
	for up := line.parent; t.lines[up].parent >= 0; up = t.lines[up].parent {
		if len(parts) == levels {
			parts[levels-1] = "… "
			break
		}
		if t.lines[up].last {
			parts = append(parts, "  ")
		} else {
			parts = append(parts, "│ ")
		}
	}
	var b strings.Builder
	for k := len(parts) - 1; k >= 0; k-- {
		b.WriteString(parts[k])
	}
	return b.String()
}

// moduleLabel is a node as the paper writes it: find[red block].
func moduleLabel(m *loaders.Module) string {
	if m.Text == "" {
		return m.Op
	}
	return m.Op + "[" + m.Text + "]"
}

// bar returns the bar of faithfulness that a metric is measured against.
func barOf(metric string, s scoring.Settings) float64 {
	if metric == "mass" {
		return s.FaithfulMass
	}
	return s.FaithfulF1
}

// culprit returns the first module, in the order of execution, that is below
// the bar although everything scored right under it is not: the first one
// that went wrong by itself. It returns -1 where there is none. A module
// without a score is looked through to its own children.
func culprit(program []loaders.Module, score *scoring.ExampleScore, bar float64) int {
	value := make([]scoring.Value, len(program))
	for _, m := range score.Modules {
		if m.Node >= 0 && m.Node < len(value) {
			value[m.Node] = m.Value
		}
	}
	right := rightInputs(program, value, bar)
	for _, i := range executed(program) {
		if x, ok := value[i].Float(); ok && x < bar && right[i] {
			return i
		}
	}
	return -1
}

// rightInputs reports per node whether nothing scored right under it is below
// the bar. Children come after their parents, so a backward pass has seen
// them.
func rightInputs(program []loaders.Module, value []scoring.Value, bar float64) []bool {
	right := make([]bool, len(program))
	for i := len(program) - 1; i >= 0; i-- {
		right[i] = true
		for _, c := range program[i].Children {
			if c <= i || c >= len(program) {
				continue
			}
			x, ok := value[c].Float()
			right[i] = right[i] && (ok && x >= bar || !ok && right[c])
		}
	}
	return right
}

// executed returns the nodes in the order of execution: children first.
func executed(program []loaders.Module) []int {
	t := newTree(program)
	order := make([]int, 0, len(program))
	var open []int // lines whose subtree is not complete
	for i, line := range t.lines {
		for len(open) > 0 && t.lines[open[len(open)-1]].depth >= line.depth {
			order = append(order, t.lines[open[len(open)-1]].node)
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
	for k := len(open) - 1; k >= 0; k-- {
		order = append(order, t.lines[open[k]].node)
	}
	return order
}
