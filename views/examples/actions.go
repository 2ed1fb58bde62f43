package examples

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// middleBar is where a module type's bar starts when a menu sets it.
const middleBar = 0.5

// Actions returns the list's keys, or those of the menu that is open.
func (v *List) Actions() []widget.Action {
	if v.menu != nil {
		return v.menuActions()
	}
	actions := v.alsoReading(widget.MoveActions(func() widget.Scroller { return &v.table }))
	actions = append(actions, v.openActions()...)
	actions = append(actions, v.filterActions()...)
	actions = append(actions, views.ReloadActions(v.s, func() int { return v.run })...)
	return append(actions, views.SettingsActions(v.s)...)
}

// alsoReading makes actions that move also read the rows that come into sight.
func (v *List) alsoReading(actions []widget.Action) []widget.Action {
	for i := range actions {
		run := actions[i].Run
		actions[i].Run = func() tea.Cmd { return tea.Batch(run(), v.read()) }
	}
	return actions
}

func (v *List) none() string {
	if len(v.rows) == 0 {
		return "no example is listed"
	}
	return ""
}

func (v *List) openActions() []widget.Action {
	return []widget.Action{
		{Name: "open", Keys: []string{"enter", "l", "right"}, Help: "opens the example", Group: "Move", Run: v.open, Disabled: v.none, Footer: true},
		{Name: "next-failure", Keys: []string{"]", "e"}, Help: "next wrong, unfaithful or broken example", Group: "Move",
			Run: func() tea.Cmd { return v.toFailure(1) }, Disabled: v.none, Footer: true},
		{Name: "previous-failure", Keys: []string{"[", "E"}, Help: "previous one", Group: "Move",
			Run: func() tea.Cmd { return v.toFailure(-1) }, Disabled: v.none},
		{Name: "leave", Keys: []string{"h", "backspace", "left"}, Help: "back to the overview", Group: "Move",
			Run: func() tea.Cmd { return v.s.Post(views.Pop{}) }},
	}
}

func (v *List) toFailure(d int) tea.Cmd {
	row, found := v.step(v.table.Selected(), d, v.failed)
	if !found {
		return views.Send(views.Flash{Text: "no further failure in this list"})
	}
	v.table.Select(row)
	return v.read()
}

func (v *List) filterActions() []widget.Action {
	toggle := func(name, key, help string, footer bool, answer, faithful loaders.Verdict) widget.Action {
		return widget.Action{Name: name, Keys: []string{key}, Help: help, Group: "Filter", Footer: footer, Run: func() tea.Cmd {
			return v.toggle(answer, faithful)
		}}
	}
	return []widget.Action{
		{Name: "filter", Keys: []string{"/"}, Help: "filters by words in id, question, answer", Group: "Filter", Footer: true, Run: v.openSearch},
		toggle("unfaithful-right", "x", "only right but unfaithful, on and off", true, loaders.Right, loaders.Wrong),
		toggle("wrong", "w", "only wrong answers, on and off", true, loaders.Wrong, loaders.Unknown),
		toggle("right", "c", "only right (correct) answers, on and off", false, loaders.Right, loaders.Unknown),
		toggle("unfaithful", "u", "only unfaithful examples, on and off", true, loaders.Unknown, loaders.Wrong),
		toggle("faithful", "F", "only faithful examples, on and off", false, loaders.Unknown, loaders.Right),
		{Name: "modules", Keys: []string{"f"}, Help: "only with a module type below a score: menu", Group: "Filter", Footer: true,
			Run: v.openModules, Disabled: v.noTypes},
		{Name: "no-verdict", Keys: []string{"v"}, Help: "only examples without a verdict, on and off", Group: "Filter", Run: func() tea.Cmd {
			f := v.filter
			f.NoVerdict = !f.NoVerdict
			if f.NoVerdict {
				f.Answer, f.Faithful = loaders.Unknown, loaders.Unknown
			}
			return v.setFilter(f)
		}},
		{Name: "clear-filter", Keys: []string{"esc"}, Help: "clears the text, then the other filters", Group: "Filter", Run: v.clear, Disabled: v.unfiltered},
		{Name: "sort", Keys: []string{"s"}, Help: "sorts: a menu of orders", Group: "Sort", Footer: true, Run: v.openOrders},
		{Name: "reverse", Keys: []string{"S"}, Help: "turns the order round", Group: "Sort", Run: func() tea.Cmd {
			order := v.order
			order.reverse = !order.reverse
			return v.setOrder(order)
		}},
		{Name: "copy-id", Keys: []string{"y"}, Help: "copies the example's id", Group: "Copy", Disabled: v.none, Run: func() tea.Cmd {
			return views.Send(views.Copy{Text: v.s.Run(v.run).Row(v.rows[v.table.Selected()]).ID, What: "the id"})
		}},
	}
}

func (v *List) noTypes() string {
	if len(v.present) == 0 {
		return "no module of this run has been scored"
	}
	return ""
}

