package example

import (
	"slices"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/evidence"
)

// beside is the same example of other runs.
type beside struct {
	asked []int // places in the runs that were read, or are being read
	list  []evidence.Other
}

// mostOthers bounds the runs that are compared on one example.
const mostOthers = 12

// read returns what reads the example of run in the session's other runs, as
// far as its evidence can be held against theirs and they are not read yet; nil
// for nothing to read.
func (b *beside) read(s *views.Session, run int, ex *loaders.Example, places []int) func() []evidence.Other {
	if !compares(ex) || slices.Equal(places, b.asked) {
		return nil
	}
	b.asked = slices.Clone(places)
	type place struct {
		run *loaders.Run
		at  int
	}
	var wanted []place
	for k, at := range b.asked {
		if k != run && at >= 0 && len(wanted) < mostOthers {
			wanted = append(wanted, place{s.Run(k), at})
		}
	}
	if wanted == nil {
		return nil
	}
	id := ex.ID
	return func() (list []evidence.Other) {
		for _, p := range wanted {
			// Rows have the beginning of an id.
			if ex := p.run.Example(p.at); ex.ID == id && compares(ex) {
				list = append(list, evidence.Other{Run: p.run.Name, Example: ex})
			}
		}
		return list
	}
}

// compares reports whether an example has what can be held against that of
// other runs.
func compares(ex *loaders.Example) bool {
	return ex != nil && (len(ex.Attributions) > 0 || len(ex.Answer.ClassProbabilities()) > 0)
}
