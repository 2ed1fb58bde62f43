package example

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/evidence"
)

// beside is the same example of other runs.
type beside struct {
	asked []int // places in the runs that were read, or are being read
	list  []evidence.Other
}

// others is the same example of other runs, which was asked for.
type others struct {
	view    *screen
	request int
	list    []evidence.Other
}

// mostOthers bounds the runs that are compared on one example.
const mostOthers = 12

// read returns the command that reads a screen's example of the other runs, as
// far as its evidence can be held against theirs and they are not read yet; nil
// for nothing to read.
func (b *beside) read(v *screen) tea.Cmd {
	if !compares(v.read.ex) || slices.Equal(v.places, b.asked) {
		return nil
	}
	b.asked = slices.Clone(v.places)
	type place struct {
		run *loaders.Run
		at  int
	}
	var wanted []place
	for k, at := range b.asked {
		if k != v.run && at >= 0 && len(wanted) < mostOthers {
			wanted = append(wanted, place{v.s.Run(k), at})
		}
	}
	if wanted == nil {
		return nil
	}
	request, id := v.request, v.read.ex.ID
	return func() tea.Msg {
		msg := others{view: v, request: request}
		for _, p := range wanted {
			// Rows have the beginning of an id.
			if ex := p.run.Example(p.at); ex.ID == id && compares(ex) {
				msg.list = append(msg.list, evidence.Other{Run: p.run.Name, Example: ex})
			}
		}
		return msg
	}
}

// compares reports whether an example has what can be held against that of
// other runs.
func compares(ex *loaders.Example) bool {
	return ex != nil && (len(ex.Attributions) > 0 || len(ex.Answer.ClassProbabilities()) > 0)
}
