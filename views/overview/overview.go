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
	"faithscope/scoring/counting"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/counts"
	"faithscope/views/examples"
	"faithscope/views/figure"
	"faithscope/views/sweep"
	"faithscope/views/tables"
	"faithscope/views/widget"
)

// New returns the overview of all runs of s.
func New(s *views.Session) views.View {
	v := &screen{board: board{s: s}, runs: runsPane{at: place{cell: rightUnfaithful}}}
	v.runs.board, v.modules.board, v.free.board = &v.board, &v.board, &v.board
	v.Computed = views.NewComputed(s, v.scores, v.arrange)
	v.Stale, v.Take = v.stale, v.take
	v.runTable.Empty = "no run is open"
	v.runTable.Moved = func() {
		v.runs.moved = true
		v.arrange()
	}
	v.modules.table.Open, v.free.kinds.Open, v.free.failures.Open = v.modules.open, v.free.openKind, v.free.openFailure
	v.free.kinds.Columns = v.free.kindColumns()
	v.runTable.More, v.modules.table.More, v.free.kinds.More = true, true, true
	v.Under, v.Shown = s.Settings, make([]runScores, len(s.Runs))
	v.arrange()
	return v
}

// Title implements [views.View].
func (v *screen) Title() string { return "Overview" }

// Update handles sizes, news and computed scores.
func (v *screen) Update(msg tea.Msg) tea.Cmd {
	if curves, ok := msg.(sparks); ok && curves.by == &v.modules {
		v.modules.tracing, v.modules.curves = false, curves
		v.arrange()
		return v.modules.trace()
	}
	cmd := v.Computed.Update(msg)
	if v.modules.fresh {
		return tea.Batch(cmd, v.modules.trace())
	}
	return cmd
}

// scores returns what gathers the scores of all runs: over many examples that
// takes longer than a frame.
func (v *screen) scores() func(context.Context) []runScores {
	runs, settings := v.s.Runs, v.s.Settings
	return func(context.Context) (all []runScores) {
		for _, run := range runs {
			all = append(all, scoresOf(run, settings))
		}
		return all
	}
}

// take shows scores that were computed.
func (v *screen) take(runs []runScores) {
	v.Shown, v.modules.fresh = runs, true
	v.modules.sortModules()
}

// Status says what the selected number is or why it is missing, and which files
// did not open; the settings stand at the top.
func (v *screen) Status() string {
	var parts []string
	switch m := v.modules.module(); {
	case v.focus != inModules:
	case m != nil && v.modules.spot.modules():
		parts = append(parts, m.words(v.modules.spot)+" · enter lists them")
	default:
		if name, why := v.missing(); why != "" {
			parts = append(parts, name+": "+why)
		}
	}
	if n := len(v.s.Unopened); n > 0 {
		parts = append(parts, loaders.Count(n, "file")+" did not open (key !)")
	}
	return strings.Join(parts, " · ")
}

