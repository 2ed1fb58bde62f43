package scoring

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
)

// ExecutionOrder returns children, from left to right, before their parent. An invalid child (out
// of range, before its parent, or a second parent's) is skipped there, so that every node occurs
// once.
func ExecutionOrder(program []loaders.Module) []int {
	order := make([]int, 0, len(program))
	placed := make([]bool, len(program))
	for root := range program {
		if placed[root] {
			continue
		}
		placed[root] = true
		first := len(order)
		// Files can nest programs arbitrarily deeply.
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
		slices.Reverse(order[first:])
	}
	return order
}

// ProgramShape is a program's dependencies, enough to find the culprit.
type ProgramShape struct {
	order []int32
	edges [][2]int32
}

// ShapeOf ignores children that are out of range or not after their parent.
func ShapeOf(program []loaders.Module) ProgramShape {
	var s ProgramShape
	for _, node := range ExecutionOrder(program) {
		s.order = append(s.order, int32(node))
	}
	for node, module := range slices.Backward(program) {
		for _, c := range module.Children {
			if c > node && c < len(program) {
				s.edges = append(s.edges, [2]int32{int32(node), int32(c)})
			}
		}
	}
	return s
}

// Fields fails the coder for a node out of range.
func (s *ProgramShape) Fields(c *coding.Coder) {
	coding.Ints(c, "order", &s.order)
	coding.List(c, &s.edges, func(edge *[2]int32) {
		coding.Index(c, "parent", &edge[0], len(s.order))
		coding.Index(c, "child", &edge[1], len(s.order))
	})
	for _, node := range s.order {
		if node < 0 || int(node) >= len(s.order) {
			c.Fail("invalid node %d of %d", node, len(s.order))
		}
	}
}

type nodeFlags uint8

const (
	isScored nodeFlags = 1 << iota
	isWrong
	hasWrongInput
)

func (x nodeFlags) faultOf() ModuleFault {
	switch {
	case x&isWrong == 0:
		return NoFault
	case x&hasWrongInput != 0:
		return Inherited
	}
	return Local
}

// Nodes out of range are skipped, and a node without a module in score keeps its bits. A child's
// edges must come before the edge to its parent, because a module without a score passes on its
// inputs' bits.
func (s *ProgramShape) judgeNodes(flagsByNode []nodeFlags, score *ExampleScore, faithfulThreshold float64) []nodeFlags {
	for i := range score.Modules {
		m := &score.Modules[i]
		switch {
		case m.Node < 0 || m.Node >= len(flagsByNode):
		case m.Wrong(faithfulThreshold):
			flagsByNode[m.Node] = isScored | isWrong
		case m.Value.IsDefined():
			flagsByNode[m.Node] = isScored
		default:
			flagsByNode[m.Node] = 0
		}
	}
	for _, edge := range s.edges {
		if child := flagsByNode[edge[1]]; child&isWrong != 0 || child&isScored == 0 && child&hasWrongInput != 0 {
			flagsByNode[edge[0]] |= hasWrongInput
		}
	}
	return flagsByNode
}

// Grade sets every module's Fault, and First for the first Local one in [ExecutionOrder], unless
// the score has a Cause.
func (s *ProgramShape) Grade(score *ExampleScore, faithfulThreshold float64) {
	nodes := s.judgeNodes(make([]nodeFlags, len(s.order)), score, faithfulThreshold)
	first := slices.IndexFunc(s.order, func(node int32) bool { return nodes[node].faultOf() == Local })
	for i := range score.Modules {
		if m := &score.Modules[i]; m.Node >= 0 && m.Node < len(nodes) {
			m.Fault = nodes[m.Node].faultOf()
			if score.Cause == NoCause {
				m.First = first >= 0 && m.Node == int(s.order[first])
			}
		}
	}
}

// Culprit returns the node that goes wrong first, -1 for none or a nil score.
func (s *ExampleScore) Culprit() int {
	if s != nil {
		for i := range s.Modules {
			if s.Modules[i].First {
				return s.Modules[i].Node
			}
		}
	}
	return -1
}
