package runs

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// Actions implements [views.View]. Compare, the settings and the panes work on the selected run.
func (v *runsScreen) Actions() []widget.Action {
	noRun, scores := v.whyNone, v.runScores()
	pair := compare.Action(&v.s.Data, &v.s.Console, func(a, b int) views.View { return compare.New(v.s, a, b, "") })
	pair.Footer = true
	at := func() int { return min(v.selectedRun(), len(v.s.Runs)-1) }
	base := v.s.BaseAction(at)
	paneNames := map[*widget.Sheet]string{nil: "runs", &v.quadrant: "answers",
		&v.modules: loaders.IfElse(scores.modules == nil, "scores", "modules")}
	if !scores.hasQuestionTypes() && v.s.Base == nil {
		base.Turn = nil // by its name alone
	}
	narrow := func(words string) {
		v.words = words
		v.arrangeTables()
		v.followTable()
	}
	where, listed, help := rightUnfaithful, "not faithful", ""
	if scores.judgeMetric() != "" {
		where, listed, help = "unfaithful", "mistakes", "list the chains that the judge gets wrong"
	}
	return widget.After(slices.Concat(
		widget.MoveActions(func() widget.Scroller {
			if v.focus == nil {
				return &v.list
			}
			return v.focus
		}), []widget.Action{{Name: "unwind", Help: "show all rows again, or return to the runs",
			Disabled: widget.When(func() bool { return v.focus == nil && v.words == "" }, "already in the list of runs"),
			Run: widget.Do(func() {
				if v.words == "" {
					v.focus = nil
				}
				narrow("")
			})},
			{Name: "open", Help: "list the examples behind the selected number; fold or unfold a heading", Footer: true,
				Short: v.describeOpening(), Disabled: noRun, Run: v.openSelected},
			{Name: "right-not-faithful", Help: help, Footer: true, Short: listed,
				Disabled: func() string { return cmp.Or(noRun(), v.runScores().whyMissing()) },
				Run:      func() tea.Cmd { return v.s.Push(v.listWhere(examples.Filter{Where: where})) }},
			pair,
			{Name: "mark", Help: "use the run as A (baseline) in Compare (toggle)", Short: "base", Disabled: noRun, Run: v.markReference},
			{Name: "details", Disabled: noRun, Run: v.showDetails},
			examples.GotoAction(&v.s.Console, func() *examples.List { return examples.New(v.s, v.selectedRun(), examples.Filter{}) }, noRun),
			v.restsOnAction(noRun),
			v.s.RunAction(noRun, v.chooseRun),
			v.s.GuideAction(v.selectedRun),
			views.NarrowAction(narrow),
		}, widget.PaneActions("switch between runs, quadrants and modules", paneNames[v.nextPane(1)], noRun, func(d int) {
			v.focus = v.nextPane(d)
		}),
		widget.After(append(widget.SteerActions(func(by int) { v.paneSheet().Steer(by) }),
			v.s.TableActions("runs", v.paneSheet, v.document, v.explainSelected)...), widget.Do(v.arrangeTables)),
		v.s.SettingsActions(v.selectedRun()), []widget.Action{base, bestStepScore{by: v}.scoreAction()}, v.s.ReloadActions(at)), v.followSelected)
}

func (v *runsScreen) nextPane(d int) *widget.Sheet {
	panes, next := []*widget.Sheet{nil, &v.quadrant, &v.modules}, v.focus
	for range panes {
		if next = widget.NextIn(panes, next, d); next == nil || next.Count() > 0 {
			break
		}
	}
	return next
}

func (v *runsScreen) restsOnAction(disabledReason func() string) widget.Action {
	const help = "`:" + views.RestsOn + " module-boxes f1 find` lists the examples behind a number, worst first: " +
		"name a protocol, a metric and a module type"
	return widget.Action{Name: views.RestsOn, Short: "list score examples", Help: help, Disabled: disabledReason,
		With: func(text string) tea.Cmd {
			n, err := views.ParseNumber(text)
			if err != nil {
				return v.s.ShowError(err.Error())
			}
			return v.s.Push(examples.RestsOn(v.s, v.selectedRun(), n))
		}}
}
