// Package compare is the screen of two runs side by side, of however many are
// open: which examples change, which scores differ by more than chance, and how
// far any two runs agree. All of its numbers are those of `faithscope compare`
// ([report.Compare], [report.Agree]).
package compare

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// screen compares run a with run b, by their places in the session.
type screen struct {
	views.Computed[compared]
	s    *views.Session
	a, b int
	by   session.Cluster

	changes, tests, runs widget.Sheet
	focus                *widget.Sheet // what keys move

	order    order
	sorted   []report.Difference // the tests of the comparison, in that order
	faithful bool                // the table of runs is of faithfulness, not of answers
}

// compared is what is shown of two runs.
type compared struct {
	a, b       int
	comparison *report.Comparison
	agreement  *report.Agreement // of all runs, for the matrix
	changes    []report.Change
	err        error
}

// New returns the comparison of runs a and b of a session, by their places.
func New(s *views.Session, a, b int) views.View {
	v := &screen{s: s, a: a, b: b}
	v.Computed = views.NewComputed(s, v.work, v.arrange)
	// While runs are being read their numbers would be out of date at once.
	v.Stale = func() bool { return v.Under != s.Settings || v.complete() && v.Read < s.Read() }
	v.focus = &v.changes
	v.changes.More, v.tests.More, v.changes.Least = true, true, 24
	v.changes.Open, v.tests.Open = v.openChange, v.openTest
	v.runs = widget.Sheet{Cursor: true, Column: firstRun + b, OpenCell: v.pickPair, Least: 14}
	v.runs.Leave = func(k int) int {
		if k < firstRun { // how often the run is good stays
			return 0
		}
		return 1 + max(k-v.runs.Column, v.runs.Column-k)
	}
	v.arrange()
	v.runs.Select(a)
	return v
}

// Title implements [views.View].
func (v *screen) Title() string { return "Compare" }

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	steps := []views.Step{views.Do("compare", v.name(v.a)+Against+v.name(v.b))}
	if v.by != session.ByExample {
		steps = append(steps, views.Do("cluster", v.by.String()))
	}
	return steps
}

// Compared implements [views.Comparing].
func (v *screen) Compared() []string { return []string{v.name(v.a), v.name(v.b)} }

func (v *screen) name(run int) string { return v.s.Run(run).Name }

// Against stands between two runs in the command that compares them.
const Against = " against "

