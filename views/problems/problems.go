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

	"faithscope/loaders"
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
	table  widget.Table
}

// New returns the list of the problems of s, grouped by cause.
func New(s *views.Session) views.View { return newScreen(s, nil) }

func newScreen(s *views.Session, kind *string) *screen {
	v := &screen{s: s, kind: kind}
	v.table = widget.Table{Entries: v.entries, Open: v.open, Empty: "nothing is wrong in the files read so far"}
	v.gather()
	return v
}

// gather groups the problems that there are now. The selection stays on its
// row, whatever came before it.
func (v *screen) gather() {
	var selected row
	if len(v.rows) > 0 {
		selected = v.rows[v.table.Selected()]
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
	v.table.SetCount(len(v.rows))
	v.table.Columns = v.columns()
	if at := slices.IndexFunc(v.rows, selected.same); selected.cause != nil && at >= 0 {
		v.table.Select(at)
	}
}

// columns are those of the list: what is wrong has the room that the others leave,
// and on a narrow screen takes theirs.
func (v *screen) columns() []widget.Column {
	const longest = 24
	column := func(title string, least, drop int, of func(p *problemOf) string) widget.Column {
		width := widget.Widest(max(least, len(title)), len(v.rows), func(i int) string {
			if r := v.rows[i]; !r.heading() {
				return of(r.problem)
			}
			return ""
		})
		return widget.Column{Title: title, Width: min(width, longest), Drop: drop, Most: width}
	}
	columns := []widget.Column{
		column("run", 8, 0, func(p *problemOf) string { return "  " + p.name() }),
		column("file", 8, 2, func(p *problemOf) string { return filepath.Base(p.File) }),
		column("line", 5, 0, func(p *problemOf) string { return p.line() }),
		column("example", 0, 3, func(p *problemOf) string { return p.Example }),
		{Title: "what is wrong", Width: 44, Grow: 1},
		column("what was done", 0, 4, func(p *problemOf) string { return p.Done.String() }),
	}
	columns[2].Right, columns[len(columns)-1].Grow = true, 1
	return columns
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
		v.table.Resize(msg.Area.Dy())
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
	return append(widget.MoveActions(func() widget.Scroller { return &v.table }),
		widget.Action{Name: "read", Keys: []string{"enter", "l", "o"}, Help: "list all problems of the cause, or show the whole text of one", Group: "Open", Footer: true, Disabled: empty, Run: v.open},
		widget.Action{Name: "copy", Keys: []string{"y"}, Help: "copy the problem, or all of the cause", Group: "Open", Effect: widget.Leaves, Footer: true, Disabled: empty, Run: v.copy},
	)
}

func (v *screen) open() tea.Cmd {
	r := v.rows[v.table.Selected()]
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
	r := v.rows[v.table.Selected()]
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
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	v.table.Draw(f, area, v.s.Look, true)
}

func (v *screen) entries(i int) []widget.Entry {
	r := v.rows[i]
	faint, text, warn := widget.Ink(v.s.Theme.Faint), widget.Ink(v.s.Theme.Text), widget.Ink(v.s.Theme.Warn)
	if r.heading() { // over all columns
		return []widget.Entry{{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			area.Max.X = f.Bounds().Max.X
			pen := widget.NewPen(f, area)
			pen.Put(widget.Over(widget.Bold(text), base), r.cause.count()+"  ")
			pen.Put(widget.Over(widget.Bold(warn), base), r.cause.what())
		}}}
	}
	p := r.problem
	return []widget.Entry{
		{Text: r.indent() + p.name(), Style: faint}, {Text: filepath.Base(p.File), Style: text}, {Text: p.line(), Style: text},
		{Text: p.Example, Style: faint}, {Text: p.What.String(), Style: warn}, {Text: p.Done.String(), Style: text},
	}
}
