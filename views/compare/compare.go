// Package compare is the fourth place: two runs side by side, of however many are open. A
// sentence says which differences are real, then come the examples that change, every
// score with its test, and how far any two runs agree. It shows the same numbers as
// `faithscope compare` ([report.Compare], [report.Agree]).
package compare

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// screen compares run a with run b, by their indices in the session.
type screen struct {
	views.Computed[compared]
	s     *views.Session
	a, b  int
	where string // a query: only these examples of b are compared, "" for all

	changes widget.Sheet
	tests   tests
	runs    matrix
	focus   *widget.Sheet // what keys move
}

// compared is what is shown of two runs.
type compared struct {
	a, b       int
	kept       [][]int // the examples that are compared, by runs; nil for all
	comparison *report.Comparison
	agreement  *report.Agreement // of all runs, for the matrix
	changes    []report.Change
	err        error
}

// New returns the comparison of runs a and b of a session, by their indices.
func New(s *views.Session, a, b int) views.View { return newScreen(s, a, b) }

func newScreen(s *views.Session, a, b int) *screen {
	v := &screen{s: s, a: a, b: b, tests: tests{s: s}, runs: matrix{s: s}}
	v.Computed = views.NewComputed(s, v.work, v.arrange)
	// While runs are being read their numbers would be out of date at once.
	v.Stale = func() bool { return v.Under != s.Settings || v.complete() && v.Read < s.Read() }
	v.focus = &v.changes
	v.changes.More, v.tests.sheet.More, v.changes.Least = true, true, 24
	v.changes.Open, v.tests.sheet.Open = v.openChange, v.openTest
	v.runs.sheet = widget.Sheet{Cursor: true, OpenCell: v.pickPair, Least: 14}
	v.runs.sheet.Leave = func(k int) int {
		if k < firstRun { // how often the run is good stays
			return 0
		}
		return 1 + max(k-v.runs.sheet.Column, v.runs.sheet.Column-k)
	}
	v.arrange()
	return v
}

// Place implements [views.OfPlace].
func (v *screen) Place() views.Place { return views.PlaceCompare }

// Scope implements [views.Scoped].
func (v *screen) Scope() string {
	c := v.Shown.comparison
	if c == nil {
		return v.where
	}
	text := fmt.Sprintf("%d of %d", c.Pairs, v.s.Run(v.Shown.b).Len())
	if v.where != "" {
		text = v.where + "  " + text
	}
	return text
}

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	cluster := widget.If(v.tests.by != session.ByExample, v.tests.by.String())
	return views.Given(views.Do("compare", v.name(v.a)+Against+v.name(v.b)), views.Do("filter", v.where), views.Do("cluster", cluster))
}

// Compared implements [views.Comparing].
func (v *screen) Compared() []string { return []string{v.name(v.a), v.name(v.b)} }

func (v *screen) name(run int) string { return v.s.Run(run).Name }

// Against is the word between two runs in the command that compares them.
const Against = " against "

// Root compares the run in scope, on the examples in scope, with the one that the person
// marked, or else with the base run, or else with the one above it on its data set, or
// below it.
func Root(s *views.Session) views.View {
	b := max(0, min(s.Scope.Run, len(s.Runs)-1))
	choice := []int{s.Scope.Against - 1}
	if s.Base != nil {
		choice = append(choice, *s.Base)
	}
	choice = append(choice, loaders.Filter([]int{b - 1, b + 1}, func(near int) bool {
		return near >= 0 && near < len(s.Runs) && s.Run(near).Dataset == s.Run(b).Dataset
	})...)
	other := min(1, len(s.Runs)-1)
	a, ok := widget.First(append(choice, b-1, other), func(run int) bool { return run >= 0 && run != b })
	if !ok {
		a = other
	}
	v := newScreen(s, a, b)
	v.where = widget.If(b == s.Scope.Run, s.Scope.Where)
	return v
}