// Root compares the run in scope with the one that the person marked, else with the
// base run, else with the one above it.
func Root(s *views.Session) views.View {
	b := max(0, min(s.Scope.Run, len(s.Runs)-1))
	a := s.Scope.Against - 1
	if (a < 0 || a == b) && s.Base != nil {
		a = *s.Base
	}
	switch {
	case a >= 0 && a != b:
	case b > 0:
		a = b - 1
	default:
		a, b = 0, min(1, len(s.Runs)-1)
	}
	return New(s, a, b)
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

// work returns what compares the runs.
func (v *screen) work() func(ctx context.Context) compared {
	runs, settings := slices.Clone(v.s.Runs), v.s.Settings
	design, c := report.DesignOf(settings, v.by), compared{a: v.a, b: v.b}
	return func(ctx context.Context) compared {
		if c.comparison, c.err = report.Compare(ctx, runs[c.a], runs[c.b], settings, design); c.err == nil {
			c.changes = c.comparison.Agreement.Changes(0, 1)
			c.agreement, c.err = report.Agree(ctx, runs, settings, design)
		}
		return c
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
	v.changes.Empty, v.tests.Empty = "comparing …", ""
	if v.Shown.comparison != nil {
		v.changes.Empty, v.tests.Empty = "no example changes", "the runs have no score in common"
	}
	at := v.layout(v.Area)
	v.putChanges(at.changes.Dx())
	v.putTests(at.tests.Dx())
	v.putRuns(at.runs.Dx())
	for sheet, area := range at.of(v) {
		sheet.Resize(area.Dy())
	}
}

// Status says the selected row in full, as its columns may lack the room.
func (v *screen) Status() string {
	switch {
	case v.Shown.err != nil:
		return v.Shown.err.Error()
	case v.focus == &v.tests && len(v.sorted) > 0:
		return v.testText()
	case v.focus == &v.runs:
		return v.pairText()
	}
	return v.s.SettingsText(v.a, v.b)
}

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	three := widget.When(func() bool { return len(v.s.Runs) < 3 }, "there are no other runs")
	actions := append(widget.SheetActions(func() *widget.Sheet { return v.focus }, func() int { return v.layout(v.Area).runs.Dx() }),
		widget.Action{Name: "open", Keys: []string{"enter", "o"}, Help: "list the examples of the selected row; compare the selected pair of runs", Group: "Open", Footer: true, Run: v.open},
		v.changeAction(),
		widget.Action{Name: "explain", Keys: []string{"."}, Help: "say the selected score in full", Group: "Open", Disabled: widget.When(func() bool { return v.focus != &v.tests || len(v.sorted) == 0 }, "no score is selected"), Run: func() tea.Cmd { return v.explain() }},
		widget.Action{Name: "pane", Keys: []string{"tab", "w"}, Help: "go to the scores, the table of runs, the changes", Group: "Move", Footer: true, Run: widget.Do(func() {
			v.focus = map[*widget.Sheet]*widget.Sheet{&v.changes: &v.tests, &v.tests: &v.runs, &v.runs: &v.changes}[v.focus]
			v.arrange()
		})},
		widget.Action{Name: "next-run", Keys: []string{"}", "L"}, Help: "compare with the next run", Group: "Runs", Disabled: three, Run: func() tea.Cmd { return v.step(1) }},
		widget.Action{Name: "previous-run", Keys: []string{"{", "H"}, Help: "compare with the previous run", Group: "Runs", Disabled: three, Run: func() tea.Cmd { return v.step(-1) }},
		widget.Action{Name: "swap", Keys: []string{"x"}, Help: "swap the two runs", Group: "Runs", Footer: true, Run: func() tea.Cmd { return v.compare(v.b, v.a) }},
		widget.Action{Name: "verdict", Keys: []string{"v"}, Help: "show how runs agree on answers or on faithfulness", Group: "Runs", Run: widget.Do(func() {
			v.faithful = !v.faithful
			v.arrange()
		})},
		widget.Action{Name: "cluster", Keys: []string{"c"}, Help: "swap and draw examples, whole pictures or passages, whole sets", Group: "Scores", Footer: true,
			Run: func() tea.Cmd { return v.clusterBy(v.by.Next()) }, Values: v.by.Words, With: func(word string) tea.Cmd {
				by := v.by
				if err := by.Set(word); err != nil {
					return v.s.Post(views.Flash{Text: err.Error(), Bad: true})
				}
				return v.clusterBy(by)
			}},
		widget.Action{Name: "sort", Keys: []string{"s"}, Help: "sort the scores by p, by difference, or as the report has them", Group: "Sort", Footer: true, Run: widget.Do(func() {
			v.order = (v.order + 1) % orders
			v.arrange()
			v.tests.Select(0)
		})},
		views.ExportAction(v.s, "compare", v.document),
	)
	return append(actions, views.SettingsActions(v.s)...)
}

// document is the comparison as the command prints it, or the table of runs while
// keys move that.
func (v *screen) document() *table.Document {
	switch {
	case v.Shown.comparison == nil:
		return nil
	case v.focus == &v.runs:
		return v.runs.Exported("runs")
	}
	return (&report.Comparisons{Agreement: v.Shown.comparison.Agreement, List: []*report.Comparison{v.Shown.comparison}}).Document()
}

func (v *screen) open() tea.Cmd {
	return map[*widget.Sheet]func() tea.Cmd{&v.changes: v.openChange, &v.tests: v.openTest, &v.runs: v.pickPair}[v.focus]()
}

// compare compares two other runs.
func (v *screen) compare(a, b int) tea.Cmd {
	v.a, v.b = a, b
	v.changes.Select(0)
	return v.Compute()
}

// step compares run a with the next run in direction d that is not a itself.
func (v *screen) step(d int) tea.Cmd {
	n := len(v.s.Runs)
	b := (v.b + d + n) % n
	if b == v.a {
		b = (b + d + n) % n
	}
	return v.compare(v.a, b)
}

func (v *screen) clusterBy(by session.Cluster) tea.Cmd {
	v.by = by
	return v.Compute()
}

// openChange lists the examples of the selected change.
func (v *screen) openChange() tea.Cmd {
	if len(v.Shown.changes) == 0 {
		return nil
	}
	return v.list(&v.Shown.changes[v.changes.Selected()], v.Under)
}

// list lists the examples of a change, found under settings, in run b; those that
// run a alone has in run a.
func (v *screen) list(c *report.Change, under scoring.Settings) tea.Cmd {
	run, side, from := v.b, 1, loaders.Clean(v.name(v.a))
	f := examples.Filter{Only: []int{}, Named: c.String() + " from " + from, Opened: []views.Step{v.Steps()[0], views.Do("change", c.String())}}
	switch c.Kind {
	case report.FaithfulnessChange, report.CauseChange:
		f.Under = under
	case report.Unpaired:
		if f.Named = "not in " + from; c.From != "" {
			run, side, f.Named = v.a, 0, "not in "+loaders.Clean(v.name(v.b))
		}
	}
	for _, at := range c.Examples {
		f.Only = append(f.Only, at[side])
	}
	slices.Sort(f.Only)
	return v.s.Push(examples.Worst(v.s, run, f))
}

// changeAction lists the examples of a change by its words, at once: what follows
// in a link is of the list.
func (v *screen) changeAction() widget.Action {
	return widget.Action{Name: "change", Help: "`:change right to wrong` lists the examples that change so", Group: "Open",
		Values: func() (words []string) {
			for i := range v.Shown.changes {
				words = append(words, v.Shown.changes[i].String())
			}
			return words
		},
		With: func(words string) tea.Cmd {
			changes, under := v.Shown.changes, v.Under
			if v.Computing || changes == nil {
				// Without an end to the context there is no error.
				agreement, _ := report.Agree(context.Background(), []*session.Scored{v.s.Runs[v.a], v.s.Runs[v.b]}, v.s.Settings, report.Design{})
				changes, under = agreement.Changes(0, 1), v.s.Settings
			}
			for i := range changes {
				if changes[i].String() == words {
					return v.list(&changes[i], under)
				}
			}
			return v.s.Post(views.Flash{Text: "no example changes so: " + words, Bad: true})
		}}
}

// openTest lists what the selected score of run b rests on, the worst first.
func (v *screen) openTest() tea.Cmd {
	if len(v.sorted) == 0 {
		return nil
	}
	return v.s.Push(examples.RestsOn(v.s, v.Shown.b, number(v.test())))
}

// layout is where the parts lie; an empty rectangle is not drawn.
type layout struct{ head, changes, runs, tests image.Rectangle }

// beside is the width from which the table of runs stands beside the changes; on
// a narrower screen it takes their place while keys move it.
const beside = 110

func (v *screen) layout(area image.Rectangle) (at layout) {
	at.head, area = widget.SplitTop(area, 2)
	rows := max(len(v.Shown.changes), 6)
	if area.Dx() >= beside {
		rows = max(rows, len(v.s.Runs))
	}
	at.changes, at.tests = widget.SplitTop(area, min(rows+2, max(area.Dy()/2, 8)))
	at.changes.Max.Y--
	switch {
	case area.Dx() >= beside:
		at.runs = at.changes
		at.changes.Max.X = area.Min.X + area.Dx()/2 - 1
		at.runs.Min.X = at.changes.Max.X + 2
	case v.focus == &v.runs:
		at.runs, at.changes = at.changes, image.Rectangle{}
	}
	return at
}

// of are the places of the tables.
func (at *layout) of(v *screen) map[*widget.Sheet]image.Rectangle {
	return map[*widget.Sheet]image.Rectangle{&v.changes: at.changes, &v.tests: at.tests, &v.runs: at.runs}
}

// Draw draws what is compared, the changes, the table of runs and the scores.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layout(area)
	v.drawHead(f, at.head)
	for sheet, room := range at.of(v) {
		f.Clicking(func() { sheet.Draw(f, room, v.s.Look, v.focus == sheet) }, func(run func() tea.Cmd) tea.Cmd {
			v.focus = sheet
			return run()
		})
	}
}

