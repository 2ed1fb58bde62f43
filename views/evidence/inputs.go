package evidence

import "faithscope/loaders"

const mostInputs = 4

// InputsWith returns the nearest modules below the subject's for which acceptsModule holds, at most
// mostInputs, in program order, none below another.
func InputsWith(subject *ShownVersions, acceptsModule func(m *loaders.Module) bool) (found []int) {
	program, node := subject.Example.Program, subject.Node
	below := map[int]bool{node: true}
	for at := node; at < len(program) && len(found) < mostInputs; at++ {
		switch {
		case !below[at]:
		case at > node && acceptsModule(&program[at]):
			found = append(found, at)
		default:
			for _, c := range program[at].Children {
				below[c] = below[c] || c > at // an earlier child is nobody's input
			}
		}
	}
	return found
}
