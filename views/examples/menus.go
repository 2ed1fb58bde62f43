package examples

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// middleBar is where a module type's bar starts when a menu sets it.
const middleBar = 0.5

// openModules opens the menu of module types and their bars.
func (v *List) openModules() tea.Cmd {
	types := v.presentTypes()
	bar := func(i int) (bar float64, on bool) {
		if bar, on = v.filter.below(types[i]); !on {
			bar = middleBar
		}
		return bar, on
	}
	items := func() []widget.MenuItem {
		items := make([]widget.MenuItem, len(types))
		for i, t := range types {
			at, on := bar(i)
			items[i] = widget.MenuItem{Text: ModuleBelow{t, at}.String(), On: on}
		}
		return items
	}
	menu := widget.NewMenu("Modules below a score", "enter on/off · + - bar · esc closes", items, func(i int) tea.Cmd {
		at, on := bar(i)
		return v.setFilter(v.filter.withBelow(types[i], at, !on))
	}, v.s.Pop)
	// A bar that moves is on. One of 0 would list nothing, so that it stops one
	// step above.
	move := func(d float64) func() tea.Cmd {
		return func() tea.Cmd {
			i := menu.Rows.Selected()
			at, _ := bar(i)
			return v.setFilter(v.filter.withBelow(types[i], max(views.Step, views.Moved(at, d)), true))
		}
	}
	menu.More = []widget.Action{
		{Name: "bar-up", Keys: []string{"+", "=", "l", "right"}, Help: "raise the type's bar", Group: menu.Name, Footer: true, Run: move(views.Step)},
		{Name: "bar-down", Keys: []string{"-", "left"}, Help: "lower it", Group: menu.Name, Footer: true, Run: move(-views.Step)},
	}
	return v.s.Push(views.NewModal(v.s, menu))
}

// openOrders opens the menu of orders; picking one closes it.
func (v *List) openOrders() tea.Cmd {
	orders := orders(v.presentTypes())
	items := make([]widget.MenuItem, len(orders))
	for i, o := range orders {
		items[i] = widget.MenuItem{Text: o.String(), On: o.by == v.order.by && o.module == v.order.module}
	}
	return v.s.Push(views.NewModal(v.s, widget.NewMenu("Sort by", "enter sorts · esc closes",
		func() []widget.MenuItem { return items }, func(i int) tea.Cmd {
			v.s.Pop()
			return v.setOrder(orders[i])
		}, v.s.Pop)))
}
