// Package problems is the screen of the files that did not open and of what is
// wrong in the files of all runs, grouped by cause.
package problems

import (
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// screen lists the causes of the problems of all runs, each with its first
// problems, or all problems of one cause.
type screen struct {
	views.Plain
	s *views.Session
	// kind is the What.Kind of the one cause that is listed, nil for all.
	kind   *string
	causes []*cause
	rows   []row
	kept   int
	total  int // more than kept where a run has too many to keep
	sheet  widget.Sheet
	width  int
}

// New returns the list of the problems of s, grouped by cause.
func New(s *views.Session) views.View { return newScreen(s, nil) }

func newScreen(s *views.Session, kind *string) *screen {
	v := &screen{s: s, kind: kind}
	v.sheet.Open, v.sheet.Empty, v.sheet.Style = v.open, "nothing is wrong in the files read so far", v.style
	v.sheet.Leave = func(column int) int { return [...]int{0, 2, 0, 3, 0, 4}[column] }
	v.gather()
	return v
}

// gather groups the problems that there are now. The selection stays on its
// row, whatever came before it.
func (v *screen) gather() {
	var selected row
	if len(v.rows) > 0 {
		selected = v.rows[v.sheet.Selected()]
	}
	var all []problemOf
	for _, p := range v.s.Unopened {
		all = append(all, problemOf{Problem: p})
	}
	v.total = len(all)
	for _, scored := range v.s.Runs {
		kept, count := scored.Run.Problems.All()
		for _, p := range kept {
			all = append(all, problemOf{p, scored.Run.Name})
		}
		v.total += count
	}
	v.kept = len(all)
	v.causes = causesOf(all)
	if v.kind == nil {
		v.rows = grouped(v.causes)
	} else {
		v.causes = slices.DeleteFunc(v.causes, func(c *cause) bool { return c.kind() != *v.kind })
		v.rows = nil
		for _, c := range v.causes {
			v.rows = c.rows(len(c.problems))
		}
	}
	v.put()
	if at := slices.IndexFunc(v.rows, selected.same); selected.cause != nil && at >= 0 {
		v.sheet.Select(at)
	}
}

// put shows the rows.
func (v *screen) put() {
	t := &table.Table{Name: "problems", Columns: table.Text.Columns("run", "file", "line", "example", "what", "done")}
	t.Columns[2].Kind, t.Columns[4].Title, t.Columns[4].Wide, t.Columns[5].Title, t.Columns[5].Wide = table.Count, "what is wrong", true, "what was done", true
	for _, r := range v.rows {
		if p := r.problem; r.heading() {
			t.Add(r.cause.count(), "", nil, "", r.cause.what(), "")
		} else {
			t.Add(r.indent()+p.name(), filepath.Base(p.File), p.line(), p.Example, p.What.String(), p.Done.String())
		}
	}
	v.sheet.Put(t, v.s.Look, v.width)
}

// Title implements [views.View].
func (v *screen) Title() string {
	if v.kind != nil {
		return "One cause"
	}
	return "Problems"
}

// Update handles sizes and new problems.
func (v *screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
		v.width = msg.Area.Dx()
		v.put()
		v.sheet.Resize(msg.Area.Dy())
	case views.Refresh:
		v.gather()
	}
	return nil
}

// Status says how many problems there are, and of how many causes.
func (v *screen) Status() string {
	if v.kind != nil {
		if len(v.causes) == 0 {
			return loaders.Count(0, "problem")
		}
		return v.causes[0].count() + ": " + v.causes[0].what()
	}
	text := loaders.Count(v.total, "problem")
	if v.total > v.kept {
		text = fmt.Sprintf("%d problems, the first %d are kept", v.total, v.kept)
	}
	if len(v.causes) < v.kept {
		text += " · " + loaders.Count(len(v.causes), "cause")
	}
	return text
}

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	empty := widget.When(func() bool { return len(v.rows) == 0 }, "there are no problems")
	return append(widget.MoveActions(func() widget.Scroller { return &v.sheet }),
		widget.Action{Name: "open", Help: "list all problems of the cause, or show the whole text of one", Footer: true, Disabled: empty, Run: v.open},
		widget.Action{Name: "copy-text", Help: "the problem, or all of the cause", Effect: widget.Leaves, Disabled: empty, Run: v.copy},
		views.ExportAction(v.s, "problems", func() *table.Document { return v.sheet.Exported(v.Title()) }),
	)
}

func (v *screen) open() tea.Cmd {
	r := v.rows[v.sheet.Selected()]
	if r.heading() {
		kind := r.cause.kind()
		return v.s.Push(newScreen(v.s, &kind))
	}
	p := r.problem
	where := p.File
	if p.Line > 0 {
		where += ":" + strconv.Itoa(p.Line)
	}
	text := [][2]string{{"run", p.run}, {"where", where}, {"example", p.Example}, {"what", p.What.String()}, {"done", p.Done.String()}}
	return v.s.Push(views.NewNote(v.s, "Problem", text))
}

func (v *screen) copy() tea.Cmd {
	r := v.rows[v.sheet.Selected()]
	if !r.heading() {
		return v.s.Post(views.Copy{Text: r.problem.String(), What: "problem"})
	}
	lines := make([]string, len(r.cause.problems))
	for i, p := range r.cause.problems {
		lines[i] = p.String()
	}
	return v.s.Post(views.Copy{Text: strings.Join(lines, "\n"), What: r.cause.count(), Lines: true})
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) { v.sheet.Draw(f, area, v.s.Look, true) }

// style is that of a cell; causes stand out.
func (v *screen) style(row, column int) widget.Style {
	t := v.s.Theme
	st := [...]lipgloss.Style{t.Faint, t.Text, t.Text, t.Faint, t.Warn, t.Text}[column]
	if v.rows[row].heading() {
		return widget.Bold(widget.Ink(st))
	}
	return widget.Ink(st)
}
