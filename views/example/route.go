package example

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
)

// listRoute is the list that the example was opened from, perhaps of another run.
type listRoute struct {
	record *record
	list   List
	home   int // the list's run
	listed int // the example in it, -1 for none
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

// followingExample returns the next listed example, or failure, in direction d that the run on
// screen has; found is false at the list's end.
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
