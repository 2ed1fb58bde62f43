// Package runs is the first place: the runs by kind, each with what to know
// about it first, and where answers and faithfulness part ways.
package runs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// screen is the runs in a list of tables, and what is known about the selected
// one, which the session's scope names.
type screen struct {
	views.Computed[[]scores]
	detail // of the selected run
	s      *views.Session
	groups []*group
	lines  []line // of the list, in their order
	list   widget.Table
	headed bool          // the heading of the selected run's group is selected
	moved  bool          // by the person: until then the first run is selected
	focus  *widget.Sheet // nil for the list
}

// line is a line of the list: a run of a group by its row in the table, -1 for the
// group's heading.
type line struct {
	group *group
	row   int
}

// New returns the runs of s.
func New(s *views.Session) views.View {
	v := &screen{s: s, detail: detail{s: s}}
	v.Computed = views.NewComputed(s, v.scores, v.arrange)
	v.Stale = v.stale
	v.list = widget.Table{Empty: "no run is open", Open: v.open, Moved: v.follow}
	v.list.Columns = []widget.Column{{Grow: 1, Show: v.entry}}
	for _, pane := range []*widget.Sheet{&v.quadrant, &v.modules} {
		*pane = widget.Sheet{Cursor: true, Column: 1, OpenCell: v.open}
	}
	v.modules.More = true
	v.Under, v.Shown = s.Settings, make([]scores, len(s.Runs))
	v.arrange()
	return v
}

// Place implements [views.OfPlace].
func (v *screen) Place() views.Place { return views.PlaceRuns }

// Scope implements [views.Scoped].
func (v *screen) Scope() string {
	text, problems := widget.If(v.s.Guides != nil, "demo · ")+loaders.Count(len(v.s.Runs), "run"), len(v.s.Unopened)
	for i := range v.Shown {
		problems += v.Shown[i].problems
	}
	if problems > 0 {
		text += " · ! " + strconv.Itoa(problems)
	}
	return text
}

// Waiting reports false: the progress of scoring is shown as a count beside the
// run.
func (v *screen) Waiting() bool { return false }

// selected is the selected run, 0 if there is none.
func (v *screen) selected() int { return max(0, min(v.s.Scope.Run, len(v.s.Runs)-1)) }

// run returns the selected run's scores, empty if there is none.
func (v *screen) run() *scores {
	if at := v.selected(); at < len(v.Shown) {
		return &v.Shown[at]
	}
	return &scores{}
}

// stale reports whether what is shown is worth computing again: other settings,
// a run that came to its end, new problems, or a fiftieth more examples. Every
// computation goes over all that was read, so computing at every piece of news
// would cost more than reading.
func (v *screen) stale() bool {
	if v.Under != v.s.Settings || len(v.Shown) != len(v.s.Runs) {
		return true
	}
	more, all := 0, 0
	for i, scored := range v.s.Runs {
		shown := &v.Shown[i]
		read, found, complete := scored.Progress()
		_, problems := scored.Run.Problems.All()
		if complete != shown.complete || problems != shown.problems {
			return true
		}
		rescored, _ := scored.Rescored()
		more, all = more+read-shown.read+max(0, rescored-shown.rescored), all+found
	}
	return more > all/50
}

// scores returns what gathers the scores of all runs, which takes longer than a
// frame for many examples.
func (v *screen) scores() func(context.Context) []scores {
	runs, settings := v.s.Runs, v.s.Settings
	of := loaders.Fill(len(runs), v.s.Facts)
	return func(ctx context.Context) []scores {
		return loaders.Fill(len(runs), func(i int) scores { return scoresOf(ctx, runs[i], of[i], settings) })
	}
}

// follow selects the line that keys or the mouse selected in the table.
func (v *screen) follow() {
	if len(v.lines) == 0 {
		return
	}
	at := v.lines[v.list.Selected()]
	v.moved, v.headed = true, at.row < 0
	v.s.Scope.Run = at.group.runs[at.group.sheet.Row(max(0, at.row))]
	v.arrange()
}

// current is the group of the selected run, nil if there is none.
func (v *screen) current() *group {
	g, _ := widget.First(v.groups, func(g *group) bool { return slices.Contains(g.runs, v.selected()) })
	return g
}

// pane is the sheet whose cursor keys move along a row.
func (v *screen) pane() *widget.Sheet {
	if g := v.current(); v.focus == nil && g != nil {
		return &g.sheet
	} else if v.focus == nil {
		return &v.quadrant
	}
	return v.focus
}

