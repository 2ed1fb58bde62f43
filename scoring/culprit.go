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

// Culprit is [Shape.Culprit] of the program's shape.
func Culprit(program []loaders.Module, score *ExampleScore, bar float64) int {
	shape := ShapeOf(program)
	return shape.Culprit(score, bar)
}

// Shape is how the modules of a program hang together: what finding the
// culprit needs of it, where programs of a whole run are not kept.
type Shape struct {
	order []int32    // the execution order
	edges [][2]int32 // parent and child, later parents first
}

// ShapeOf returns the shape of a program. A child that is not after its parent
// is left out.
func ShapeOf(program []loaders.Module) Shape {
	var s Shape
	for _, node := range ExecutionOrder(program) {
		s.order = append(s.order, int32(node))
	}
	for node := len(program) - 1; node >= 0; node-- {
		for _, c := range program[node].Children {
			if c > node && c < len(program) {
				s.edges = append(s.edges, [2]int32{int32(node), int32(c)})
			}
		}
	}
	return s
}

// Size is the bytes that the shape takes beside itself.
func (s *Shape) Size() int { return 4*cap(s.order) + 8*cap(s.edges) }

// Fault says of a module whether it is wrong, and whether by itself.
type Fault uint8

// The faults. A module is wrong when its score is below the bar of
// faithfulness ([Settings.Bar]). Its error is inherited when something scored
// right under it is wrong too, and local when nothing is: the inputs of a module
// without a score stand for it. This is this program's own reading, of no paper.
const (
	NoFault   Fault = iota // right, or without a score
	Local                  // wrong although its inputs are right
	Inherited              // wrong, and so is an input
)

// String is the fault in a word, "" for none.
func (f Fault) String() string { return [...]string{"", "local", "inherited"}[f] }

// Culprit returns the node of the first module, in [ExecutionOrder], whose
// error is local: the first module that went wrong by itself. It returns -1
// where there is none.
func (s *Shape) Culprit(score *ExampleScore, bar float64) int {
	_, culprit := s.Blame(score, bar)
	return culprit
}

// Blame returns the fault of every node of the program, and the culprit.
func (s *Shape) Blame(score *ExampleScore, bar float64) (faults []Fault, culprit int) {
	values := make([]Value, len(s.order))
	for i := range score.Modules {
		if m := &score.Modules[i]; m.Node >= 0 && m.Node < len(values) {
			values[m.Node] = m.Value
		}
	}
	// wrongInput says per node that something scored right under it is below
	// bar. Children come after their parents, so all edges of a child were
	// seen before the edge to its parent.
	wrongInput := make([]bool, len(values))
	for _, edge := range s.edges {
		x, ok := values[edge[1]].Float()
		if ok && x < bar || !ok && wrongInput[edge[1]] {
			wrongInput[edge[0]] = true
		}
	}
	faults, culprit = make([]Fault, len(values)), -1
	for _, node := range s.order {
		switch x, ok := values[node].Float(); {
		case !ok || x >= bar:
		case wrongInput[node]:
			faults[node] = Inherited
		default:
			faults[node] = Local
			if culprit < 0 {
				culprit = int(node)
			}
		}
	}
	return faults, culprit
}
