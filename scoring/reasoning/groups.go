package reasoning

import "slices"

// groupsOf are an example's groups, each once.
func groupsOf(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	names = slices.Clone(names)
	slices.Sort(names)
	return slices.Compact(names)
}

// fate is how a group of examples was answered.
type fate struct {
	answered int // examples with a verdict
	right    int
}

// share is what each answered example carries of its group: 1/n of it, and of
// its being right as a whole. ok is false where fewer than two answered: with
// nothing beside it an answer is not consistent, nor inconsistent.
func (f *fate) share() (consistent, part float64, ok bool) {
	if f == nil || f.answered < 2 {
		return 0, 0, false
	}
	part = 1 / float64(f.answered)
	if f.right == f.answered {
		consistent = part
	}
	return consistent, part, true
}
