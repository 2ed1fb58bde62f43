package example

import (
	"fmt"
)

// listOrigin is the list that the example was opened from, perhaps of another run.
type listOrigin struct {
	*scoredExample
	list   ExampleList
	home   int // the list's run
	listed int // the example in it, -1 for none
}

func (r *listOrigin) isAway() bool { return r.run != r.home }

func (r *listOrigin) describePlace() string {
	list, where := r.s.RunName(r.home), "not in the filtered list"
	if place, of := r.list.At(r.listed); place >= 0 {
		where = fmt.Sprintf("%d of %d", place+1, of)
	} else if r.asked != "" {
		where = "a question of your own"
	}
	if r.isAway() {
		return where + " of " + list
	}
	return list + " · " + where
}

func (r *listOrigin) selectListed() {
	r.listed = r.twinOf(r.at, r.run, r.home)
	r.list.Select(r.listed)
}

func (r *listOrigin) twinOf(i, sourceRunIndex, targetRunIndex int) int {
	if sourceRunIndex == targetRunIndex {
		return i
	}
	return namesakeOf(r.s.Run(sourceRunIndex), i, r.s.Run(targetRunIndex))
}

// followingExample returns the next listed example, or failure, in direction d that the run on
// screen has; found is false at the list's end.
func (r *listOrigin) followingExample(d int, onlyFailures bool) (next int, found bool) {
	for at := r.twinOf(r.latest.wanted, r.run, r.home); at >= 0; {
		if at, found = r.list.Next(at, d, onlyFailures); !found {
			return 0, false
		}
		if next = r.twinOf(at, r.home, r.run); next >= 0 {
			return next, true
		}
	}
	return 0, false
}