// Action compares two runs by their names; without them it goes to Compare.
func Action(s *views.Session) widget.Action {
	return widget.Action{
		Name: "compare", Help: "go to Compare; `:compare A against B` compares two runs",
		Values: func() (pairs []string) {
			for a := range s.Runs {
				for b := range s.Runs {
					if a != b {
						pairs = append(pairs, s.Run(a).Name+Against+s.Run(b).Name)
					}
				}
			}
			return pairs
		},
		With: func(value string) tea.Cmd {
			left, right, _ := strings.Cut(value, Against)
			a, b := slices.Index(s.Names(), strings.TrimSpace(left)), slices.Index(s.Names(), strings.TrimSpace(right))
			if a < 0 || b < 0 || a == b {
				return s.Post(views.Flash{Text: "`:compare A against B` takes the names of two runs", Bad: true})
			}
			return s.Post(views.Go{Place: views.PlaceCompare, Root: New(s, a, b)})
		},
	}
}

// complete reports whether every run was read to its end.
func (v *screen) complete() bool {
	return !slices.ContainsFunc(v.s.Runs, func(run *session.Scored) bool {
		_, _, complete := run.Progress()
		return !complete
	})
}

// arrange fits the tables to what is shown and to the area.
func (v *screen) arrange() {
	v.changes.Empty, v.tests.sheet.Empty = "comparing …", ""
	if v.Shown.err != nil {
		v.changes.Empty = ""
	} else if v.Shown.comparison != nil {
		v.changes.Empty, v.tests.sheet.Empty = "no example changes", "the runs have no score in common"
	}
	v.runs.match(v.a, v.b, v.Shown.agreement)
	at := v.layout(v.Area)
	v.putChanges(at.changes.Dx())
	if v.Shown.comparison != nil {
		v.tests.put(v.Shown.comparison.Tests, at.tests.Dx())
	}
	v.runs.put(v.a, v.b, at.runs.Dx())
	if v.focus != &v.runs.sheet { // it follows the pair that is compared
		v.runs.sheet.Select(slices.Index(v.runs.matched, v.a))
		v.runs.sheet.Steer(firstRun+slices.Index(v.runs.matched, v.b)-v.runs.sheet.Column, at.runs.Dx())
	}
	for sheet, area := range at.of(v) {
		sheet.Resize(area.Dy())
	}
}

// Status says what the selected cell of the table of runs holds.
func (v *screen) Status() string {
	if v.focus == &v.runs.sheet {
		return v.runs.pairText()
	}
	return ""
}

// layout is where the parts are; an empty rectangle is not drawn.
type layout struct{ head, said, changes, runs, tests image.Rectangle }

// beside is the width from which the table of runs is shown beside the changes; on a
// narrower screen it takes their place while it has the focus.
const beside = 110

func (v *screen) layout(area image.Rectangle) (at layout) {
	at.head, area = widget.SplitTop(area, 1)
	at.said, area = widget.SplitTop(area, len(v.finding()))
	rows := max(len(v.Shown.changes), 4)
	if area.Dx() >= beside || v.focus == &v.runs.sheet {
		rows = max(rows, len(v.runs.matched))
	}
	at.changes, at.tests = widget.SplitTop(area, min(rows+1, max(area.Dy()/2, 6)))
	switch {
	case area.Dx() >= beside:
		at.runs = at.changes
		at.changes.Max.X = area.Min.X + area.Dx()/2 - 1
		at.runs.Min.X = at.changes.Max.X + 2
	case v.focus == &v.runs.sheet:
		at.runs, at.changes = at.changes, image.Rectangle{}
	}
	return at
}

// of are the places of the tables.
func (at *layout) of(v *screen) map[*widget.Sheet]image.Rectangle {
	return map[*widget.Sheet]image.Rectangle{&v.changes: at.changes, &v.tests.sheet: at.tests, &v.runs.sheet: at.runs}
}

// finding is what was found, or why nothing can be, in lines of the screen's width.
func (v *screen) finding() []string {
	text := ""
	switch of := v.Shown; {
	case of.err != nil:
		text = loaders.Clean(of.err.Error())
	case of.comparison != nil:
		text = v.tests.finding(of.comparison)
	default:
		return nil
	}
	return widget.Wrap(text, max(1, v.Area.Dx()-1))
}

