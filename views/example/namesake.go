package example

import (
	"faithscope/loaders"
)

// namesakeOf returns the place in another run of the example with the id of example i; -1 for none.
// It may be another example, because rows hold only the beginning of a long id.
func namesakeOf(sourceRun *loaders.Run, i int, targetRun *loaders.Run) int {
	id, ok := peekID(sourceRun, i)
	if !ok {
		return -1
	}
	if other, ok := peekID(targetRun, i); ok && other == id { // as runs on one data set mostly are
		return i
	}
	for k := range targetRun.Len() {
		if other, ok := peekID(targetRun, k); ok && other == id {
			return k
		}
	}
	return -1
}

func peekID(run *loaders.Run, i int) (id string, ok bool) {
	if i < 0 || i >= run.Len() {
		return "", false
	}
	row, ok := run.Peek(i)
	return row.ID, ok
}