func (v *List) unfiltered() string {
	if v.filter.Empty() {
		return "no filter is set"
	}
	return ""
}

// toggle asks for verdicts, or takes the question back where exactly these
// are asked for. A verdict that is not named stays as it was.
func (v *List) toggle(answer, faithful loaders.Verdict) tea.Cmd {
	f := v.filter
	asked := (answer == loaders.Unknown || f.Answer == answer) && (faithful == loaders.Unknown || f.Faithful == faithful)
	if answer != loaders.Unknown {
		f.Answer = answer
	}
	if faithful != loaders.Unknown {
		f.Faithful = faithful
	}
	if asked && answer != loaders.Unknown {
		f.Answer = loaders.Unknown
	}
	if asked && faithful != loaders.Unknown {
		f.Faithful = loaders.Unknown
	}
	f.NoVerdict, f.Unjudged, f.Unscored = false, false, false
	return v.setFilter(f)
}

func (v *List) setFilter(f Filter) tea.Cmd {
	v.filter = f
	v.refresh()
	return v.read()
}

// setOrder sorts anew and goes to the first row: whoever sorts wants to see
// what comes first.
func (v *List) setOrder(o order) tea.Cmd {
	v.order = o
	v.refresh()
	v.table.First()
	return v.read()
}

func (v *List) clear() tea.Cmd {
	f := v.filter
	if f.Text == "" {
		f = Filter{}
	}
	f.Text = ""
	return v.setFilter(f)
}

func (v *List) openSearch() tea.Cmd {
	v.search = widget.NewInput("filter: ")
	v.before = v.filter.Text
	v.search.SetValue(v.filter.Text)
	return nil
}

// openModules opens the menu of module types and their bars.
func (v *List) openModules() tea.Cmd {
	v.orders = nil
	v.menu = &widget.Menu{Title: "Modules below a score", Hint: "enter on/off · + - bar · esc closes"}
	v.listModules()
	return nil
}

func (v *List) listModules() {
	v.menu.Items = v.menu.Items[:0]
	for _, t := range v.presentTypes() {
		bar, on := v.filter.below(t)
		if !on {
			bar = middleBar
		}
		v.menu.Items = append(v.menu.Items, widget.MenuItem{Text: ModuleBelow{t, bar}.String(), On: on})
	}
	v.menu.Move(0)
}

// openOrders opens the menu of orders.
func (v *List) openOrders() tea.Cmd {
	v.menu = &widget.Menu{Title: "Sort by", Hint: "enter sorts · esc closes"}
	v.orders = orders(v.presentTypes())
	for i, o := range v.orders {
		on := o.by == v.order.by && o.module == v.order.module
		v.menu.Items = append(v.menu.Items, widget.MenuItem{Text: o.String(), On: on})
		if on {
			v.menu.At = i
		}
	}
	return nil
}

// menuActions returns the keys of the open menu.
func (v *List) menuActions() []widget.Action {
	actions := append(widget.MoveActions(func() widget.Scroller { return v.menu }),
		widget.Action{Name: "pick", Keys: []string{"enter", "space"}, Help: "picks the selected row", Group: "Menu", Run: v.pick, Footer: true},
		widget.Action{Name: "close", Keys: []string{"esc", "h", "backspace"}, Help: "closes the menu", Group: "Menu", Footer: true, Run: func() tea.Cmd {
			v.menu = nil
			return nil
		}})
	if v.orders != nil {
		return actions
	}
	return append(actions,
		widget.Action{Name: "bar-up", Keys: []string{"+", "=", "l", "right"}, Help: "raises the type's bar", Group: "Menu", Footer: true,
			Run: func() tea.Cmd { return v.moveModuleBar(views.Step) }},
		widget.Action{Name: "bar-down", Keys: []string{"-", "left"}, Help: "lowers it", Group: "Menu", Footer: true,
			Run: func() tea.Cmd { return v.moveModuleBar(-views.Step) }})
}

// pick sorts by the selected order and closes the menu, or switches the
// selected module type's filter and stays.
func (v *List) pick() tea.Cmd {
	if v.orders != nil {
		order := v.orders[v.menu.At]
		v.menu = nil
		return v.setOrder(order)
	}
	if v.menu.At >= len(v.present) {
		return nil
	}
	t := v.presentTypes()[v.menu.At]
	bar, on := v.filter.below(t)
	if !on {
		bar = middleBar
	}
	cmd := v.setFilter(v.filter.withBelow(t, bar, !on))
	v.listModules()
	return cmd
}

// moveModuleBar moves the selected type's bar and so switches it on. A bar of
// 0 would list nothing and stops one step above.
func (v *List) moveModuleBar(d float64) tea.Cmd {
	if v.menu.At >= len(v.present) {
		return nil
	}
	t := v.presentTypes()[v.menu.At]
	bar, on := v.filter.below(t)
	if !on {
		bar = middleBar
	}
	cmd := v.setFilter(v.filter.withBelow(t, max(views.Step, views.Moved(bar, d)), true))
	v.listModules()
	return cmd
}
