package examples

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/example"
	"faithscope/views/groups"
	"faithscope/views/widget"
)

// Actions returns the list's keys.
func (v *List) Actions() []widget.Action {
	return slices.Concat(
		widget.After(widget.MoveActions(func() widget.Scroller { return &v.table }), v.read),
		openActions(v),
		filterActions(v),
		groupActions(v),
		v.actions(func() tea.Cmd {
			v.arrange(v.rows, v.s.Look)
			return v.read()
		}, v.sortBy),
		markActions(v),
		views.CopyActions(v.s, func() int { return v.run }, func() *loaders.Example { return v.s.Run(v.run).Example(v.rows[v.table.Selected()]) }, v.none()),
		views.ReloadActions(v.s, func() int { return v.run }),
		views.SettingsActions(v.s),
	)
}

// markActions are the keys that mark, tag and note the selected example.
func markActions(v *List) []widget.Action {
	run := func() int { return v.run }
	m := views.Marking{
		Session: v.s, Run: run, None: v.none(), What: "example",
		At: func() (string, int) { return v.s.Run(v.run).Row(v.rows[v.table.Selected()]).ID, marks.Whole },
		Then: func() tea.Cmd {
			v.table.Move(1)
			return v.read()
		},
	}
	return append(m.Actions(), exportAction(v))
}

