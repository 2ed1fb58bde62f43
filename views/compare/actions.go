package compare

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// Actions implements [views.View].
func (v *compareScreen) Actions() []widget.Action {
	three := func() string {
		return widget.If(len(v.runs.matched) < 3, loaders.IfElse(v.Shown.agreement == nil,
			"the runs are still being compared", "no other runs have these examples"))
	}
	target := func() *widget.Sheet { return v.focus }
	opening := "examples"
	if v.focus == &v.tests.sheet && v.tests.isOnLine() {
		opening = loaders.IfElse(v.tests.isOpen, "fold", "unfold")
	} else if v.focus == &v.runs.sheet {
		opening = "compare"
	}
	next := map[*widget.Sheet]string{&v.changes: "scores", &v.tests.sheet: "agreement", &v.runs.sheet: "changes"}[v.focus]
	return widget.After(slices.Concat(widget.SheetActions(target), v.s.TableActions("compare", target, v.document, v.explainSelected),
		widget.PaneActions("switch between changes, scores and agreement", next, nil, func(d int) {
			v.focus = widget.NextIn([]*widget.Sheet{&v.changes, &v.tests.sheet, &v.runs.sheet}, v.focus, d)
			v.arrangeTables()
		}), []widget.Action{
			{Name: "open", Help: "list the examples of the selected row; fold or unfold the equal scores; compare the selected pair",
				Footer: true, Short: opening, Run: v.focus.Open},
			{Name: "next-run", Help: "compare A with the next run", Footer: true, Short: "next B", Disabled: three,
				Run: func() tea.Cmd { return v.stepRun(1) }},
			{Name: "previous-run", Help: "compare A with the previous run", Disabled: three,
				Run: func() tea.Cmd { return v.stepRun(-1) }},
			{Name: "unwind", Help: "return to the changes, or remove the filter", Run: v.unwind,
				Disabled: widget.When(func() bool { return v.focus == &v.changes && v.where == "" }, "this is the first pane")},
			{Name: "agreement", Run: widget.Do(func() {
				v.runs.kind, v.focus = 1-v.runs.kind, &v.runs.sheet
				v.arrangeTables()
			})},
			v.s.RunAction(nil, func(run int) tea.Cmd {
				if run == v.a {
					return v.s.ShowText("this run is A")
				}
				return v.compareRuns(v.a, run)
			}),
			v.changeAction(),
			v.filterAction(),
		}, v.comparisonDials(), v.s.SettingsActions(v.a, v.b)), v.followSelected)
}

func (v *compareScreen) unwind() tea.Cmd {
	if v.focus == &v.changes {
		return v.filterBy("")
	}
	v.focus = &v.changes
	v.arrangeTables()
	return nil
}

func (v *compareScreen) comparisonDials() []widget.Action {
	return []widget.Action{
		{Name: "cluster", Short: "set resampling unit", Values: v.tests.by.Words,
			Help: "`:cluster set` resamples whole sets instead of examples, pictures or passages",
			With: func(word string) tea.Cmd {
				by := v.tests.by
				if err := by.Set(word); err != nil {
					return v.s.ShowError(err.Error())
				}
				return v.clusterBy(by)
			},
			Shown: func() string { return "by " + v.tests.by.String() },
			Turn: func(by int) tea.Cmd {
				n := len(v.tests.by.Words())
				return v.clusterBy(session.ClusterKind((int(v.tests.by) + by + n) % n))
			}},
		{Name: "holm", Short: "correct p (Holm)", Help: "correct p for the number of tests (toggle)",
			Values: func() []string { return []string{"on", holmOff} },
			With:   func(word string) tea.Cmd { return v.correctP(word == holmOff) },
			Run:    func() tea.Cmd { return v.correctP(!v.tests.uncorrected) },
			Shown:  func() string { return widget.If(v.tests.uncorrected, "without ") + "Holm" },
			Turn:   func(int) tea.Cmd { return v.correctP(!v.tests.uncorrected) }},
	}
}

func (v *compareScreen) correctP(isOff bool) tea.Cmd {
	put := func(isOff bool) tea.Cmd {
		v.tests.uncorrected = isOff
		v.arrangeTables()
		return nil
	}
	if isOff != v.tests.uncorrected {
		views.Record(&v.s.Timeline, "Holm's correction", v.tests.uncorrected, isOff, put)
	}
	return put(isOff)
}

func (v *compareScreen) clusterBy(clusterKind session.ClusterKind) tea.Cmd {
	was := v.tests.swappedTogether
	put := func(by swappedTogether) tea.Cmd {
		v.tests.swappedTogether = by
		return v.Compute()
	}
	views.Record(&v.s.Timeline, "by "+clusterKind.String(), was, swappedTogether{clusterKind, true}, put)
	return put(swappedTogether{clusterKind, true})
}

func (v *compareScreen) document() *table.Document {
	switch {
	case v.Shown.comparison == nil || v.Shown.doing != "":
		return nil
	case v.focus == &v.runs.sheet:
		return v.runs.sheet.Exported("runs")
	}
	return (&report.Comparisons{Agreement: v.Shown.comparison.Agreement, List: []*report.Comparison{v.Shown.comparison}}).Document()
}

func (v *compareScreen) explainSelected() tea.Cmd {
	if v.focus == &v.tests.sheet {
		return v.tests.explainScore(v.Shown.comparison)
	}
	return v.s.ExplainCell(v.focus)
}

func (v *compareScreen) compareRuns(a, b int) tea.Cmd {
	v.a, v.b = a, b
	return v.startOver()
}

func (v *compareScreen) stepRun(d int) tea.Cmd {
	b := widget.NextIn(v.runs.matched, v.b, d)
	if b == v.a {
		b = widget.NextIn(v.runs.matched, b, d)
	}
	return v.compareRuns(v.a, b)
}

func (v *compareScreen) pickPair() tea.Cmd {
	a, b, ok := v.runs.selectedPair()
	if !ok {
		return v.s.ShowText("A and B are the same run; choose another with h or l")
	}
	views.Record(&v.s.Timeline, "other runs compared", [2]int{v.a, v.b}, [2]int{a, b}, func(pair [2]int) tea.Cmd {
		return v.compareRuns(pair[0], pair[1])
	})
	return v.compareRuns(a, b)
}

func (v *compareScreen) openTest() tea.Cmd {
	t := &v.tests
	switch {
	case t.isOnLine():
		t.isTurned = !t.isTurned
		v.arrangeTables()
		t.sheet.SelectOn(t.sheet.Selected(), 0)
		return nil
	case len(t.listed) == 0:
		return nil
	}
	return v.s.Push(examples.RestsOn(v.s, v.Shown.b, numberOf(t.selectedScore())))
}