// missing returns why the selected number of the module table is undefined, ""
// for one that is not.
func (v *screen) missing() (name, why string) {
	r := v.run()
	if m := v.modules.module(); m != nil {
		return m.of, m.headline(r.protocol).Why()
	}
	if at := v.modules.table.Selected(); at < len(r.headlines) {
		return r.headlines[at].Metric, r.headlines[at].Value.Why()
	}
	return "", ""
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

// arrange fits both tables to the scores and the area.
func (v *screen) arrange() {
	v.runs.arrange(v.Area.Dx())
	v.modules.table.Columns = v.modules.moduleColumns()
	v.modules.table.SetCount(v.run().rows())
	v.free.kinds.SetCount(len(v.run().kinds))
	v.free.failures.SetCount(len(v.run().failures))
	v.free.failures.Columns = v.free.failureColumns()
	at := v.layout(v.Area)
	for p, table := range v.tables() {
		table.Resize(at.panes()[p].Dy())
	}
	if v.tables()[v.focus].Count() == 0 {
		v.focus = inRuns
	}
}

// next goes to the next pane that has rows and room.
func (v *screen) next() {
	at, tables := v.layout(v.Area), v.tables()
	for range tables {
		v.focus = (v.focus + 1) % pane(len(tables))
		if tables[v.focus].Count() > 0 && !at.panes()[v.focus].Empty() {
			return
		}
	}
}

// Actions implements [views.View].
func (v *screen) Actions() []widget.Action {
	noRun := widget.When(func() bool { return len(v.s.Runs) == 0 }, "no run is open")
	noModules := func() string {
		switch {
		case v.modules.table.Count() > 0:
			return ""
		case !v.run().complete:
			return "nothing of this run has been scored so far"
		}
		return "no module of this run was scored, nor anything else"
	}
	actions := widget.MoveActions(func() widget.Scroller { return v.tables()[v.focus] })
	actions = append(actions,
		widget.Action{Name: "cell-right", Keys: []string{"l", "right"}, Help: "move to the next number of the run or of the module", Group: "Move", Run: widget.Do(func() { v.moveCell(1) })},
		widget.Action{Name: "cell-left", Keys: []string{"h", "left"}, Help: "move to the previous one", Group: "Move", Run: widget.Do(func() { v.moveCell(-1) })},
		widget.Action{Name: "pane", Keys: []string{"tab", "w"}, Help: "go to the modules, the question types, the worst right answers, and back", Group: "Move", Disabled: noModules, Run: widget.Do(v.next)},
		widget.Action{Name: "examples", Keys: []string{"enter", "o"}, Help: "list what the selected number rests on, the worst first", Group: "Open", Footer: true, Disabled: noRun, Run: v.open},
		widget.Action{Name: "right-but-unfaithful", Keys: []string{"x"}, Help: "list right answers with unfaithful modules", Group: "Open", Footer: true, Disabled: func() string { return noQuadrant(v) }, Run: func() tea.Cmd {
			return v.openList(rightUnfaithful.filter())
		}},
		widget.Action{Name: "all-examples", Keys: []string{"e"}, Help: "list all examples of the run", Group: "Open", Footer: true, Disabled: noRun, Run: func() tea.Cmd {
			return v.openList(examples.Filter{})
		}},
		examples.GotoAction(v.s, v.selected, noRun),
		examples.RestsOnAction(v.s, v.selected, noRun),
		views.RunAction(v.s, "`:run NAME` selects a run", noRun, func(run int) tea.Cmd {
			v.selectRun(run)
			v.runs.moved, v.focus = true, inRuns
			v.arrange()
			return nil
		}),
		widget.Action{Name: "sweep", Keys: []string{"T"}, Help: "draw F1, P and R over the thresholds", Group: "Open", Footer: true, Disabled: noRun, Run: func() tea.Cmd {
			return v.s.Push(sweep.New(v.s, v.selected()))
		}},
		compare.Action(v.s, v.selected),
		tables.Action(v.s, v.selected, noRun),
		widget.Action{Name: "counts", Keys: []string{"#"}, Help: "count answers against gold counts, and draw accuracy over the odd-even shift", Group: "Open", Footer: v.counts() == "", Disabled: v.counts, Run: func() tea.Cmd {
			return v.s.Push(counts.New(v.s, v.selected()))
		}},
		figure.Action(v.s, v.selected),
		views.GuideAction(v.s, v.selected),
		widget.Action{Name: "sort", Keys: []string{"s"}, Help: "sort the runs by the selected number, or the modules, the worst first", Group: "Sort", Disabled: noRun, Run: widget.Do(v.sort)},
		widget.Action{Name: "explain", Keys: []string{"."}, Help: "show where the selected number comes from", Group: "Open", Disabled: noRun, Run: v.explain},
		widget.Action{Name: "details", Keys: []string{"d"}, Help: "show what is known about the run", Group: "Open", Footer: true, Disabled: noRun, Run: v.details},
	)
	selected := func() int { return min(v.selected(), len(v.s.Runs)-1) }
	actions = append(actions, views.BaseAction(v.s, selected))
	actions = append(actions, views.ReloadActions(v.s, selected)...)
	return append(actions, views.SettingsActions(v.s)...)
}

// noQuadrant says why the selected run has no examples right but unfaithful.
func noQuadrant(v *screen) string {
	if len(v.s.Runs) == 0 {
		return "no run is open"
	}
	if why := v.run().missingSides(); len(why) > 0 {
		return why[0]
	}
	return ""
}

// counts says why the selected run has no counts to show, "" where it has.
func (v *screen) counts() string {
	if slices.ContainsFunc(v.run().headlines, func(s scoring.Score) bool { return s.Protocol == counting.Protocol.Name && s.Count > 0 }) {
		return ""
	}
	return "the run has no answers to counting questions"
}

func (v *screen) moveCell(by int) {
	switch v.focus {
	case inModules:
		v.modules.moveSpot(by)
	case inRuns:
		v.runs.move(by)
	}
}

// sort sorts what the keys move, where there is a choice, and selects the first.
func (v *screen) sort() {
	table := &v.runTable
	if v.focus == inModules || len(v.Shown) < 2 {
		table = &v.modules.table
		v.modules.worstUp = !v.modules.worstUp
		v.modules.sortModules()
	} else {
		v.runs.sort()
	}
	v.arrange()
	table.First()
}

// open lists the examples of what is selected.
func (v *screen) open() tea.Cmd {
	switch v.focus {
	case inModules:
		return v.modules.open()
	case inKinds:
		return v.free.openKind()
	case inFailures:
		return v.free.openFailure()
	}
	return v.runs.open()
}

// details shows in full what the heading of the run has no room for.
func (v *screen) details() tea.Cmd {
	if len(v.s.Runs) == 0 {
		return nil
	}
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
