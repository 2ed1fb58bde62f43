package evidence

import "faithscope/loaders"

// mostInputs is how many inputs' boxes are shown together at most.
const mostInputs = 4

// InputsWith returns the nearest modules below the subject's that have something, at most mostInputs,
// in the order of the program; it doesn't look below a found one.
func InputsWith(subject *Subject, has func(m *loaders.Module) bool) (found []int) {
	program, node := subject.CurrentLayer().Example.Program, subject.CurrentLayer().Node
	below := map[int]bool{node: true}
	for at := node; at < len(program) && len(found) < mostInputs; at++ {
		switch {
		case !below[at]:
		case at > node && has(&program[at]):
			found = append(found, at)
		default:
			for _, c := range program[at].Children {
				below[c] = below[c] || c > at // a child that comes earlier is nobody's input
			}
		}
	}
	return found
}
