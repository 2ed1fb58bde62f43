package scoring

import (
	"slices"

	"faithscope/loaders"
)

// ExecutionOrder returns the nodes of a program in the order in which they
// run: children, from left to right, before their parent. A child that cannot
// be one (out of range, before its parent, or a second parent's) is left out
// where it is named, so that every node stands there exactly once.
func ExecutionOrder(program []loaders.Module) []int {
	order := make([]int, 0, len(program))
	placed := make([]bool, len(program))
	for root := range program {
		if placed[root] {
			continue
		}
		placed[root] = true
		first := len(order)
		// A stack of our own: a file can nest programs as deeply as it likes.
		for stack := []int{root}; len(stack) > 0; {
			node := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			order = append(order, node)
			for _, c := range program[node].Children {
				if c > node && c < len(program) && !placed[c] {
					placed[c] = true
					stack = append(stack, c)
				}
			}
		}
		slices.Reverse(order[first:]) // parents came first, and children from right to left
	}
	return order
}

// Culprit returns the node of the first module, in [ExecutionOrder], whose
// value is below bar although everything scored right under it is not: the
// first module that went wrong by itself. It returns -1 where there is none.
// The inputs of a module without a score stand for it.
func Culprit(program []loaders.Module, score *ExampleScore, bar float64) int {
	values := make([]Value, len(program))
	for _, m := range score.Modules {
		if m.Node >= 0 && m.Node < len(values) {
			values[m.Node] = m.Value
		}
	}
	right := rightInputs(program, values, bar)
	for _, node := range ExecutionOrder(program) {
		if x, ok := values[node].Float(); ok && x < bar && right[node] {
			return node
		}
	}
	return -1
}

// rightInputs reports per node whether nothing scored right under it is below
// bar. Children come after their parents, so a backward pass has seen them.
func rightInputs(program []loaders.Module, values []Value, bar float64) []bool {
	right := make([]bool, len(program))
	for node := len(program) - 1; node >= 0; node-- {
		right[node] = true
		for _, c := range program[node].Children {
			if c <= node || c >= len(program) {
				continue
			}
			x, ok := values[c].Float()
			right[node] = right[node] && (ok && x >= bar || !ok && right[c])
		}
	}
	return right
}
