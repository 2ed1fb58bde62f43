package examples

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/example"
	"faithscope/views/widget"
)

// Actions returns the list's actions. After each, the selected row is the person's own choice, so
// the list no longer moves the cursor to an example of its own.
func (v *List) Actions() []widget.Action {
	toRun := func(run int) tea.Cmd {
		v.s.Scope.Run = run
		return v.s.Post(views.GoToPlace{Place: views.PlaceExamples, Root: New(v.s, run, Filter{Where: v.s.Scope.Where}, AsRoot)})
	}
	return widget.After(slices.Concat(
		openActions(v),
		tableActions(v),
		filterActions(v),
		[]widget.Action{{Name: "preview", Run: func() tea.Cmd {
			v.preview.off, v.preview.shown = !v.preview.off, nil
			return v.resizeTo(v.area)
		}}, {Name: "gallery", Disabled: func() string {
			hasNone := v.preview.shown != nil && len(v.preview.shown.Images) == 0
			return cmp.Or(widget.If(v.scored().Run.Pictures == nil || hasNone, "this run has no pictures"),
				widget.If(v.s.Pictured.NoPictures && !v.preview.tiled, "pictures are shown as text here"))
		},
			Run: func() tea.Cmd {
				v.preview.tiled, v.preview.tall, v.preview.shown, v.wanted = !v.preview.tiled, 1, nil, ""
				clear(v.preview.known)
				return v.resizeTo(v.area)
			}}, widget.Switch("heat", nil, &v.s.NoHeat)},
		markActions(v),
		v.s.ReloadActions(func() int { return v.run }),
		[]widget.Action{v.s.RunAction(nil, toRun)},
		v.s.StepRunActions(v.run, toRun),
		v.s.SettingsActions(v.run),
	), func() tea.Cmd {
		v.cursor.id = "" // the row is now the person's choice
		return v.settleCommand()
	})
}

// markActions moves on to the next row after a mark, so that a list is marked with one key, but not
// out of a range.
func markActions(v *List) []widget.Action {
	run, chosen := func() int { return v.run }, func() []int { return v.rangeTo(v.sheet.Selected()) }
	m := views.MarkKeys{
		Data: &v.s.Data, Run: run, None: v.whyNone, What: "example",
		At: func() ([]string, int) {
			return loaders.Map(chosen(), func(i int) string { return v.scored().Run.Row(i).ID }), marks.Whole
		},
		Then: widget.Do(func() { v.sheet.Move(loaders.IfElse(v.anchor < 0, 1, 0)) }),
	}
	marked := func() []int {
		book, of := v.s.Book(v.run), v.scored().Run
		return loaders.Filter(v.rows, func(i int) bool { return book.Marked(of.Row(i).ID) })
	}
	export := func(rows func() []int, part string) widget.Action {
		return example.ExportAction(&v.s.Console, v.scored().Run.Name, strings.TrimSpace(v.filter.Where+part),
			func() (*session.ScoredRun, []int) { return v.scored(), rows() }, v.whyNone)
	}
	whole := export(func() []int { return loaders.IfElse(v.anchor < 0, v.rows, chosen()) }, widget.If(v.anchor >= 0, " in a chosen range"))
	whole.Help += "; a name ending in -marked exports only marked examples"
	some := func() bool { return len(marked()) > 0 }
	whole = example.WithPart(whole, "marked", v.s.Endings(".html"), some, export(marked, " marked").With)
	return append(append(m.Actions(), whole, widget.Action{Name: "range", Disabled: v.whyNone, Run: widget.Do(func() {
		v.anchor = loaders.IfElse(v.anchor < 0, v.selectedExample(), -1)
		v.from, _ = v.At(v.anchor)
	})}),
		v.s.CopyActions(run, func(yield func(*loaders.Example) bool) {
			for _, i := range chosen() {
				if !yield(v.scored().Run.Example(i)) {
					return
				}
			}
		}, v.whyNone)...)
}

