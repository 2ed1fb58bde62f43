package examples

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views"
	"faithscope/views/example"
	"faithscope/views/widget"
)

// Actions returns the list's keys.
func (v *List) Actions() []widget.Action {
	return slices.Concat(
		widget.After(widget.MoveActions(func() widget.Scroller { return &v.table }), v.read),
		openActions(v),
		filterActions(v),
		triageActions(v),
		columnActions(v),
		markActions(v),
		views.ReloadActions(v.s, func() int { return v.run }),
		views.SettingsActions(v.s),
	)
}

// markActions are the keys that mark, tag and note the selected example.
func markActions(v *List) []widget.Action {
	run := func() int { return v.run }
	m := views.Marking{
		Session: v.s, Run: run, None: v.none(), What: "example", Mark: "space", Tag: "t",
		At: func() (string, int) { return v.s.Run(v.run).Row(v.rows[v.table.Selected()]).ID, marks.Whole },
		Then: func() tea.Cmd {
			v.table.Move(1)
			return v.read()
		},
	}
	return append(m.Actions(), views.UndoAction(v.s, run), exportAction(v))
}

// exportAction writes the listed examples to a file.
func exportAction(v *List) widget.Action {
	const help = "`:export FILE` writes the listed examples: .jsonl, .csv, .md, .tex or .html with pictures"
	return widget.Action{
		Name: "export", Help: help, Group: "Copy", Run: func() tea.Cmd { return v.s.Post(views.Flash{Text: help}) },
		Disabled: func() string {
			if v.s.Export == nil {
				return "nothing can be written here"
			}
			return v.none()()
		},
		With: func(path string) tea.Cmd {
			s, run, rows, what := v.s, v.run, slices.Clone(v.rows), v.filter.Where
			return func() tea.Msg {
				said, err := s.Export(context.Background(), run, rows, what, path)
				if err != nil {
					return views.Flash{Text: "not written: " + err.Error(), Bad: true}
				}
				return views.Flash{Text: said}
			}
		},
	}
}

// none says why there is nothing to do with an example.
func (v *List) none() func() string {
	return widget.When(func() bool { return len(v.rows) == 0 }, "no example is listed")
}

func openActions(v *List) []widget.Action {
	return []widget.Action{
		{Name: "open", Keys: []string{"enter", "l", "right"}, Help: "open the example", Group: "Move", Run: v.open, Disabled: v.none(), Footer: true},
		{Name: "next-failure", Keys: []string{"]", "e"}, Help: "go to the next wrong, unfaithful or broken example", Group: "Move",
			Run: func() tea.Cmd { return v.toFailure(1) }, Disabled: v.none(), Footer: true},
		{Name: "previous-failure", Keys: []string{"[", "E"}, Help: "go to the previous one", Group: "Move",
			Run: func() tea.Cmd { return v.toFailure(-1) }, Disabled: v.none()},
		{Name: "explain", Keys: []string{"."}, Help: "show where the example's number, or that of the chosen column, comes from", Group: "Scores", Disabled: v.none(),
			Run: func() tea.Cmd { return explain(v, v.rows[v.table.Selected()]) }},
		{Name: "leave", Keys: []string{"h", "backspace", "left"}, Help: "return to the overview", Group: "Move",
			Run: v.s.Pop},
		example.GotoAction(v.s, v, func(at int) tea.Cmd {
			v.Select(at)
			return v.read()
		}),
	}
}

// GotoAction is `:goto` where no list is open: it opens that of all examples of
// s.Runs[run()], at the example.
func GotoAction(s *views.Session, run func() int, disabled func() string) widget.Action {
	action := example.GotoAction(s, nil, nil)
	action.Disabled = disabled
	action.With = func(text string) tea.Cmd {
		if why := action.Why(); why != "" {
			return s.Post(views.Flash{Text: why, Bad: true})
		}
		list := New(s, run(), Filter{})
		return example.GotoAction(s, list, func(at int) tea.Cmd {
			list.Select(at)
			return s.Push(list)
		}).With(text)
	}
	return action
}

func (v *List) toFailure(d int) tea.Cmd {
	row, found := v.step(v.table.Selected(), d, v.failed)
	if !found {
		return v.s.Post(views.Flash{Text: "no further failure in this list"})
	}
	v.table.Select(row)
	return v.read()
}

func filterActions(v *List) []widget.Action {
	toggle := func(name, key, help string, footer bool, conditions ...string) widget.Action {
		return widget.Action{Name: name, Keys: []string{key}, Help: help, Group: "Filter", Footer: footer, Run: func() tea.Cmd {
			return v.setFilter(v.filter.toggled(conditions...))
		}}
	}
	unfiltered := widget.When(func() bool { return v.filter.Empty() }, "no filter is set")
	return []widget.Action{
		{Name: "filter", Keys: []string{"/"}, Help: "filter by words or a query; `:filter find<.3 wrong` sets one", Group: "Filter", Footer: true, Run: v.openTyping,
			With: func(where string) tea.Cmd { return v.setFilter(v.filter.and(where)) }},
		{Name: "filter-help", Keys: []string{"H"}, Help: "show what a filter can ask, with examples", Group: "Filter", Run: func() tea.Cmd { return filterHelp(v) }},
		toggle("unfaithful-right", "x", "show only right but unfaithful examples, or all", true, "right", "unfaithful"),
		toggle("wrong", "w", "show only wrong answers, or all", true, "wrong"),
		toggle("right", "c", "show only right (correct) answers, or all", false, "right"),
		toggle("unfaithful", "u", "show only unfaithful examples, or all", true, "unfaithful"),
		toggle("faithful", "F", "show only faithful examples, or all", false, "faithful"),
		toggle("no-verdict", "v", "show only examples without a verdict, or all", false, `quadrant="no verdict"`),
		{Name: "clear-filter", Keys: []string{"esc"}, Help: "take away the last part of the filter", Group: "Filter", Run: v.clear, Disabled: unfiltered},
		{Name: "chips", Keys: []string{"-"}, Help: "take away a part of the filter: a menu of them", Group: "Filter", Run: func() tea.Cmd { return openChips(v) }, Disabled: unfiltered},
		{Name: "sort", Keys: []string{"s"}, Help: "sort: a menu of orders; `:sort f1.find - f1.filter` takes any expression", Group: "Sort", Footer: true, Run: func() tea.Cmd { return openOrders(v) }, With: v.sortWith},
		{Name: "reverse", Keys: []string{"S"}, Help: "turn the order round", Group: "Sort", Run: func() tea.Cmd {
			turned := v.order
			turned.reverse = !turned.reverse
			return v.setOrder(turned)
		}},
		views.CopyAction(v.s, func() int { return v.run }, func() *loaders.Example { return v.s.Run(v.run).Example(v.rows[v.table.Selected()]) }, v.none()),
	}
}