// exportAction writes the listed examples to a file.
func exportAction(v *List) widget.Action {
	return widget.Action{
		Name: "export", Help: "`:export FILE` writes the listed examples: .jsonl, .csv, .md, .tex or .html with pictures", Group: "Copy", Effect: widget.Writes,
		Disabled: func() string {
			if v.s.Export == nil {
				return "nothing can be written here"
			}
			return v.none()()
		},
		With: func(path string) tea.Cmd {
			v.s.Post(views.Flash{Text: "writing " + loaders.Count(len(v.rows), "example") + " to " + path + " …"})
			export := v.s.Export(v.run, slices.Clone(v.rows), v.filter.Where, path)
			return func() tea.Msg {
				said, err := export()
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
			Run: func() tea.Cmd { return toFailure(v, 1) }, Disabled: v.none(), Footer: true},
		{Name: "previous-failure", Keys: []string{"[", "E"}, Help: "go to the previous one", Group: "Move",
			Run: func() tea.Cmd { return toFailure(v, -1) }, Disabled: v.none()},
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

func toFailure(v *List, d int) tea.Cmd {
	row, found := v.step(v.table.Selected(), d, v.facts.Failed)
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
		{Name: "filter", Keys: []string{"/"}, Help: "filter by words or a query; `:filter find<.3 wrong` sets one", Group: "Filter", Footer: true, Run: func() tea.Cmd {
			v.typing = newTyping(&v.selection, v.setFilter, func() { v.typing = nil })
			return v.probe()
		},
			With: func(where string) tea.Cmd { return v.setFilter(v.filter.and(where)) }},
		{Name: "filter-help", Keys: []string{"H"}, Help: "show what a filter can ask, with examples", Group: "Filter", Run: func() tea.Cmd { return filterHelp(v.s, v.facts) }},
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
	}
}

// groupActions are the keys of the screen that says where to look among the
// examples listed.
func groupActions(v *List) []widget.Action {
	open := func(dimension string) tea.Cmd { return v.s.Push(groups.New(v.s, v, dimension)) }
	at := func(dimension string) func() tea.Cmd { return func() tea.Cmd { return open(dimension) } }
	return []widget.Action{
		{Name: "facets", Keys: []string{"f"}, Help: "count the values of facets among the examples listed, and filter by them; `:facets EXPRESSION` counts any", Group: "Triage", Footer: true, Run: at(""), With: open},
		{Name: "slices", Keys: []string{"L"}, Help: "find the slices whose accuracy or faithfulness differs most", Group: "Triage", Run: at(groups.Slices + facts.Outcomes[0])},
		{Name: "blame", Keys: []string{"M"}, Help: "say which modules are at fault, and why", Group: "Triage", Run: at(groups.Blame)},
		{Name: "scatter", Help: "`:scatter f1.find, faithfulness` draws two numbers against each other", Group: "Triage", With: open, Run: func() tea.Cmd {
			return v.s.Post(views.Flash{Text: "name two numbers, as `:scatter f1.find, faithfulness`"})
		}},
	}
}

// openOrders opens the menu of orders.
func openOrders(v *List) tea.Cmd {
	words := orderWords(v.facts.Fields())
	var items []widget.MenuItem
	for _, w := range words {
		items = append(items, widget.MenuItem{Text: w, On: v.order.is(w) || w == "file" && v.order.by == nil})
	}
	return v.s.Menu("Sort by", "enter sorts · esc closes", widget.Looks, items, func(i int) tea.Cmd { return v.sortWith(words[i]) })
}

// sortWith sorts by an expression, or by "file".
func (v *List) sortWith(text string) tea.Cmd {
	o, err := orderBy(text, v.facts)
	if err != nil {
		return v.s.Post(views.Flash{Text: "not an order: " + err.Error(), Bad: true})
	}
	return v.setOrder(o)
}

// explain shows where the number of an example comes from that is in the chosen
// column: that of a module type, the one that the list rests on, else that of the
// whole example.
func explain(v *List, at int) tea.Cmd {
	for _, c := range v.shown {
		switch {
		case c.Title != v.arrangement.at:
		case c.by == "":
			return views.ExplainOwn(v.s, v.run, at, v.rests.number)
		default:
			return example.Explain(v.s, v.run, at, c.of)
		}
	}
	return example.Explain(v.s, v.run, at, "")
}

// RestsOnAction lists what a number of s.Runs[run()] rests on, given its words.
func RestsOnAction(s *views.Session, run func() int, disabled func() string) widget.Action {
	const help = "`:" + views.RestsOn + " module-boxes f1 find` lists what a number rests on, the worst first: a protocol, a metric, and a type of module"
	return widget.Action{Name: views.RestsOn, Help: help, Group: "Open", Disabled: disabled,
		With: func(text string) tea.Cmd {
			n, err := views.ParseNumber(text)
			if err != nil {
				return s.Post(views.Flash{Text: err.Error(), Bad: true})
			}
			return s.Push(RestsOn(s, run(), n))
		}}
}

// openChips opens a menu of the parts of the filter, to take one away.
func openChips(v *List) tea.Cmd {
	var items []widget.MenuItem
	for _, c := range v.filter.chips() {
		items = append(items, widget.MenuItem{Text: c})
	}
	return v.s.Menu("Take away", "enter takes it away · esc closes", widget.Looks, items, func(i int) tea.Cmd { return v.setFilter(v.filter.without(i)) })
}

// filterHelp is what `:filter-help` says.
func filterHelp(s *views.Session, table *facts.Table) tea.Cmd {
	text := [][2]string{
		{"words", "tower \"on top\" -black: text in the id, the question, the kind or an answer; a minus says not"},
		{"fields", "wrong · right unfaithful · find<.3 · kind:logical · answer.gold=3 · tag=\"annotation error\" · size>6 · odd · hard"},
		{"sentences", "not correct and f1.find < .5 · right and faithfulness < .3 · question contains \"tower\" · any(modules, .op == \"relocate\" and .score == 0) · cause.find == \"low p\""},
		{"two runs", "delta.f1 > .2 · wrong other.right: beside the first run, the first beside the second"},
		{"undefined", "a number that is undefined is neither less nor greater nor equal; defined(f1.find) asks for it"},
	}
	group := ""
	for _, f := range table.Fields() {
		if f.Group != group {
			group = f.Group
			text = append(text, [2]string{strings.ToLower(group), ""})
		}
		last := &text[len(text)-1][1]
		*last += map[bool]string{true: " · "}[*last != ""] + query.Reference(f.Name) + " (" + f.Help + ")"
	}
	return s.Push(views.NewNote(s, "Filter", text))
}
