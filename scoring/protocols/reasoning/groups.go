package reasoning

import "slices"

func groupsOf(exampleGroups []string) []string {
	sorted := append([]string(nil), exampleGroups...)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

type groupAnswers struct {
	answered int
	right    int
}

// shareOfGroup returns each example's part of its group, 1/n, and the same again if the whole group
// is right, else 0. ok is false below two verdicts, because a single answer is neither consistent
// nor inconsistent.
func (f groupAnswers) shareOfGroup() (consistent, part float64, ok bool) {
	if f.answered < 2 {
		return 0, 0, false
	}
	part = 1 / float64(f.answered)
	if f.right == f.answered {
		consistent = part
	}
	return consistent, part, true
}
