package example

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
)

// route is the way to the example that is shown: the list that it was opened from, whose run
// may be another than the one that is shown.
type listRoute struct {
	record *record
	list   List
	home   int // the run that the list is of, in the session
	listed int // the example in it, -1 for none that was read
}

func (r *listRoute) isAway() bool { return r.record.run != r.home }

func (r *listRoute) describePlace() string {
	list, where := r.record.s.Run(r.home).Name, "not in the filtered list"
	if place, of := r.list.At(r.listed); place >= 0 {
		where = fmt.Sprintf("%d of %d", place+1, of)
	}
	if r.isAway() {
		return where + " of " + list
	}
	return list + " · " + where
}

func (r *listRoute) selectListed() {
	r.listed = r.twinOf(r.record.at, r.record.run, r.home)
	r.list.Select(r.listed)
}

func (r *listRoute) followLead(to Lead) tea.Cmd { return r.list.Lead(r.record.run, r.record.at, to) }

func (r *listRoute) twinOf(i, from, in int) int {
	if from == in || i < 0 {
		return i
	}
	return namesakeOf(r.record.s.Run(from), i, r.record.s.Run(in))
}

// followingExample returns the example of the run that is shown which comes next in the list in
// direction d, ±1, a failure if asked; listed examples that the run does not have are skipped.
// found is false at the list's end.
func (r *listRoute) followingExample(d int, failure bool) (next int, found bool) {
	for at := r.twinOf(r.record.latest.wanted, r.record.run, r.home); at >= 0; {
		if at, found = r.list.Next(at, d, failure); !found {
			return 0, false
		}
		if next = r.twinOf(at, r.home, r.record.run); next >= 0 {
			return next, true
		}
	}
	return 0, false
}