// Draw draws what is compared, the finding, the changes, the table of runs and
// the scores.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layout(area)
	v.drawHead(f, at.head)
	f.Lines(at.said, v.s.Theme.Text, v.finding())
	for sheet, room := range at.of(v) {
		f.Clicking(func() { v.focus = sheet }, func() { sheet.Draw(f, room, v.s.Look, v.focus == sheet) })
	}
}

// drawHead draws which runs are compared, and on what.
func (v *screen) drawHead(f *widget.Frame, line image.Rectangle) {
	t, pen := v.s.Theme, widget.NewPen(f, line)
	for k, run := range []int{v.a, v.b} {
		pen.Put(widget.Bold(t.Text), string("AB"[k])+" "+v.name(run)+"   ")
	}
	c := v.Shown.comparison
	switch {
	case v.Computing:
		pen.Put(t.Warn, "comparing …")
		return
	case !v.complete():
		pen.Put(t.Warn, "runs are still being read")
		return
	case c == nil:
		return
	}
	text := fmt.Sprintf("same %s", loaders.Count(c.Pairs, "example"))
	if c.OnlyA+c.OnlyB > 0 {
		text = fmt.Sprintf("%d in both, %d in A alone, %d in B alone", c.Pairs, c.OnlyA, c.OnlyB)
	}
	if v.tests.by != session.ByExample {
		text += ", tests over " + v.tests.by.String() + "s"
	}
	pen.Put(t.Faint, text)
}

// work returns a function that compares the runs.
func (v *screen) work() func(ctx context.Context) compared {
	design, c, settings := report.DesignOf(v.s.Settings, v.tests.by), compared{a: v.a, b: v.b}, v.s.Settings
	var all *facts.Table
	var where query.Query
	if v.where != "" {
		all = v.s.Table(v.b)
		where, c.err = query.Parse(v.where, all.Fields())
	}
	runs := slices.Clone(v.s.Runs)
	return func(ctx context.Context) compared {
		if c.err == nil {
			runs, c.kept, c.err = narrowRuns(ctx, runs, c.b, all, where)
		}
		if c.err == nil {
			c.comparison, c.err = report.Compare(ctx, runs[c.a], runs[c.b], settings, design)
		}
		if c.err == nil {
			c.changes = c.comparison.Agreement.Changes(0, 1)
			c.agreement, c.err = report.Agree(ctx, runs, settings, design)
		}
		return c
	}
}

// narrowRuns returns runs with only those examples of run b, all of which a table has,
// for which a query holds, and the indices of these in each run; the runs themselves
// for no table.
func narrowRuns(ctx context.Context, of []*session.Scored, b int, all *facts.Table, where query.Query) ([]*session.Scored, [][]int, error) {
	if all == nil {
		return of, make([][]int, len(of)), nil
	}
	selected, err := all.Select(ctx, where)
	if err != nil {
		return nil, nil, err
	}
	ids := map[string]bool{}
	for _, i := range selected.Rows {
		ids[of[b].Run.Row(i).ID] = true
	}
	runs, kept := slices.Clone(of), make([][]int, len(of))
	for k, run := range runs {
		for i := range run.Run.Len() {
			if ids[run.Run.Row(i).ID] {
				kept[k] = append(kept[k], i)
			}
		}
		if runs[k], err = run.Group(ctx, run.Run.Name, kept[k]); err != nil {
			return nil, nil, err
		}
	}
	return runs, kept, nil
}

// filterAction narrows the comparison to some examples.
func (v *screen) filterAction() widget.Action {
	return widget.Action{Name: "filter", Help: "`:filter QUERY` compares only the examples of B for which a query holds; without one, all",
		With: func(where string) tea.Cmd {
			if _, err := query.Parse(where, v.s.Table(v.b).Fields()); err != nil {
				return v.s.Post(views.Flash{Text: "not a query: " + err.Error(), Bad: true})
			}
			v.where = where
			return v.Compute()
		}}
}
