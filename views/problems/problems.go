// Package problems is the screen of the files that did not open and of what is
// wrong in the files of all runs.
package problems

import (
	"fmt"
	"image"
	"path/filepath"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// screen lists the files that did not open and what is wrong in the files
// of all runs.
type screen struct {
	views.Plain
	s     *views.Session
	list  []problemOf
	total int // more than len(list) where a run has too many to keep
	table widget.Table
}

// problemOf is a problem with the name of its run, "" for none.
type problemOf struct {
	loaders.Problem
	run string
}

// New returns the list of the problems of s.
func New(s *views.Session) views.View {
	v := &screen{s: s}
	v.table = widget.Table{
		Columns: []widget.Column{
			{Title: "run", Width: 12, Drop: 1},
			{Title: "file", Width: 16, Grow: 1},
			{Title: "line", Width: 6, Right: true},
			{Title: "example", Width: 12, Grow: 1, Drop: 2},
			{Title: "what is wrong", Width: 22, Grow: 3},
			{Title: "what was done", Width: 20, Grow: 2, Drop: 3},
		},
		Entries: v.entries,
		Open:    v.open,
		Empty:   "nothing is wrong in the files read so far",
	}
	v.gather()
	return v
}

func (v *screen) gather() {
	v.list, v.total = nil, len(v.s.Unopened)
	for _, p := range v.s.Unopened {
		v.list = append(v.list, problemOf{Problem: p})
	}
	for _, scored := range v.s.Runs {
		kept, count := scored.Run.Problems.All()
		for _, p := range kept {
			v.list = append(v.list, problemOf{p, scored.Run.Name})
		}
		v.total += count
	}
	v.table.SetCount(len(v.list))
}

// Title implements [views.View].
func (v *screen) Title() string { return "Problems" }

// Update handles sizes and new problems.
func (v *screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
		v.table.Resize(msg.Area.Dy())
	case views.Refresh:
		v.gather()
	}
	return nil
}

// Status says how many problems there are.
func (v *screen) Status() string {
	if v.total > len(v.list) {
		return fmt.Sprintf("%d problems, the first %d are kept", v.total, len(v.list))
	}
	return loaders.Count(v.total, "problem")
}

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	empty := widget.When(func() bool { return len(v.list) == 0 }, "there are no problems")
	return append(widget.MoveActions(func() widget.Scroller { return &v.table }),
		widget.Action{Name: "read", Keys: []string{"enter", "l", "o"}, Help: "show the whole text of the problem", Group: "Open", Footer: true, Disabled: empty, Run: v.open},
		widget.Action{Name: "copy", Keys: []string{"y"}, Help: "copy the problem", Group: "Open", Footer: true, Disabled: empty, Run: func() tea.Cmd {
			return v.s.Post(views.Copy{Text: v.list[v.table.Selected()].String(), What: "problem"})
		}},
	)
}

func (v *screen) open() tea.Cmd {
	p := v.list[v.table.Selected()]
	where := p.File
	if p.Line > 0 {
		where += ":" + strconv.Itoa(p.Line)
	}
	text := [][2]string{{"run", p.run}, {"where", where}, {"example", p.Example}, {"what", p.What.String()}, {"done", p.Done.String()}}
	return v.s.Push(views.NewNote(v.s, "Problem", text))
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	v.table.Draw(f, area, v.s.Look, true)
}

func (v *screen) entries(i int) []widget.Entry {
	p := v.list[i]
	line := ""
	if p.Line > 0 {
		line = strconv.Itoa(p.Line)
	}
	faint, text := widget.Ink(v.s.Theme.Faint), widget.Ink(v.s.Theme.Text)
	return []widget.Entry{
		{Text: p.run, Style: faint}, {Text: filepath.Base(p.File), Style: text}, {Text: line, Style: text},
		{Text: p.Example, Style: faint}, {Text: p.What.String(), Style: widget.Ink(v.s.Theme.Warn)}, {Text: p.Done.String(), Style: text},
	}
}