// Status says why the selected number is missing, and which files did not open.
func (v *screen) Status() string {
	var parts []string
	if p := v.pane(); p.Count() > 0 && !v.headed {
		if value, _ := p.Cell().Value.(scoring.Value); value.Why() != "" {
			parts = append(parts, p.Describe())
		}
	}
	if n := len(v.s.Unopened); n > 0 {
		parts = append(parts, loaders.Count(n, "file")+" did not open (key !)")
	}
	return strings.Join(parts, " · ")
}

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	var steps []views.Step
	if v.s.Base != nil {
		steps = append(steps, views.Do("base", v.s.Run(*v.s.Base).Name))
	}
	if len(v.s.Runs) > 0 {
		steps = append(steps, views.Do("run", v.s.Run(v.selected()).Name))
	}
	return steps
}

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	noRun := widget.When(func() bool { return len(v.s.Runs) == 0 }, "no run is open")
	steer := func(by int) func() tea.Cmd { return widget.Do(func() { v.pane().Steer(by, v.Area.Dx()) }) }
	export := views.ExportAction(v.s, "runs", v.document)
	export.Footer = true
	pair := compare.Action(v.s)
	pair.Footer, pair.Disabled = v.focus == nil, widget.When(func() bool { return len(v.s.Runs) < 2 }, "there is no other run")
	pair.Run = func() tea.Cmd { return v.s.Post(views.Go{Place: views.PlaceCompare}) }
	actions := append(
		widget.MoveActions(func() widget.Scroller {
			if v.focus == nil {
				return &v.list
			}
			return v.focus
		}),
		widget.Action{Name: "move-right", Help: "go to the next number of the row", Run: steer(1)},
		widget.Action{Name: "move-left", Help: "go to the previous number of the row", Run: steer(-1)},
		widget.Action{Name: "unwind", Help: "return to the runs",
			Disabled: widget.When(func() bool { return v.focus == nil }, "there is nothing to return from here"),
			Run:      widget.Do(func() { v.focus = nil })},
		widget.Action{Name: "open", Help: "list the examples that the selected number rests on; open or close the heading", Footer: true,
			Short: v.opens(), Disabled: noRun, Run: v.open},
		widget.Action{Name: "right-not-faithful", Footer: v.focus == nil, Short: "not faithful",
			Disabled: func() string { return cmp.Or(noRun(), v.run().missing()) },
			Run:      func() tea.Cmd { return v.openList(examples.Filter{Where: rightUnfaithful}) }},
		widget.Action{Name: "next-pane", Help: "go to the quadrant, the modules, and back", Footer: true, Short: "modules", Disabled: noRun,
			Run: widget.Do(func() { v.turn(1) })},
		widget.Action{Name: "previous-pane", Disabled: noRun, Run: widget.Do(func() { v.turn(-1) })},
		pair,
		widget.Action{Name: "mark", Help: "make the run the A that Compare compares others with, or undo that", Footer: v.focus == nil,
			Short: "as A", Disabled: noRun, Run: v.mark},
		widget.Action{Name: "sort", Help: "sort by the selected number, the worst first; again: the best first, then as before", Disabled: noRun,
			Run: widget.Do(func() {
				v.pane().Sort()
				v.arrange()
			})},
		widget.Action{Name: "explain", Disabled: noRun, Run: v.explain},
		widget.Action{Name: "details", Disabled: noRun, Run: v.details},
		widget.Action{Name: "base-run", Help: "go to the base run",
			Disabled: widget.When(func() bool { return v.s.Base == nil }, "no run is the base run: `:base NAME` makes one"),
			Run:      func() tea.Cmd { return v.choose(*v.s.Base) }},
		examples.GotoAction(v.s, v.selected, noRun),
		examples.RestsOnAction(v.s, v.selected, noRun),
		views.RunAction(v.s, "`:run NAME` selects a run", noRun, v.choose),
		views.GuideAction(v.s, v.selected),
		export,
	)
	actions = append(actions, views.SettingsActions(v.s, v.selected())...)
	at := func() int { return min(v.selected(), len(v.s.Runs)-1) }
	base := views.BaseAction(v.s, at)
	if !v.run().hasQuestionTypes() && v.s.Base == nil {
		base.Turn = nil // by its name alone
	}
	return append(append(actions, base), views.ReloadActions(v.s, at)...)
}

// opens says in words what enter does with what is selected.
func (v *screen) opens() string {
	g := v.current()
	switch {
	case v.focus != nil || !v.headed || g == nil:
		return "examples"
	case g.folded:
		return "open"
	}
	return "close"
}

// choose selects a run.
func (v *screen) choose(run int) tea.Cmd {
	v.s.Scope.Run, v.moved, v.headed, v.focus = run, true, false, nil
	if g := v.current(); g != nil && g.folded {
		g.folded, g.touched = false, true
	}
	v.arrange()
	return nil
}

// mark makes the selected run the one that others are compared with.
func (v *screen) mark() tea.Cmd {
	before, marked := v.s.Scope.Against, 1+v.selected()
	if before == marked {
		marked = 0
	}
	set := func(against int) tea.Cmd {
		v.s.Scope.Against = against
		v.arrange()
		return nil
	}
	views.Record(v.s, "the mark of "+v.s.Run(v.selected()).Name, before, marked, set)
	return set(marked)
}

// turn goes to the next pane in direction d that has rows.
func (v *screen) turn(d int) {
	panes := []*widget.Sheet{nil, &v.quadrant, &v.modules}
	for range panes {
		v.focus = panes[(slices.Index(panes, v.focus)+d+len(panes))%len(panes)]
		if v.focus == nil || v.focus.Count() > 0 {
			return
		}
	}
}