// openActions returns the actions that open an example and move along the list. Opening waits for
// rows that are being computed, or else it would open the wrong one.
func openActions(v *List) []widget.Action {
	failure := func(name string, d int) widget.Action {
		return widget.Action{Name: name, Disabled: v.whyNone, Footer: d > 0, Short: widget.If(d > 0, "failure"), Run: func() tea.Cmd {
			row, found := v.stepFrom(v.sheet.Selected(), d, v.facts.Failed)
			if !found {
				return v.s.ShowText("no more failures in the list")
			}
			v.sheet.Select(row)
			return nil
		}}
	}
	along := func(name string, d int) widget.Action {
		return widget.Action{Name: name, Disabled: v.whyNone, Run: widget.Do(func() { v.sheet.Move(d) })}
	}
	return []widget.Action{
		{Name: "open", Help: "open the example", Run: v.openSelected, Footer: true,
			Disabled: func() string { return widget.If(!v.busy, v.whyNone()) }},
		failure("next-failure", 1), failure("previous-failure", -1), along("next-example", 1), along("previous-example", -1),
		{Name: "zoom", Help: "show the example's texts in full", Disabled: v.whyNone,
			Run: func() tea.Cmd { return example.Texts(&v.s.Console, v.scored().Run, v.selectedExample()) }},
		example.GotoAction(&v.s.Console, func() example.ExampleList { return v }, func(index int) tea.Cmd {
			v.Select(index)
			return nil
		}),
		v.s.GuideAction(func() int { return v.run }),
	}
}

// GotoAction is `:goto` where no list is open: it opens the list that currentList returns, at the
// example.
func GotoAction(c *views.Console, currentList func() *List, disabledReason func() string) widget.Action {
	var list *List
	action := example.GotoAction(c, func() example.ExampleList {
		list = currentList()
		return list
	}, func(index int) tea.Cmd {
		list.Select(index)
		return c.Push(list)
	})
	action.Disabled = disabledReason
	return action
}

// filterActions also returns the toggles of the filter menu. A tag can only be added, because an example
// may have several.
func filterActions(v *List) []widget.Action {
	return []widget.Action{
		{Name: "filter", Help: "filter by words or a query: `:filter find<.3 wrong`", Run: func() tea.Cmd {
			v.typing = newFilterInput(&v.selection, v.setFilter, v.recordFilter, func() { v.typing = nil })
			return probeRecords(v)
		}, With: func(where string) tea.Cmd { return v.narrowBy(v.filter.andQuery(where)) }},
		{Name: "filter-help", Help: "show the filter syntax with examples",
			Run: func() tea.Cmd { return filterHelp(&v.s.Console, v.facts) }},
		toggleAction(v, "right-not-faithful", "right", "unfaithful"),
		{Name: "unwind", Help: "end the range or the filter's last part", Run: func() tea.Cmd {
			if v.anchor >= 0 {
				v.anchor, v.from = -1, -1
				return nil
			}
			return v.narrowBy(v.filter.withoutChip(len(v.filter.query.Clauses()) - 1))
		},
			Disabled: widget.When(func() bool { return v.anchor < 0 && len(v.filter.query.Clauses()) <= v.opened },
				"nothing left to remove from the filter")},
		{Name: "reverse", Short: "reverse the order", Help: "reverse the order", Run: func() tea.Cmd {
			turned := v.order
			turned.reverse = !turned.reverse
			return v.setOrder(turned)
		}},
		toggleAction(v, "right"), toggleAction(v, "wrong"), toggleAction(v, "faithful"), toggleAction(v, "not-faithful", "unfaithful"),
		toggleAction(v, "unjudged", "quadrant=unjudged"), toggleAction(v, "hard"), toggleAction(v, "easy"), toggleAction(v, "marked"),
		toggleAction(v, "not-annotated", "-annotated"),
		{Name: "tagged", Values: func() []string { return v.s.Book(v.run).Tags() },
			Disabled: widget.When(func() bool { return len(v.s.Book(v.run).Tags()) == 0 }, "no example has a tag"),
			With:     func(tag string) tea.Cmd { return v.Narrow(query.Equal("tag", tag)) }},
		{Name: "drop-part", Values: v.filter.listChips, Disabled: widget.When(v.filter.Empty, "no filter is set"),
			With: v.s.Choice(v.filter.listChips, "the filter has no part WORD",
				func(chip int) tea.Cmd { return v.narrowBy(v.filter.withoutChip(chip)) })},
	}
}

