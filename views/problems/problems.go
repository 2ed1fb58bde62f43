// Package problems lists the files that didn't open and what is wrong in all runs' files, grouped
// by cause.
package problems

import (
	"cmp"
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// problemsScreen lists the causes with their first problems, or all problems of one cause.
type problemsScreen struct {
	views.PlainView
	d *views.Data
	c *views.Console
	// kind is the What.Kind of the only cause listed, nil for all.
	kind   *string
	causes []problemCause
	rows   []problemRow
	kept   int
	total  int // more than kept if a run has too many to keep
	sheet  widget.Sheet
	width  int
}

// runProblem is a problem with its run's name, "" for none.
type runProblem struct {
	loaders.Problem
	run string
}

// problemCause is the problems of one kind, at least one, in the order of runs, files and lines.
type problemCause []runProblem

// causesOf puts causes first that lose examples, because these change the scores, then those with the
// most problems.
func causesOf(runProblems []runProblem) (causes []problemCause) {
	for _, p := range runProblems {
		i := slices.IndexFunc(causes, func(c problemCause) bool { return c.kindOf() == p.What.Kind })
		if i < 0 {
			i, causes = len(causes), append(causes, nil)
		}
		causes[i] = append(causes[i], p)
	}
	loaders.SortBy(causes, func(c problemCause) int { return -len(c) })
	loaders.SortBy(causes, func(c problemCause) int { return loaders.IfElse(c.losesExamples(), 0, 1) })
	return causes
}

func (c problemCause) losesExamples() bool {
	return slices.ContainsFunc(c, func(p runProblem) bool { return p.Lost || p.run == "" })
}

func (c problemCause) kindOf() string { return c[0].What.Kind }

func (c problemCause) countText() string { return loaders.Count(len(c), "problem") }

func (c problemCause) describeCause() string {
	if slices.ContainsFunc(c, func(p runProblem) bool { return !p.What.Equal(c[0].What) }) {
		return c[0].What.General()
	}
	return c[0].What.String()
}

// problemRow is a cause, or one of its problems.
type problemRow struct {
	problemCause
	at int // in the cause, -1 for the cause itself
}

func (r problemRow) isHeading() bool { return r.at < 0 }

func (r problemRow) rowKey() string {
	if r.isHeading() {
		return r.kindOf()
	}
	p := r.problemCause[r.at]
	return fmt.Sprintf("%s\x00%s\x00%s", p.run, p.Example, p.Problem)
}

// mostExamples is how many problems are listed under their cause.
const mostExamples = 3

// New returns the list of the problems of d by cause; only those of one kind, a What.Kind, unless
// it is nil.
func New(d *views.Data, c *views.Console, shownKind *string) views.View {
	v := &problemsScreen{d: d, c: c, kind: shownKind}
	v.sheet.Cursor, v.sheet.Whole = true, true
	v.sheet.Open, v.sheet.Empty, v.sheet.Style = v.openSelected, "no problems so far", v.styleOf
	v.sheet.Leave = func(column int) int { return [...]int{0, 2, 0, 3, 0, 4}[column] }
	v.gatherProblems()
	return v
}

// gatherProblems fills the rows: each cause has a heading and its first mostExamples problems, but
// a single problem has no heading, because that would repeat it. The selected row stays selected.
func (v *problemsScreen) gatherProblems() {
	selected := ""
	if len(v.rows) > 0 {
		selected = v.rows[v.sheet.Chosen()].rowKey()
	}
	all := loaders.Map(v.d.Unopened, func(p loaders.Problem) runProblem { return runProblem{Problem: p} })
	v.total, v.rows = len(all), nil
	for _, scored := range v.d.Runs {
		kept, count := scored.Run.Problems.All()
		all = append(all, loaders.Map(kept, func(p loaders.Problem) runProblem { return runProblem{p, scored.Run.Name} })...)
		v.total += count
	}
	v.kept = len(all)
	v.causes = slices.DeleteFunc(causesOf(all), func(c problemCause) bool { return v.kind != nil && c.kindOf() != *v.kind })
	for _, c := range v.causes {
		first, most := 0, len(c)
		if v.kind == nil && len(c) > 1 { // a single problem's heading would repeat it
			first, most = -1, min(len(c), mostExamples)
		}
		for at := first; at < most; at++ {
			v.rows = append(v.rows, problemRow{c, at})
		}
	}
	v.putRows()
	if at := slices.IndexFunc(v.rows, func(r problemRow) bool { return r.rowKey() == selected }); at >= 0 {
		v.sheet.ToRow(at)
	}
}

func (v *problemsScreen) putRows() {
	t := &table.Table{Name: "problems", Columns: table.Columns(table.Run, table.Problems)}
	t.Columns[4].Wide, t.Columns[5].Wide = true, true
	for _, r := range v.rows {
		if r.isHeading() {
			t.Add(r.countText(), "", nil, "", r.describeCause())
			continue
		}
		p, line, indent := r.problemCause[r.at], any(nil), widget.If(v.kind == nil && len(r.problemCause) > 1, "  ")
		if p.Line > 0 {
			line = p.Line
		}
		file := filepath.Base(p.File)
		t.Add(indent+cmp.Or(p.run, file), table.Cell{Value: file, Path: p.File}, line, p.Example, p.What.String(), p.Done.String())
	}
	v.sheet.Put(t, v.c.Look, v.width)
}

func (v *problemsScreen) Title() string {
	return loaders.IfElse(v.kind != nil, "One cause", "Problems")
}

// Update resizes the table, and gathers again on a [views.RefreshViews].
func (v *problemsScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.ResizeView:
		v.width = msg.Area.Dx()
		v.putRows()
		v.sheet.Resize(msg.Area.Dy())
	case views.RefreshViews:
		v.gatherProblems()
	}
	return nil
}