// drawHead draws which runs are compared, and how.
func (v *screen) drawHead(f *widget.Frame, area image.Rectangle) {
	first, second := widget.SplitTop(area, 1)
	first.Min.X += widget.Gutter
	second.Min.X += widget.Gutter
	t := v.s.Theme
	strong, faint := widget.Bold(widget.Ink(t.Text)), widget.Ink(t.Faint)
	pen := widget.NewPen(f, first)
	pen.Put(widget.Bold(widget.Ink(t.Accent)), "A ")
	pen.Put(strong, v.name(v.a))
	pen.Put(widget.Bold(widget.Ink(t.Accent)), "   B ")
	pen.Put(strong, v.name(v.b))
	c := v.Shown.comparison
	if v.Computing {
		pen.Put(widget.Ink(t.Warn), "   comparing …")
	} else if !v.complete() {
		pen.Put(widget.Ink(t.Warn), "   runs are still being read")
	}
	pen = widget.NewPen(f, second)
	if c != nil {
		pen.Put(faint, fmt.Sprintf("%d in both, %d in A alone, %d in B alone · ", c.Pairs, c.OnlyA, c.OnlyB))
	}
	pen.Put(faint, "swapped: ")
	pen.Put(widget.Ink(t.Text), v.by.String()+"s")
	if c != nil {
		pen.Put(faint, fmt.Sprintf(" · Holm: %s", loaders.Count(len(c.Tests), "test")))
	}
}
