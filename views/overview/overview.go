// Package overview is the first screen: the runs with their headline scores,
// and where answers and faithfulness part ways.
package overview

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/example"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// board is the runs with their scores, one of them selected in a list.
type board struct {
	views.Computed[[]runScores]
	s      *views.Session
	runs   pane
	listed []int // the runs, as the list has them
}

// screen is the overview: a list of the runs, and the selected one in full below
// it.
type screen struct {
	board
	moved bool // the selection, by the person: until then the first row is selected

	// What stands below the list, and what keys move.
	modules, quadrant, kinds, failures pane
	compared                           []*pane
	focus                              *pane

	curves  sparks
	tracing bool // curves are being computed
	fresh   bool // the scores are new since curves were asked for
}

// New returns the overview of all runs of s.
func New(s *views.Session) views.View {
	v := &screen{board: board{s: s}}
	v.Computed = views.NewComputed(s, v.scores, v.arrange)
	v.Stale, v.Take = v.stale, v.take
	v.focus = &v.runs
	v.runs.Empty = "no run is open"
	v.runs.Moved = func() {
		v.moved = true
		v.arrange()
	}
	for _, p := range v.panes() {
		p.Cursor = p != &v.kinds && p != &v.failures
		p.More, p.Open, p.OpenCell = p != &v.quadrant, v.opens(p), v.opens(p)
	}
	v.runs.Open, v.modules.Open, v.quadrant.Open = nil, nil, nil // their cells do
	v.failures.Open = v.openFailure
	v.Under, v.Shown = s.Settings, make([]runScores, len(s.Runs))
	v.arrange()
	return v
}

// panes are what keys can move, in the order in which they go there.
func (v *screen) panes() []*pane {
	return append([]*pane{&v.runs, &v.modules, &v.quadrant, &v.kinds, &v.failures}, v.compared...)
}

// Title implements [views.View].
func (v *screen) Title() string { return "Overview" }

// Update handles sizes, news and computed scores.
func (v *screen) Update(msg tea.Msg) tea.Cmd {
	if curves, ok := msg.(sparks); ok && curves.by == v {
		v.tracing, v.curves = false, curves
		v.arrange()
		return v.trace()
	}
	cmd := v.Computed.Update(msg)
	if v.fresh {
		return tea.Batch(cmd, v.trace())
	}
	return cmd
}

// Waiting reports false: how far the scoring is has a count, which the status
// line shows.
func (b *board) Waiting() bool { return false }

// selected is the selected run, 0 where there is none.
func (b *board) selected() int {
	if i := b.runs.Chosen(); i < len(b.listed) {
		return b.listed[i]
	}
	return 0
}

// run returns the selected run's scores; empty ones where there is none.
func (b *board) run() *runScores {
	if at := b.selected(); at < len(b.Shown) {
		return &b.Shown[at]
	}
	return &runScores{}
}

