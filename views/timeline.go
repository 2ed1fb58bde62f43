package views

import tea "charm.land/bubbletea/v2"

// Deed is something that a person did and may take back: a mark, a tag, a filter, a
// setting, a change of what a module returned.
type Deed struct {
	Said       string // what was done, in a few words
	Undo, Redo func() tea.Cmd
}

// mostDeeds bounds how far back a timeline goes.
const mostDeeds = 1000

// timeline is what a person did, in order, and what was taken back of it.
type timeline struct{ done, undone []Deed }

// Did notes a deed; what was taken back before is forgotten.
func (t *timeline) Did(d Deed) {
	if len(t.done) == mostDeeds {
		t.done = t.done[1:]
	}
	t.done, t.undone = append(t.done, d), nil
}

// Undo takes the last deed back, and says which.
func (s *Session) Undo() tea.Cmd {
	return s.step(&s.done, &s.undone, "taken back: ", "there is nothing to take back", func(d Deed) tea.Cmd { return d.Undo() })
}

// Redo does again what was taken back last, and says what.
func (s *Session) Redo() tea.Cmd {
	return s.step(&s.undone, &s.done, "done again: ", "nothing was taken back", func(d Deed) tea.Cmd { return d.Redo() })
}

// step moves the last deed of one list to another.
func (s *Session) step(from, to *[]Deed, said, none string, do func(Deed) tea.Cmd) tea.Cmd {
	n := len(*from)
	if n == 0 {
		return s.Post(Flash{Text: none})
	}
	d := (*from)[n-1]
	*from, *to = (*from)[:n-1], append(*to, d)
	cmd := do(d)
	s.Post(Flash{Text: said + d.Said})
	return cmd
}

// Deeds is how many deeds can be taken back.
func (s *Session) Deeds() int { return len(s.done) }