// Status returns how many problems and causes there are, and the selected cell.
func (v *problemsScreen) Status() string {
	text := loaders.Count(v.total, "problem")
	switch {
	case v.kind != nil && v.causes != nil:
		text = v.causes[0].countText()
	case v.total > v.kept:
		text = fmt.Sprintf("%d problems; only the first %d are kept", v.total, v.kept)
	}
	if len(v.causes) < v.kept {
		text += " · " + loaders.Count(len(v.causes), "cause")
	}
	return strings.TrimSuffix(text+" · "+v.sheet.Describe(), " · ")
}

func (v *problemsScreen) Actions() []widget.Action {
	empty := widget.When(func() bool { return v.sheet.Count() == 0 }, "no problems")
	return append(v.c.SheetActions("problems", v.Title(), &v.sheet),
		widget.Action{Name: "open", Help: "list all problems with this cause, or show one in full", Footer: true, Disabled: empty,
			Run: v.openSelected},
		widget.Action{Name: "copy-text", Help: "the problem, or all problems with its cause", Effect: widget.Leaves, Disabled: empty,
			Run: v.copySelected},
	)
}

func (v *problemsScreen) openSelected() tea.Cmd {
	r := v.rows[v.sheet.Chosen()]
	if r.isHeading() {
		kind := r.kindOf()
		return v.c.Push(New(v.d, v.c, &kind))
	}
	p := r.problemCause[r.at]
	text := [][2]string{
		{"run", p.run}, {"path", p.File}, {"line", widget.If(p.Line > 0, strconv.Itoa(p.Line))},
		{"example", p.Example}, {"what", p.What.String()}, {"done", p.Done.String()},
	}
	return v.c.ShowNote("Problem", text)
}

func (v *problemsScreen) copySelected() tea.Cmd {
	r := v.rows[v.sheet.Chosen()]
	of := r.problemCause
	if !r.isHeading() {
		of = of[r.at:][:1]
	}
	return v.c.Post(views.CopyToClipboard{Text: strings.Join(loaders.Map(of, runProblem.String), "\n"), What: of.countText(),
		Lines: r.isHeading()})
}

func (v *problemsScreen) Draw(f *widget.Frame, area image.Rectangle) {
	v.sheet.Draw(f, area, v.c.Look, widget.Focused)
	f.DrawPanel(area, v.c.Look, widget.Focused)
}

func (v *problemsScreen) styleOf(rowIndex, columnIndex int) widget.Style {
	t := v.c.Theme
	st := [...]widget.Style{t.Faint, t.Text, t.Text, t.Faint, t.Warn, t.Text}[columnIndex]
	if v.rows[rowIndex].isHeading() {
		return widget.Bold(st)
	}
	return st
}
