package example

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// elsewhere is what an example has to do with the same one in other runs.
type elsewhere struct {
	against *evidence.Reference // what the selected module is held against, nil for nothing
	keep    *kept               // when another run's example is shown, nil otherwise
	places  []int               // of the example in every run, -1 where that lacks it
}

// across is a list of one run's examples whose namesakes in another run are
// shown. It knows the examples of either run that were read.
type across struct {
	List
	home, shown *loaders.Run
	last        *[2]int // an example that was shown, and its namesake at home
}

// back is the example at home that an example shown is the namesake of, -1 for
// none.
func (a across) back(example int) int {
	if a.last[0] != example {
		*a.last = [2]int{example, namesake(a.shown, example, a.home)}
	}
	return a.last[1]
}

// namesake returns the example of a run with the id of example i of another, -1
// for none that was read.
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

// Place implements [List].
func (a across) Place(example int) (at, of int) {
	if home := a.back(example); home >= 0 {
		return a.List.Place(home)
	}
	_, of = a.List.Place(0)
	return -1, of
}

// Lists implements [List].
func (a across) Lists(example int) bool {
	home := a.back(example)
	return home >= 0 && a.List.Lists(home)
}

// Next implements [List]: what the other run does not have is passed over.
func (a across) Next(example, d int, failure bool) (next int, ok bool) {
	for at := a.back(example); at >= 0; {
		if at, ok = a.List.Next(at, d, failure); !ok {
			return 0, false
		}
		if next = namesake(a.home, at, a.shown); next >= 0 {
			return next, true
		}
	}
	return 0, false
}

// Select implements [List].
func (a across) Select(example int) {
	if home := a.back(example); home >= 0 {
		a.List.Select(home)
	}
}

// Find implements [List].
func (a across) Find(text string) (example int, why string) {
	if example, why = a.List.Find(text); why != "" {
		return 0, why
	}
	if example = namesake(a.home, example, a.shown); example < 0 {
		return 0, "the run does not have this example"
	}
	return example, ""
}

// runActions are the keys that show the same example of another run.
func (v *screen) runActions() []widget.Action {
	none := func() string {
		switch {
		case v.read.ex == nil:
			return "the example is still being read"
		case len(v.s.Runs) < 2:
			return "there is no other run"
		}
		return ""
	}
	step := func(name, help string, d int, keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: "List", Disabled: none, Run: func() tea.Cmd { return v.other(d) }}
	}
	return []widget.Action{
		views.RunAction(v.s, "`:run NAME` shows the same example of the run called so", none, v.toRun),
		hold(v),
		step("next-run", "show the same example of the next run, the same module selected", 1, "}", "L"),
		step("previous-run", "show that of the previous run", -1, "{", "H"),
	}
}

// hold is the action that holds the selected module, so that every other one is
// shown against it: another one of the program, or the same one of another run.
func hold(v *screen) widget.Action {
	return widget.Action{Name: "hold", Keys: []string{"O"}, Help: "hold the selected module: others, also of other runs ({ }), are shown against it; then let it go", Group: "Evidence",
		Disabled: widget.When(func() bool { return v.against == nil && v.program.Node() < 0 }, "no module is selected"),
		Run: func() tea.Cmd {
			if v.against != nil {
				v.against = nil
				return v.s.Post(views.Flash{Text: "no module is held any more"})
			}
			node := v.program.Node()
			v.against = &evidence.Reference{Name: evidence.Label(&v.read.ex.Program[node]) + " of " + loaders.Clean(v.s.Run(v.run).Name), Example: v.read.ex, Node: node}
			return v.s.Post(views.Flash{Text: "held: " + v.against.Name + " · select another module, or go to another run"})
		}}
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
	return v.s.Post(views.Flash{Text: "no other run has this example, as far as they were read"})
}

// toRun goes to the same example of another run of the session, or says that it
// is not there.
func (v *screen) toRun(run int) tea.Cmd {
	at := namesake(v.read.of, v.read.at, v.s.Run(run))
	if at < 0 {
		return v.s.Post(views.Flash{Text: v.s.Run(run).Name + " does not have this example, as far as it was read", Bad: true})
	}
	list, home := v.list, v.s.Run(v.run)
	if a, ok := list.(across); ok {
		list, home = a.List, a.home
	}
	if v.list = list; v.s.Run(run) != home {
		v.list = across{list, home, v.s.Run(run), &[2]int{-1, -1}}
	}
	v.run, v.keep = run, &kept{v.read.ex.ID, v.program.Node()}
	return v.open(at)
}

// kept is what stays when another run's example is shown.
type kept struct {
	id   string
	node int
}

// keepSelected selects the module that was selected in another run.
func (v *screen) keepSelected() {
	keep := v.keep
	v.keep = nil
	switch {
	case keep == nil:
	case v.read.ex.ID != keep.id: // rows have the beginning of an id
		v.s.Post(views.Flash{Text: "this is not the same example: only the beginning of its id is", Bad: true})
	case keep.node >= 0 && keep.node < len(v.read.ex.Program):
		v.program.SelectNode(keep.node)
	}
}

// locate finds the example in every run; places are nil for a single one.
func (v *screen) locate() {
	if v.places = nil; len(v.s.Runs) < 2 {
		return
	}
	for k, scored := range v.s.Runs {
		at := v.read.at
		if k != v.run {
			at = namesake(v.read.of, v.read.at, scored.Run)
		}
		v.places = append(v.places, at)
	}
}

// strip says how each run did on the example: "[layer ✓○]  sum ✗●", and without
// the names, "[✓○] ✗●"; "" for a single run.
func strip(v *screen) (named, bare string) {
	if len(v.s.Runs) != len(v.places) {
		return "", ""
	}
	var names, all []string
	for k, scored := range v.s.Runs {
		text := "–"
		switch at := v.places[k]; {
		case at >= 0:
			text = signs(scored.Summaries(v.s.Settings), at)
		case scored.Run.Dataset != v.s.Run(v.run).Dataset: // of which nobody expects the example
			continue
		}
		name := loaders.Clean(scored.Run.Name) + " " + text
		if k == v.run {
			name, text = "["+name+"]", "["+text+"]"
		}
		names, all = append(names, name), append(all, text)
	}
	return strings.Join(names, "  "), strings.Join(all, " ")
}

// signs are the verdicts on an example's answer and faithfulness.
func signs(rows *session.Summaries, at int) string {
	if at >= rows.Len() {
		return "–"
	}
	return [...]string{"?", "✓", "✗"}[rows.Answer(at)] + [...]string{"", "●", "○"}[rows.Faithful(at)]
}
