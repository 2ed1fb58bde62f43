package example

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// runActions are the keys that show the same example of another run.
func (v *screen) runActions() []widget.Action {
	none := func() string { return cmp.Or(v.unread(), widget.If(len(v.s.Runs) < 2, "there is no other run")) }
	step := func(name string, d int) widget.Action {
		return widget.Action{Name: name, Help: "show the same example of another run, the same module selected",
			Disabled: none, Run: func() tea.Cmd { return v.other(d) }}
	}
	return []widget.Action{
		views.RunAction(v.s, "show the same example of the run of that name", none, v.toRun),
		hold(v), step("next-run", 1), step("previous-run", -1),
		{Name: "base-run", Help: "show the same example of the base run", Run: func() tea.Cmd { return v.toRun(*v.s.Base) },
			Disabled: func() string {
				return cmp.Or(none(), widget.If(v.s.Base == nil, "no run is the base model: `:base NAME` chooses one"))
			}},
	}
}

// hold is the action that holds the selected module, so that every other one is
// compared with it: another of the program, or the same one of another run.
func hold(v *screen) widget.Action {
	return widget.Action{Name: "hold",
		Disabled: widget.When(func() bool { return v.against == nil && v.program.Node() < 0 }, "no module is selected"),
		Run: func() tea.Cmd {
			if v.against != nil {
				v.against = nil
				return v.s.Post(views.Flash{Text: "the module is no longer held"})
			}
			node := v.program.Node()
			name := evidence.Label(&v.read.ex.Program[node]) + " of " + loaders.Clean(v.s.Run(v.run).Name)
			v.against = &evidence.Reference{Name: name, Example: v.read.ex, Node: node}
			return v.s.Post(views.Flash{Text: "held: " + v.against.Name + " · select another module, or go to another run"})
		}}
}

// twin is the example of a run of the session with the id of example i of another, -1
// for none that was read.
func (v *screen) twin(i, from, in int) int {
	if from == in || i < 0 {
		return i
	}
	return namesake(v.s.Run(from), i, v.s.Run(in))
}

// follower is the next example of the list, or the next failure, in direction
// d, ±1, that the run has.
func (v *screen) follower(d int, failure bool) (next int, found bool) {
	for at := v.twin(v.wanted, v.run, v.home); at >= 0; {
		if at, found = v.list.Next(at, d, failure); !found {
			return 0, false
		}
		if next = v.twin(at, v.home, v.run); next >= 0 {
			return next, true
		}
	}
	return 0, false
}

// another is the screen of another example of the run, with the list of this one.
func (v *screen) another(at int) *screen {
	w, _ := New(v.s, v.run, at, v.list).(*screen)
	w.home = v.home
	return w
}

// other goes to the same example of the nearest run in direction d that has it.
func (v *screen) other(d int) tea.Cmd {
	n := len(v.s.Runs)
	for k := 1; k < n; k++ {
		run := (v.run + d*k%n + n) % n
		if namesake(v.read.of, v.read.at, v.s.Run(run)) >= 0 {
			return v.toRun(run)
		}
	}
	return v.s.Post(views.Flash{Text: "no other run has this example in what was read so far"})
}

// toRun goes to the same example of another run of the session, or says that it
// is not there.
func (v *screen) toRun(run int) tea.Cmd {
	at := namesake(v.read.of, v.read.at, v.s.Run(run))
	if at < 0 {
		return v.s.Post(views.Flash{Text: v.s.Run(run).Name + " does not have this example in what was read so far", Bad: true})
	}
	v.run, v.keep = run, &kept{v.read.ex.ID, v.program.Node()}
	return v.open(at)
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
