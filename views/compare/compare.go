// Package compare is the fourth place: two runs side by side, of however many are
// open. A sentence says which differences are real, then come the examples that
// change, every score with its test, and how far any two runs agree. All of its
// numbers are those of `faithscope compare` ([report.Compare], [report.Agree]).
package compare

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
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
	s     *views.Session
	a, b  int
	where string // a query: only these examples of b are compared, "" for all
	by    session.Cluster

	changes, tests, runs widget.Sheet
	focus                *widget.Sheet // what keys move

	order       order
	uncorrected bool                // p is not corrected for how many tests there are
	sorted      []report.Difference // the tests of the comparison, in that order
	faithful    bool                // the table of runs is of faithfulness, not of answers
	matched     []int               // the runs of that table
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

// asked is what is compared.
type asked struct {
	ctx   context.Context
	runs  []*session.Scored
	a, b  int
	where string
	query query.Query
	table *facts.Table // of run b, which the query asks
}

// New returns the comparison of runs a and b of a session, by their places.
func New(s *views.Session, a, b int) views.View { return newScreen(s, a, b) }

func newScreen(s *views.Session, a, b int) *screen {
	v := &screen{s: s, a: a, b: b}
	v.Computed = views.NewComputed(s, v.work, v.arrange)
	// While runs are being read their numbers would be out of date at once.
	v.Stale = func() bool { return v.Under != s.Settings || v.complete() && v.Read < s.Read() }
	v.focus = &v.changes
	v.changes.More, v.tests.More, v.changes.Least = true, true, 24
	v.changes.Open, v.tests.Open = v.openChange, v.openTest
	v.runs = widget.Sheet{Cursor: true, OpenCell: v.pickPair, Least: 14}
	v.runs.Leave = func(k int) int {
		if k < firstRun { // how often the run is good stays
			return 0
		}
		return 1 + max(k-v.runs.Column, v.runs.Column-k)
	}
	v.arrange()
	return v
}

// Title implements [views.View]; the names of the runs stand below.
func (v *screen) Title() string { return "" }

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
	steps := []views.Step{views.Do("compare", v.name(v.a)+Against+v.name(v.b))}
	if v.where != "" {
		steps = append(steps, views.Do("filter", v.where))
	}
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

