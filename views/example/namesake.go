package example

import (
	"faithscope/loaders"
)

// namesakeOf returns the example of a run with the id of example i of another, -1
// where none has been read.
func namesakeOf(from *loaders.Run, i int, in *loaders.Run) int {
	row, ok := from.Peek(i)
	if !ok {
		return -1
	}
	if other, ok := peekID(in, i); ok && other == row.ID { // as runs on one data set mostly are
		return i
	}
	for k := range in.Len() {
		if other, ok := peekID(in, k); ok && other == row.ID {
			return k
		}
	}
	return -1
}

// peekID returns the id of an example that was read.
func peekID(run *loaders.Run, i int) (id string, ok bool) {
	if i >= run.Len() {
		return "", false
	}
	row, ok := run.Peek(i)
	return row.ID, ok
}