// open folds or opens the heading that is selected, or lists the examples of the
// selected cell.
func (v *screen) open() tea.Cmd {
	g := v.current()
	if v.focus == nil && v.headed && g != nil {
		g.folded, g.touched = !g.folded, true
		v.arrange()
		return nil
	}
	p := v.pane()
	if p.Of == nil || p.Count() == 0 {
		return nil
	}
	n := v.number()
	switch where := p.Leads(); {
	case where != "":
		return v.openList(examples.Filter{Where: where})
	case n != (views.Number{}):
		return v.s.Push(examples.RestsOn(v.s, v.selected(), n))
	case p == v.focus && p.Cell().Value == nil:
		return v.s.Post(views.Flash{Text: "the run has no such number"})
	}
	return v.openList(examples.Filter{})
}

// openList opens the list of the selected run's examples, the worst first unless
// it is all of them.
func (v *screen) openList(f examples.Filter) tea.Cmd {
	if f.Empty() {
		return v.s.Push(examples.New(v.s, v.selected(), f))
	}
	return v.s.Push(examples.Worst(v.s, v.selected(), f))
}

// number is the score that the selected cell shows, the zero value for none.
func (v *screen) number() (n views.Number) {
	p, r := v.pane(), v.run()
	switch {
	case v.focus == nil && p.Column > 0:
		return v.current().columns[p.Column-1].number
	case v.focus != &v.modules:
	case p.Of.Name == "classes":
		return numberOf(r.classScore(p.Chosen(), p.Column))
	case r.modules == nil:
		return numberOf(&r.headlines[p.Chosen()])
	case p.Of.Columns[p.Column].Name == moduleMetrics[r.protocol]:
		return moduleNumber(r.protocol, p.At(p.Chosen(), 0).Value.(string))
	}
	return n
}

// document is the tables of all runs, or the one that keys move.
func (v *screen) document() *table.Document {
	if v.focus != nil {
		return v.focus.Exported(v.s.Run(v.selected()).Name)
	}
	d := &table.Document{List: "kinds"}
	for _, g := range v.groups {
		part := g.sheet.Exported(g.heading(v.Shown)).Parts[0]
		of := part.Tables[0]
		of.Columns = slices.Clone(of.Columns)
		of.Columns[0].Title = ""
		d.Parts = append(d.Parts, part)
	}
	return d
}

// details shows in full what there is no room for.
func (v *screen) details() tea.Cmd {
	run, r := v.s.Run(v.selected()), v.run()
	facts := [][2]string{
		{"", r.finding(run.Name)},
		{"path", run.Path}, {"format", run.Format}, {"model", run.Model}, {"data", run.Dataset}, {"boxes", run.Boxes}, {"gold", run.Gold},
		{"examples", fmt.Sprintf("%d read of %d found", r.read, r.found)}, {"problems", strconv.Itoa(r.problems)}, {"note", run.Note},
	}
	for i := range r.headlines {
		h := &r.headlines[i]
		facts = append(facts, [2]string{h.Protocol, headlineName(h) + " " + widget.Number(h.Value) + " over " + strconv.Itoa(h.Count)})
	}
	return v.s.Push(views.NewNote(v.s, run.Name, facts))
}

// explain shows where the selected number comes from.
func (v *screen) explain() tea.Cmd {
	p, r := v.pane(), v.run()
	if n := v.number(); n != (views.Number{}) {
		return views.Explain(v.s, v.selected(), n)
	}
	cell := p.Cell()
	n, count := cell.Value.(int)
	if _, share := cell.Float(); v.headed && v.focus == nil || p.Count() == 0 || !count && !share {
		return v.details()
	}
	title, formula, all := v.s.Run(v.selected()).Name, "examples that meet the condition / all examples", r.quadrant.N()
	var means string
	switch {
	case v.focus == &v.modules && p.Of.Columns[p.Column].Name == "wrong":
		title, formula, all = p.At(p.Chosen(), 0).Value.(string), "modules below the bar / modules with a score", r.used(p.Chosen())
	case v.focus == &v.modules:
		title, all = p.At(p.Chosen(), 0).Value.(string), r.blame.Judged
		formula = "examples in which it goes wrong first, for this reason if one is named / examples with a scored module"
		for _, c := range scoring.Causes() {
			if c.String() == p.Of.Columns[p.Column].Name {
				means = c.String() + ": " + c.Sentence()
			}
		}
	case !count:
		formula = "faithful examples / examples called faithful or not"
		n, all = r.quadrant.Faithful()
	}
	return v.s.Push(views.NewNote(v.s, title, append(
		views.ShareFacts(formula, n, all),
		[2]string{"means", means},
		[2]string{"faithful", "an example is faithful when the number of its own protocol reaches the bar: " +
			"the F1 of all its scored modules together with boxes, the mean attention on gold tokens with spans"},
		[2]string{"reading", "this program's own; the papers average scores and give no verdict on an example"},
		[2]string{"settings", views.SettingsText(v.Under)},
	)))
}