func tableActions(v *List) []widget.Action {
	sheet := func() *widget.Sheet { return &v.sheet }
	all := v.s.RowActions(sheet, func() tea.Cmd {
		c, scored, at := &v.shown[v.sheet.Column], v.scored(), v.selectedExample()
		switch {
		case c.Name == "id":
			return example.Explain(&v.s.Console, scored, v.s.Settings, at, "")
		case c.Name == "":
			return v.s.ExplainOwn(scored, at, v.rests.number)
		case c.of == "" && c.Name != "faithfulness":
			return v.s.ExplainCell(&v.sheet)
		}
		return example.Explain(&v.s.Console, scored, v.s.Settings, at, c.of)
	})
	for i := range all {
		switch a := &all[i]; a.Name {
		case "sort":
			a.Help = "sort by the selected column (h l); press again to reverse, then for file order; " +
				"`:sort f1.find - f1.filter` sorts by an expression"
			a.Footer, a.Disabled, a.With = true, nil, func(text string) tea.Cmd {
				o, err := orderBy(text, v.facts)
				if err != nil {
					return v.s.ShowError("can't sort by this expression: " + err.Error())
				}
				return v.setOrder(o)
			}
			a.Run = func() tea.Cmd { return v.sortBy(v.sheet.Column) }
		case "columns":
			a.Help += "; any query field can be a column"
			a.Disabled = nil
		}
	}
	moves := widget.SheetActions(sheet)
	if v.preview.tiled {
		moves = append(widget.MoveActions(func() widget.Scroller { return v.tiles }), widget.SteerActions(v.sheet.Move)...)
	}
	return append(moves, widget.After(all, widget.Do(func() { v.arrangeColumns(v.rows, v.s.Look) }))...)
}

func toggleAction(v *List, actionName string, whereConditions ...string) widget.Action {
	if whereConditions == nil {
		whereConditions = []string{actionName}
	}
	return widget.Action{Name: actionName, Run: func() tea.Cmd { return v.narrowBy(v.filter.withConditions(whereConditions...)) }}
}

func filterHelp(c *views.Console, table *facts.Table) tea.Cmd {
	text := [][2]string{
		{"words", "tower \"on top\" -black: text in the id, question, kind or answers; a minus excludes text"},
		{"fields", "right unfaithful · find<.3 · kind:logical · tag=\"low p\" · size>6 · odd · hard"},
		{"sentences", "not correct and f1.find < .5 · right and faithfulness < .3 · question contains \"tower\"" +
			" · any(modules, .op == \"relocate\" and .score == 0) · cause.find == \"low p\""},
		{"other runs", "delta.f1 > .2 · wrong other.right (first other run) · all(others, .wrong) · count(others, .right) >= 2 (every open run)"},
		{"undefined", "an undefined number is never less, greater or equal; test with defined(f1.find)"},
	}
	group := ""
	for _, f := range table.Fields() {
		if f.Group != group {
			group = f.Group
			text = append(text, [2]string{strings.ToLower(group), ""})
		}
		last := &text[len(text)-1][1]
		*last += widget.If(*last != "", " · ") + query.Reference(f.Name) + " (" + f.Help + ")"
	}
	return c.ShowNote("Filter", text)
}
