package examples

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/views"
	"faithscope/views/widget"
)

// menu opens a menu over the list and returns it.
func (v *List) menu(name, hint string, items func() []widget.MenuItem, pick func(i int) tea.Cmd) *widget.Picker {
	menu := widget.NewMenu(name, hint, items, pick, v.s.Pop)
	v.s.Push(views.NewModal(v.s, menu))
	return menu
}

// openOrders opens the menu of orders.
func (v *List) openOrders() tea.Cmd {
	all := orders(v.columns.presentTypes(), v.columns.rows.Numbers())
	v.menu("Sort by", "enter sorts · esc closes", func() []widget.MenuItem {
		items := make([]widget.MenuItem, len(all))
		for i, o := range all {
			items[i] = widget.MenuItem{Text: o.String(), On: o.by == v.order.by && o.module == v.order.module}
		}
		return items
	}, func(i int) tea.Cmd {
		v.s.Pop()
		return v.setOrder(all[i])
	})
	return nil
}

// orderWords are the words of the orders for the command line.
func (c *columns) orderWords() []string {
	var words []string
	for _, o := range orders(c.presentTypes(), c.rows.Numbers()) {
		words = append(words, o.word())
	}
	return words
}

// sortByWord sorts by the order of a word.
func (v *List) sortByWord(word string) tea.Cmd {
	for _, o := range orders(v.columns.presentTypes(), v.columns.rows.Numbers()) {
		if o.word() == word {
			return v.setOrder(o)
		}
	}
	return v.s.Post(views.Flash{Text: word + " is not an order: " + strings.Join(v.columns.orderWords(), ", "), Bad: true})
}

// openModules opens the menu of module types and their bars.
func (v *List) openModules() tea.Cmd {
	types := v.columns.presentTypes()
	set := func(i int, bar float64, on bool) tea.Cmd { return v.setFilter(v.filter.withBelow(types[i], bar, on)) }
	menu := v.menu("Modules below a score", "enter on/off · + - bar · esc closes", func() []widget.MenuItem {
		items := make([]widget.MenuItem, len(types))
		for i, t := range types {
			bar, on := v.filter.below(t)
			items[i] = widget.MenuItem{Text: ModuleBelow{t, bar}.String(), On: on}
		}
		return items
	}, func(i int) tea.Cmd {
		bar, on := v.filter.below(types[i])
		return set(i, bar, !on)
	})
	// Moving a bar switches it on. A bar of 0 would list nothing: it stops one
	// step above.
	move := func(name, help string, d float64, keys ...string) widget.Action {
		return widget.Action{Name: name, Keys: keys, Help: help, Group: menu.Name, Footer: true, Run: func() tea.Cmd {
			i := menu.Rows.Selected()
			bar, _ := v.filter.below(types[i])
			return set(i, max(views.Step, views.Moved(bar, d)), true)
		}}
	}
	menu.More = []widget.Action{
		move("bar-up", "raise the type's bar", views.Step, "+", "=", "l", "right"),
		move("bar-down", "lower it", -views.Step, "-", "left"),
	}
	return nil
}

// openCauses opens the menu of why modules are wrong.
func (v *List) openCauses() tea.Cmd {
	all := scoring.Causes()
	v.menu("A module wrong", "enter on/off · esc closes", func() []widget.MenuItem {
		items := make([]widget.MenuItem, len(all))
		for i, c := range all {
			items[i] = widget.MenuItem{Text: c.String() + ": " + c.Sentence(), On: v.filter.Matter == anyWrong(c)}
		}
		return items
	}, func(i int) tea.Cmd {
		v.s.Pop()
		f := v.filter
		if f.Matter = anyWrong(all[i]); f.Matter == v.filter.Matter {
			f.Matter = Matter{}
		}
		return v.setFilter(f)
	})
	return nil
}

// anyWrong is that a module of any type is wrong because of c.
func anyWrong(c scoring.Cause) Matter { return Matter{Type: "overall", Cause: c} }
