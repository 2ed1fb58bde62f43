package example

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// List is the list that an example was opened from.
type List interface {
	// At returns where an example is in the list, -1 where it is not listed,
	// and how many are.
	At(example int) (at, of int)
	// Next returns the listed example that follows one in direction d, ±1, or
	// the next failure. From one that is no longer listed it goes on from where
	// that was. ok is false at the list's end.
	Next(example, d int, failure bool) (next int, ok bool)
	// Lists reports whether the list would have an example if it were made now:
	// while another screen covers it, it stays as it was when settings move.
	Lists(example int) bool
	// Earlier names the settings that have moved since the list was made, with
	// their old values; "" for none.
	Earlier() string
	// Select selects an example, if it is listed.
	Select(example int)
	// Lead opens the list that a fact about an example of a run of the session
	// leads to, with that example selected if it is listed.
	Lead(run, example int, to Lead) tea.Cmd
	// Few opens the list of a few examples of a run of the session, ascending, under
	// a name.
	Few(run int, places []int, named string) tea.Cmd
	// Find returns the listed example with an id, or else at a place, from 1;
	// or why there is none.
	Find(text string) (example int, why string)
}

// GotoAction is `:goto` on the screens of a list: show goes to an example.
func GotoAction(s *views.Session, list List, show func(example int) tea.Cmd) widget.Action {
	return widget.Action{
		Name: "goto", Help: "`:goto ID` or `:42` goes to an example of the list",
		With: func(text string) tea.Cmd {
			at, why := list.Find(text)
			if why != "" {
				return s.Post(views.Flash{Text: why, Bad: true})
			}
			return show(at)
		},
	}
}

// Endings are those of the files that examples are offered to be written to.
var Endings = []string{".html", ".csv", ".md", ".tex", ".jsonl"}

// ExportAction writes examples of a run of the session, of which where is the query,
// to a file that is called name unless a person says otherwise.
func ExportAction(s *views.Session, run int, name string, rows func() []int, where string, none func() string) widget.Action {
	return widget.Action{
		Name: "export", Help: "write what is listed to a file, as .html with pictures, or the screen as a picture",
		Effect: widget.Writes, Footer: true,
		Disabled: func() string { return cmp.Or(widget.If(s.Export == nil, "nothing can be written here"), none()) },
		Values: func() []string {
			return loaders.Map(append(slices.Clone(Endings), ".png", ".svg"), func(ending string) string { return loaders.Clean(name) + ending })
		},
		With: func(path string) tea.Cmd {
			if strings.HasSuffix(path, ".png") || strings.HasSuffix(path, ".svg") {
				return s.Post(views.SaveScreen{Path: path})
			}
			s.Post(views.Flash{Text: "writing " + loaders.Count(len(rows()), "example") + " to " + path + " …"})
			export := s.Export(run, slices.Clone(rows()), where, path)
			return func() tea.Msg {
				said, err := export()
				wrote := views.Wrote("", path, err)
				if err == nil {
					wrote.Text = said
				}
				return wrote
			}
		},
	}
}

// WithPart lets an export write only a part of what is there, to a file whose
// name ends in -PART before one of some endings. While there is such a part,
// these names are offered first.
func WithPart(a widget.Action, part string, endings []string, there func() bool, write func(path string) tea.Cmd) widget.Action {
	values, with := a.Values, a.With
	a.Values = func() []string {
		names := values()
		if !there() {
			return names
		}
		stem := strings.TrimSuffix(names[0], filepath.Ext(names[0])) + "-" + part
		return append(loaders.Map(endings, func(ending string) string { return stem + ending }), names...)
	}
	a.With = func(path string) tea.Cmd {
		if ending := filepath.Ext(path); there() && slices.Contains(endings, ending) && strings.HasSuffix(path, "-"+part+ending) {
			return write(path)
		}
		return with(path)
	}
	return a
}

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

// relatedActions list the questions that the example entails, and those about the same
// picture.
func relatedActions(v *screen) []widget.Action {
	picture := func() Lead {
		if v.read.ex == nil || len(v.read.ex.Images) == 0 {
			return Lead{}
		}
		return alike("image", v.read.ex.Images[0].Path).Lead
	}
	return []widget.Action{
		{Name: "entailed", Footer: len(v.read.entailed) > 0,
			Run: func() tea.Cmd { return relate(v, "entailed by "+v.read.ex.ID, v.read.entailed) },
			Disabled: func() string {
				return cmp.Or(v.whyUnread(), widget.If(len(v.read.entailed) == 0, "the example entails no other question"))
			}},
		{Name: "same-picture", Run: func() tea.Cmd { return v.list.Lead(v.run, v.read.at, picture()) },
			Disabled: func() string {
				return cmp.Or(v.whyUnread(), widget.If(picture() == (Lead{}), "the example has no picture"))
			}},
	}
}

// relate lists related questions, those that were found.
func relate(v *screen, name string, all []int) tea.Cmd {
	places := slices.DeleteFunc(slices.Clone(all), func(at int) bool { return at < 0 })
	if len(places) == 0 {
		return v.s.Post(views.Flash{Text: "the run has no such question"})
	}
	slices.Sort(places)
	return v.list.Few(v.run, slices.Compact(places), name)
}

// runActions are the keys that show the same example of another run.
func (v *screen) runActions() []widget.Action {
	none := func() string { return cmp.Or(v.whyUnread(), widget.If(len(v.s.Runs) < 2, "there is no other run")) }
	step := func(name string, d int) widget.Action {
		return widget.Action{Name: name, Help: "show the same example of another run, the same module selected",
			Disabled: none, Run: func() tea.Cmd { return v.goToOtherRun(d) }}
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

// goToOtherRun goes to the same example of the nearest run in direction d that has it.
func (v *screen) goToOtherRun(d int) tea.Cmd {
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
