package reasoning

import "slices"

func groupsOf(names []string) []string {
	sorted := append([]string(nil), names...) // in one piece, unlike slices.Sorted
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

// fate says how the examples of a group were answered.
type fate struct {
	answered int // examples with a verdict
	right    int
}

// shareOfGroup returns what each answered example contributes: part is 1/n of its group, and
// consistent is part if the whole group is right, otherwise 0. ok is false if fewer than
// two examples have a verdict, since a single answer is neither consistent nor
// inconsistent.
func (f fate) shareOfGroup() (consistent, part float64, ok bool) {
	if f.answered < 2 {
		return 0, 0, false
	}
	part = 1 / float64(f.answered)
	if f.right == f.answered {
		consistent = part
	}
	return consistent, part, true
}