// stale reports whether what is shown is worth computing again: other settings,
// a run that came to its end, new problems, or a fiftieth more examples. Every
// computation goes over all that was read, so that doing it at every news would
// cost more than the reading.
func (b *board) stale() bool {
	if b.Under != b.s.Settings || len(b.Shown) != len(b.s.Runs) {
		return true
	}
	more, all := 0, 0
	for i, scored := range b.s.Runs {
		shown := &b.Shown[i]
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

// scores returns what gathers the scores of all runs: over many examples that
// takes longer than a frame.
func (b *board) scores() func(context.Context) []runScores {
	runs, settings := b.s.Runs, b.s.Settings
	var facts []*facts.Run
	for run := range runs {
		facts = append(facts, b.s.Facts(run))
	}
	return func(ctx context.Context) (all []runScores) {
		for i, run := range runs {
			all = append(all, scoresOf(ctx, run, facts[i], settings))
		}
		return all
	}
}

// take shows scores that were computed.
func (v *screen) take(runs []runScores) { v.Shown, v.fresh = runs, true }

// arrange fits the tables to the scores and the area.
func (v *screen) arrange() {
	run := v.selected()
	v.putRuns()
	if v.runs.Choose(slices.Index(v.listed, run)); !v.moved {
		v.runs.Select(0)
	}
	v.putModules()
	v.putQuadrant(!v.stacked())
	v.putFree()
	at := v.layout(v.Area)
	for p, area := range at.panes {
		p.Resize(area.Dy())
	}
	if v.focus.Count() == 0 || !slices.Contains(v.panes(), v.focus) {
		v.focus = &v.runs
	}
}

// next goes to the next pane that has rows and room.
func (v *screen) next() {
	at, panes := v.layout(v.Area), v.panes()
	for range panes {
		v.focus = panes[(slices.Index(panes, v.focus)+1)%len(panes)]
		if v.focus.Count() > 0 && !at.panes[v.focus].Empty() {
			return
		}
	}
}

// Status says what the selected number is or why it is missing, and which files
// did not open; the settings stand at the top.
func (v *screen) Status() string {
	var parts []string
	if v.focus == &v.modules {
		cell := v.modules.Cell()
		value, _ := cell.Value.(scoring.Value)
		switch why := value.Why(); {
		case cell.Leads != "":
			parts = append(parts, v.words()+" · enter lists them")
		case why != "":
			name := v.modules.At(v.modules.Chosen(), 0).Value.(string)
			if r := v.run(); r.modules == nil {
				name = r.headlines[v.modules.Chosen()].Metric
			}
			parts = append(parts, name+": "+why)
		}
	}
	if n := len(v.s.Unopened); n > 0 {
		parts = append(parts, loaders.Count(n, "file")+" did not open (key !)")
	}
	return strings.Join(parts, " · ")
}

// words say which modules the selected count is of: "find: low p 757 of 1416
// modules, 53 %".
func (v *screen) words() string {
	row, r := v.modules.Chosen(), v.run()
	n, _ := v.modules.Cell().Value.(int)
	name, of := r.modules.Rows[row][0].Value.(string), r.used(row)
	switch what := r.modules.Columns[v.modules.Column].Name; what {
	case "first":
		return fmt.Sprintf("%s: goes wrong first in %s", name, loaders.Count(n, "example"))
	case "empty":
		return fmt.Sprintf("%s: empty (nothing wanted, nothing predicted: F1 1) %d of %s, %s", name, n, loaders.Count(of, "module"), widget.Percent(n, max(1, of)))
	default:
		return fmt.Sprintf("%s: %s %d of %s, %s", name, what, n, loaders.Count(of, "module"), widget.Percent(n, max(1, of)))
	}
}

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	var steps []views.Step
	if v.s.Base != nil {
		steps = append(steps, views.Do("base", v.s.Run(*v.s.Base).Name))
	}
	if at := v.selected(); at < len(v.s.Runs) {
		steps = append(steps, views.Do("run", v.s.Run(at).Name))
	}
	return steps
}

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	noRun := widget.When(func() bool { return len(v.s.Runs) == 0 }, "no run is open")
	noModules := func() string {
		switch {
		case v.modules.Count() > 0:
			return ""
		case !v.run().complete:
			return "nothing of this run has been scored so far"
		}
		return "no module of this run was scored, nor anything else"
	}
	actions := append(widget.SheetActions(func() *widget.Sheet { return &v.focus.Sheet }, v.Area.Dx),
		widget.Action{Name: "pane", Keys: []string{"tab", "w"}, Help: "go to the modules, the quadrant, the tables below, and back", Group: "Move", Disabled: noModules, Run: widget.Do(v.next)},
		widget.Action{Name: "examples", Keys: []string{"enter", "o"}, Help: "list what the selected number rests on, the worst first", Group: "Open", Footer: true, Disabled: noRun, Run: v.open},
		widget.Action{Name: "right-but-unfaithful", Keys: []string{"x"}, Help: "list right answers with unfaithful modules", Group: "Open", Footer: true, Disabled: v.noQuadrant, Run: func() tea.Cmd {
			return v.openList(examples.Filter{Where: rightUnfaithful})
		}},
		widget.Action{Name: "all-examples", Keys: []string{"e"}, Help: "list all examples of the run", Group: "Open", Footer: true, Disabled: noRun, Run: func() tea.Cmd {
			return v.openList(examples.Filter{})
		}},
		examples.GotoAction(v.s, v.selected, noRun),
		examples.RestsOnAction(v.s, v.selected, noRun),
		views.RunAction(v.s, "`:run NAME` selects a run", noRun, func(run int) tea.Cmd {
			v.runs.Choose(slices.Index(v.listed, run))
			v.focus = &v.runs
			v.runs.Moved()
			return nil
		}),
		compare.Action(v.s, v.selected),
		views.GuideAction(v.s, v.selected),
		widget.Action{Name: "sort", Keys: []string{"s"}, Help: "sort by the selected number, the worst first; again: the best first, as it was", Group: "Sort", Disabled: noRun, Run: widget.Do(func() {
			v.focus.Sort()
			v.arrange()
			v.focus.First()
		})},
		widget.Action{Name: "explain", Keys: []string{"."}, Help: "show where the selected number comes from", Group: "Open", Disabled: noRun, Run: v.explain},
		widget.Action{Name: "details", Keys: []string{"d"}, Help: "show what is known about the run", Group: "Open", Footer: true, Disabled: noRun, Run: v.details},
		views.ExportAction(v.s, "runs", v.document),
	)
	selected := func() int { return min(v.selected(), len(v.s.Runs)-1) }
	actions = append(actions, views.BaseAction(v.s, selected))
	actions = append(actions, views.ReloadActions(v.s, selected)...)
	return append(actions, views.SettingsActions(v.s)...)
}

// document is the table that keys move.
func (v *screen) document() *table.Document {
	name := v.s.SettingsText()
	if v.focus != &v.runs && v.selected() < len(v.s.Runs) {
		name = v.s.Run(v.selected()).Name
	}
	return v.focus.Exported(name)
}

