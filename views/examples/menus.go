package examples

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// menu opens a menu over the list and returns it.
func menu(v *List, name, hint string, items func() []widget.MenuItem, pick func(i int) tea.Cmd) *widget.Picker {
	m := widget.NewMenu(name, hint, items, pick, v.s.Pop)
	v.s.Push(views.NewModal(v.s, m))
	return m
}

// openOrders opens the menu of orders.
func openOrders(v *List) tea.Cmd {
	words := orderWords(v.facts.Fields())
	menu(v, "Sort by", "enter sorts · esc closes", func() []widget.MenuItem {
		items := make([]widget.MenuItem, len(words))
		for i, w := range words {
			items[i] = widget.MenuItem{Text: w, On: v.order.is(w) || w == "file" && v.order.by == nil}
		}
		return items
	}, func(i int) tea.Cmd {
		v.s.Pop()
		return v.sortWith(words[i])
	})
	return nil
}