// Root compares the run in scope, on the examples in scope, with the one that the
// person marked, else with the base run, else with the one above it on its data set,
// or below it.
func Root(s *views.Session) views.View {
	b := max(0, min(s.Scope.Run, len(s.Runs)-1))
	a := s.Scope.Against - 1
	if (a < 0 || a == b) && s.Base != nil {
		a = *s.Base
	}
	if a < 0 || a == b {
		a = b - 1
		for _, near := range []int{b - 1, b + 1} {
			if near >= 0 && near < len(s.Runs) && s.Run(near).Dataset == s.Run(b).Dataset {
				a = near
				break
			}
		}
		if a < 0 {
			a = min(1, len(s.Runs)-1)
		}
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

// work returns what compares the runs.
func (v *screen) work() func(ctx context.Context) compared {
	design, c, settings := report.DesignOf(v.s.Settings, v.by), compared{a: v.a, b: v.b}, v.s.Settings
	ask := asked{runs: slices.Clone(v.s.Runs), a: v.a, b: v.b, where: v.where}
	if v.where != "" {
		ask.table = v.s.Table(v.b)
		ask.query, c.err = query.Parse(v.where, ask.table.Fields())
	}
	return func(ctx context.Context) compared {
		var runs []*session.Scored
		ask.ctx = ctx
		if c.err == nil {
			runs, c.kept, c.err = narrowed(ask)
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
	v.match()
	at := v.layout(v.Area)
	v.putChanges(at.changes.Dx())
	v.putTests(at.tests.Dx())
	v.putRuns(at.runs.Dx())
	if v.focus != &v.runs { // it follows the pair that is compared
		v.runs.Select(slices.Index(v.matched, v.a))
		v.runs.Steer(firstRun+slices.Index(v.matched, v.b)-v.runs.Column, at.runs.Dx())
	}
	for sheet, area := range at.of(v) {
		sheet.Resize(area.Dy())
	}
}

// Status says what went wrong, why the selected score is not tested, or the selected
// cell of the table of runs.
func (v *screen) Status() string {
	switch {
	case v.Shown.err != nil:
		return v.Shown.err.Error()
	case v.focus == &v.runs:
		return v.pairText()
	}
	return ""
}

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	three := widget.When(func() bool { return len(v.matched) < 3 }, "there are no other runs of these examples")
	export := views.ExportAction(v.s, "compare", v.document)
	export.Footer = true
	actions := append(widget.SheetActions(func() *widget.Sheet { return v.focus }, func() int { return v.layout(v.Area).runs.Dx() }),
		widget.Action{Name: "open", Help: "list the examples of the selected row; compare the selected pair of runs", Footer: true, Short: "its examples", Run: v.open},
		widget.Action{Name: "next-run", Help: "compare A with the next run", Footer: true, Short: "next B", Disabled: three, Run: func() tea.Cmd { return v.step(1) }},
		widget.Action{Name: "previous-run", Help: "compare A with the previous run", Disabled: three, Run: func() tea.Cmd { return v.step(-1) }},
		widget.Action{Name: "next-pane", Help: "go to the scores, to how the runs agree, to the changes", Footer: true, Short: "scores", Run: widget.Do(func() { v.turn(1) })},
		widget.Action{Name: "previous-pane", Run: widget.Do(func() { v.turn(-1) })},
		widget.Action{Name: "unwind", Help: "return to the changes", Disabled: widget.When(func() bool { return v.focus == &v.changes }, "there is nothing to leave here"), Run: widget.Do(func() {
			v.focus = &v.changes
			v.arrange()
		})},
		export,
		widget.Action{Name: "explain", Footer: true, Short: "why", Disabled: widget.When(func() bool { return v.focus != &v.tests || len(v.sorted) == 0 }, "no score is selected: tab goes to them"), Run: func() tea.Cmd { return v.explain() }},
		widget.Action{Name: "agreement", Run: widget.Do(func() {
			v.faithful, v.focus = !v.faithful, &v.runs
			v.arrange()
		})},
		v.changeAction(), v.filterAction(),
		widget.Action{Name: "swap", Help: "swap the two runs", Run: func() tea.Cmd { return v.compare(v.b, v.a) }},
	)
	return append(append(actions, v.dials()...), views.SettingsActions(v.s, v.a, v.b)...)
}

// dials are the settings of the comparison.
func (v *screen) dials() []widget.Action {
	sort := func(by int) tea.Cmd {
		v.order = (v.order + order(by) + orders) % orders
		v.arrange()
		v.tests.Select(0)
		return nil
	}
	return []widget.Action{
		{Name: "cluster", Help: "`:cluster set` swaps and draws examples, whole pictures or passages, or whole sets", Values: v.by.Words,
			With: func(word string) tea.Cmd {
				by := v.by
				if err := by.Set(word); err != nil {
					return v.s.Post(views.Flash{Text: err.Error(), Bad: true})
				}
				return v.clusterBy(by)
			},
			Shown: func() string { return "by " + v.by.String() },
			Turn: func(by int) tea.Cmd {
				n := len(v.by.Words())
				return v.clusterBy(session.Cluster((int(v.by) + by + n) % n))
			}},
		{Name: "holm", Help: "correct p for how many tests there are, or not", Run: v.correct,
			Shown: func() string { return widget.If(v.uncorrected, "without ") + "Holm" }, Turn: func(int) tea.Cmd { return v.correct() }},
		{Name: "sort", Help: "sort the scores by p, by difference, or as the report has them", Footer: true, Run: func() tea.Cmd { return sort(1) },
			Shown: func() string { return "sort " + v.order.String() }, Turn: sort},
	}
}

func (v *screen) correct() tea.Cmd {
	v.uncorrected = !v.uncorrected
	v.arrange()
	return nil
}

func (v *screen) clusterBy(by session.Cluster) tea.Cmd {
	v.by = by
	return v.Compute()
}

// filterAction compares fewer examples.
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

// turn goes to the next pane in direction d.
func (v *screen) turn(d int) {
	panes := []*widget.Sheet{&v.changes, &v.tests, &v.runs}
	v.focus = panes[(slices.Index(panes, v.focus)+d+len(panes))%len(panes)]
	v.arrange()
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
	n := len(v.matched)
	at := (slices.Index(v.matched, v.b) + d + n) % n
	if v.matched[at] == v.a {
		at = (at + d + n) % n
	}
	return v.compare(v.a, v.matched[at])
}

// pickPair compares the two runs of the selected cell.
func (v *screen) pickPair() tea.Cmd {
	a, b, ok := v.pair()
	if !ok {
		return v.s.Post(views.Flash{Text: "a run and itself: h and l choose the other one"})
	}
	return v.compare(a, b)
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
	f := examples.Filter{Only: []int{}, Named: c.String() + " from " + from, Opened: append(v.Steps(), views.Do("change", c.String()))}
	switch c.Kind {
	case report.FaithfulnessChange, report.CauseChange:
		f.Under = under
	case report.Unpaired:
		if f.Named = "not in " + from; c.From != "" {
			run, side, f.Named = v.a, 0, "not in "+loaders.Clean(v.name(v.b))
		}
	}
	for _, at := range c.Examples {
		i := at[side]
		if kept := v.Shown.kept; kept != nil && kept[run] != nil {
			i = kept[run][i]
		}
		f.Only = append(f.Only, i)
	}
	slices.Sort(f.Only)
	return v.s.Push(examples.Worst(v.s, run, f))
}

// changeAction lists the examples of a change by its words, at once: what follows
// in a link is of the list.
func (v *screen) changeAction() widget.Action {
	return widget.Action{Name: "change", Help: "`:change right to wrong` lists the examples that change so",
		Values: func() (words []string) {
			for i := range v.Shown.changes {
				words = append(words, v.Shown.changes[i].String())
			}
			return words
		},
		With: func(words string) tea.Cmd {
			if v.Computing || v.Shown.changes == nil {
				v.Update(v.Compute()()) // a step of a link waits for it
			}
			for i := range v.Shown.changes {
				if v.Shown.changes[i].String() == words {
					return v.list(&v.Shown.changes[i], v.Under)
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

// test is the selected score.
func (v *screen) test() *report.Difference { return &v.sorted[v.tests.Selected()] }

// explain shows the selected score with what its columns do not say.
func (v *screen) explain() tea.Cmd {
	d, c := v.test(), v.Shown.comparison
	m := session.MetricIn(d.Protocol, d.Metric)
	exact := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	difference, interval := "none: "+d.Difference.Why(), "none: nothing can be drawn"
	if x, ok := d.Difference.Float(); ok {
		difference = exact(x)
	}
	if i := d.Interval; i != nil {
		interval = fmt.Sprintf("%s to %s (%.0f %%, %s over pairs, seed %d; Efron's percentile interval)", exact(i.Low), exact(i.High), 100*i.Level, loaders.Count(i.Trials, "draw"), c.Seed)
	}
	p := "none: " + d.P.Why()
	if _, tested := d.P.Float(); tested {
		p = widget.Chance(d.P) + ": paired permutation test over " + widget.If(d.Exact, "all ") + loaders.Count(d.Trials, "way") + " to swap, two-sided (Subramanian et al. 2020, appendix D); swapped together: " + swapped(v.by)
	}
	return v.s.Push(views.NewNote(v.s, number(d).String(), [][2]string{
		{"A", loaders.Clean(c.A.Name) + ": " + widget.Number(d.A)}, {"B", loaders.Clean(c.B.Name) + ": " + widget.Number(d.B)},
		{"B − A", difference}, {"interval", interval}, {"p", p},
		{"corrected", widget.Chance(d.Holm) + " for all " + loaders.Count(len(c.Tests), "test") + " of this comparison (Holm 1979)"},
		{"n", strconv.Itoa(d.Count)}, {"protocol", d.Protocol}, {"formula", m.Formula}, {"reading", m.Source}, {"settings", v.s.SettingsText()},
	}))
}

// swapped says what a test swaps.
func swapped(by session.Cluster) string {
	return [...]string{
		session.ByExample: "nothing, each example by itself", session.ByPicture: "the examples of the same pictures or passage", session.BySet: "the examples of a group, or of one question",
	}[by]
}

// layout is where the parts lie; an empty rectangle is not drawn.
type layout struct{ head, said, changes, runs, tests image.Rectangle }

// beside is the width from which the table of runs stands beside the changes; on
// a narrower screen it takes their place while keys move it.
const beside = 110

func (v *screen) layout(area image.Rectangle) (at layout) {
	at.head, area = widget.SplitTop(area, 1)
	at.said, area = widget.SplitTop(area, len(v.said()))
	rows := max(len(v.Shown.changes), 4)
	if area.Dx() >= beside || v.focus == &v.runs {
		rows = max(rows, len(v.matched))
	}
	at.changes, at.tests = widget.SplitTop(area, min(rows+1, max(area.Dy()/2, 6)))
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

// said is the finding in lines of the screen's width.
func (v *screen) said() []string {
	if v.Shown.comparison == nil {
		return nil
	}
	return widget.Wrap(v.finding(), max(1, v.Area.Dx()-1))
}

// Draw draws what is compared, what comes of it, the changes, the table of runs and
// the scores.
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layout(area)
	v.drawHead(f, at.head)
	for i, text := range v.said() {
		if y := at.said.Min.Y + i; y < at.said.Max.Y {
			f.Text(at.said.Min.X, y, at.said.Dx(), widget.Ink(v.s.Theme.Text), text)
		}
	}
	for sheet, room := range at.of(v) {
		f.Clicking(func() { sheet.Draw(f, room, v.s.Look, v.focus == sheet) }, func(run func() tea.Cmd) tea.Cmd {
			v.focus = sheet
			return run()
		})
	}
}

// drawHead draws which runs are compared, and on what.
func (v *screen) drawHead(f *widget.Frame, line image.Rectangle) {
	hues, t := v.hues(), v.s.Theme
	pen := widget.NewPen(f, line)
	for k, run := range []int{v.a, v.b} {
		pen.Put(hues[k], string("AB"[k])+" "+v.name(run)+"   ")
	}
	c := v.Shown.comparison
	switch {
	case v.Computing:
		pen.Put(widget.Ink(t.Warn), "comparing …")
		return
	case !v.complete():
		pen.Put(widget.Ink(t.Warn), "runs are still being read")
		return
	case c == nil:
		return
	}
	text := fmt.Sprintf("same %s", loaders.Count(c.Pairs, "example"))
	if c.OnlyA+c.OnlyB > 0 {
		text = fmt.Sprintf("%d in both, %d in A alone, %d in B alone", c.Pairs, c.OnlyA, c.OnlyB)
	}
	if v.by != session.ByExample {
		text += ", tests over " + v.by.String() + "s"
	}
	pen.Put(widget.Ink(t.Faint), text)
}
