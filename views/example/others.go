package example

import (
	"slices"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/evidence"
)

// namesake returns the example of a run with the id of example i of another, -1
// where none has been read.
func namesake(from *loaders.Run, i int, in *loaders.Run) int {
	row, ok := from.Peek(i)
	if !ok {
		return -1
	}
	if other, ok := peek(in, i); ok && other == row.ID { // as runs on one data set mostly are
		return i
	}
	for k := range in.Len() {
		if other, ok := peek(in, k); ok && other == row.ID {
			return k
		}
	}
	return -1
}

// peek is the id of an example that was read.
func peek(run *loaders.Run, i int) (id string, ok bool) {
	if i >= run.Len() {
		return "", false
	}
	row, ok := run.Peek(i)
	return row.ID, ok
}

// beside is the same example of other runs.
type beside struct {
	asked []int // places in the runs that were read, or are being read
	list  []evidence.Other
}

// mostOthers bounds the other runs that one example is compared with.
const mostOthers = 12

// read returns what reads the example of run in the session's other runs, where
// its evidence can be compared with theirs and they are not read yet; nil for
// nothing to read.
func (b *beside) read(s *views.Session, run int, ex *loaders.Example, places []int) func() []evidence.Other {
	if !compares(ex) || slices.Equal(places, b.asked) {
		return nil
	}
	b.asked = slices.Clone(places)
	runs, asked, id := slices.Clone(s.Runs), b.asked, ex.ID
	return func() (list []evidence.Other) {
		for k, at := range asked {
			if k == run || at < 0 || len(list) == mostOthers {
				continue
			}
			// Rows hold only the beginning of an id.
			if ex := runs[k].Run.Example(at); ex.ID == id && compares(ex) {
				list = append(list, evidence.Other{Run: runs[k].Run.Name, Example: ex})
			}
		}
		return list
	}
}

// compares reports whether an example has anything that other runs can be compared by.
func compares(ex *loaders.Example) bool {
	return ex != nil && (len(ex.Attributions) > 0 || len(ex.Answer.ClassProbabilities()) > 0)
}
