package example

import (
	"faithscope/loaders"
)

// namesakeOf returns the place in another run of the example with the id of example i; -1 for none.
// It may be another example, because rows hold only the beginning of a long id. Without ids question and correct answer must
// agree too.
func namesakeOf(sourceRun *loaders.Run, i int, targetRun *loaders.Run) int {
	if i < 0 {
		return -1
	}
	row, ok := sourceRun.Peek(i)
	if !ok {
		return -1
	}
	isSame := func(k int) bool {
		other, ok := targetRun.Peek(k)
		return ok && other.ID == row.ID && (!loaders.Unnamed(row.ID, i) || other.Question == row.Question && other.Gold == row.Gold)
	}
	if isSame(i) { // as runs on one data set mostly are
		return i
	}
	for k := range targetRun.Len() {
		if isSame(k) {
			return k
		}
	}
	return -1
}
