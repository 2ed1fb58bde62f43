package example

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
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

// ExportAction writes examples of a run of the session, of which where is the query,
// to a file that is called name unless a person says otherwise.
func ExportAction(s *views.Session, run int, name string, rows func() []int, where string, none func() string) widget.Action {
	return widget.Action{
		Name: "export", Help: "write what is listed to a file, as .html with pictures, or the screen as a picture",
		Effect: widget.Writes, Footer: true,
		Disabled: func() string { return cmp.Or(widget.If(s.Export == nil, "nothing can be written here"), none()) },
		Values: func() (names []string) {
			for _, ending := range []string{".html", ".csv", ".md", ".tex", ".jsonl", ".png", ".svg"} {
				names = append(names, loaders.Clean(name)+ending)
			}
			return names
		},
		With: func(path string) tea.Cmd {
			if strings.HasSuffix(path, ".png") || strings.HasSuffix(path, ".svg") {
				return s.Post(views.SaveScreen{Path: path})
			}
			s.Post(views.Flash{Text: "writing " + loaders.Count(len(rows()), "example") + " to " + path + " …"})
			export := s.Export(run, slices.Clone(rows()), where, path)
			return func() tea.Msg {
				said, err := export()
				if err != nil {
					return views.Flash{Text: "not written: " + err.Error(), Bad: true}
				}
				return views.Flash{Text: said}
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
		var parts []string
		for _, ending := range endings {
			parts = append(parts, strings.TrimSuffix(names[0], filepath.Ext(names[0]))+"-"+part+ending)
		}
		return append(parts, names...)
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
				return cmp.Or(v.unread(), widget.If(len(v.read.entailed) == 0, "the example entails no other question"))
			}},
		{Name: "same-picture", Run: func() tea.Cmd { return v.list.Lead(v.run, v.read.at, picture()) },
			Disabled: func() string {
				return cmp.Or(v.unread(), widget.If(picture() == (Lead{}), "the example has no picture"))
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