// noQuadrant says why the selected run has no examples right but unfaithful.
func (b *board) noQuadrant() string {
	if len(b.s.Runs) == 0 {
		return "no run is open"
	}
	if why := b.run().missing(); len(why) > 0 {
		return why[0]
	}
	return ""
}

// openList opens the list of the selected run's examples, the worst first unless
// it is all of them.
func (b *board) openList(f examples.Filter) tea.Cmd {
	if len(b.s.Runs) == 0 {
		return nil
	}
	if f.Empty() {
		return b.s.Push(examples.New(b.s, b.selected(), f))
	}
	return b.s.Push(examples.Worst(b.s, b.selected(), f))
}

// open lists the examples of what is selected.
func (v *screen) open() tea.Cmd {
	if v.focus == &v.failures {
		return v.openFailure()
	}
	return v.opens(v.focus)()
}

// openFailure opens the selected one of the worst right answers, and below it the
// list of all of them.
func (v *screen) openFailure() tea.Cmd {
	run, at := v.selected(), v.run().worst[v.failures.Chosen()]
	list := examples.Worst(v.s, run, examples.Filter{Where: rightUnfaithful})
	list.Select(at)
	v.s.Push(list)
	return v.s.Push(example.New(v.s, run, at, list))
}

// details shows in full what the heading of the run has no room for.
func (v *screen) details() tea.Cmd {
	run, scores := v.s.Run(v.selected()), v.run()
	answers := "accuracy " + widget.Number(scores.accuracy.Value) + " of " + loaders.Count(scores.accuracy.Count, "answer")
	if why := scores.accuracy.Value.Why(); why != "" {
		answers = why
	}
	facts := [][2]string{
		{"path", run.Path}, {"format", run.Format}, {"model", run.Model}, {"data", run.Dataset}, {"boxes", run.Boxes}, {"gold", run.Gold},
		{"examples", fmt.Sprintf("%d read of %d found", scores.read, scores.found)}, {"answers", answers},
	}
	return v.s.Push(views.NewNote(v.s, run.Name, append(append(facts, scores.facts()...),
		[2]string{"problems", strconv.Itoa(scores.problems)}, [2]string{"note", run.Note})))
}

// explain shows where the selected number comes from.
func (v *screen) explain() tea.Cmd {
	p, r, cell := v.focus, v.run(), v.focus.Cell()
	switch {
	case p.Count() == 0:
		return nil
	case p == &v.failures:
		return example.Explain(v.s, v.selected(), r.worst[p.Chosen()], "")
	case p == &v.kinds:
		k := r.kinds.Rows[p.Chosen()]
		x, _ := k[2].Float()
		n := k[1].Value.(int)
		return v.note("accuracy of "+k[0].Value.(string), append(views.ShareFacts("right answers / answers with a verdict, of the questions of this type", int(x*float64(n)+.5), n),
			[2]string{"reading", "the share of right answers; the type is the one that the run gives, or the program's"}))
	case p == &v.modules && cell.Leads != "":
		n, _ := cell.Value.(int)
		facts := views.ShareFacts("modules of which this is the matter / modules with a score", n, r.used(p.Chosen()))
		name := r.modules.Columns[p.Column].Name
		means := v.words()
		for _, c := range scoring.Causes() {
			if c.String() == name {
				means += "; " + c.Sentence()
			}
		}
		return v.note(r.modules.Rows[p.Chosen()][0].Value.(string), append(facts, [2]string{"means", means},
			[2]string{"reading", "this program's own, of no paper"}, [2]string{"settings", views.SettingsText(v.Under)}))
	}
	if p.score != nil {
		if run, n := p.score(p.Chosen(), p.Column); n != (views.Number{}) {
			return views.Explain(v.s, run, n)
		}
	}
	return v.explainCount(cell)
}

// explainCount explains how many examples of the selected run are of a kind.
func (v *screen) explainCount(cell table.Cell) tea.Cmd {
	r := v.run()
	n, _ := cell.Value.(int)
	facts := [][2]string{{"n", strconv.Itoa(n) + " examples"}}
	for _, a := range []loaders.Verdict{loaders.Right, loaders.Wrong} {
		if cell.Leads == whereOf(a, loaders.Right) || cell.Leads == whereOf(a, loaders.Wrong) {
			facts = views.ShareFacts("examples in this cell / examples with both verdicts", n, r.quadrant.Placed())
		}
	}
	return v.note(v.s.Run(v.selected()).Name, append(facts,
		[2]string{"faithful", "an example is when the number of its own protocol reaches the bar: the F1 of all its scored modules together with boxes, the mean attention on gold tokens with spans"},
		[2]string{"reading", "this program's own; the papers average scores and give no verdict on an example"},
		[2]string{"settings", views.SettingsText(v.Under)}))
}

func (b *board) note(title string, facts [][2]string) tea.Cmd {
	return b.s.Push(views.NewNote(b.s, title, facts))
}
