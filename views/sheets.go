package views

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// TableActions returns [Console.RowActions] and the export of document.
func (c *Console) TableActions(name string, target func() *widget.Sheet, document func() *table.Document,
	explain ...func() tea.Cmd) []widget.Action {
	return append(c.RowActions(target, explain...), c.ExportAction(name, document))
}

// SheetActions returns a single-sheet screen's keys. It is exported under title, to files called
// name.
func (c *Console) SheetActions(name, title string, s *widget.Sheet) []widget.Action {
	target := func() *widget.Sheet { return s }
	return append(append(widget.SheetActions(target), c.TableActions(name, target, func() *table.Document {
		return s.Exported(title)
	})...), NarrowAction(s.Narrow))
}

// RowActions sort target's current rows, copy them, choose columns and explain a cell, by explain
// if given.
func (c *Console) RowActions(target func() *widget.Sheet, explain ...func() tea.Cmd) []widget.Action {
	explain = append(explain, func() tea.Cmd { return c.ExplainCell(target()) })
	none := func() string {
		s := target()
		return widget.If(s.Of == nil || s.Count() == 0, "there is no row")
	}
	copied := func(name, what string, text func(s *widget.Sheet) string) widget.Action {
		return widget.Action{Name: name, Effect: widget.Leaves, Disabled: none, Run: func() tea.Cmd {
			return c.Post(Copy{Text: loaders.Clean(text(target())), What: what})
		}}
	}
	return []widget.Action{
		{Name: "sort", Help: "sort by the selected column, the worst first; again: the best first, then as it was", Disabled: none,
			Run: func() tea.Cmd { return target().Sort() }},
		{Name: "explain", Short: "why", Disabled: none, Run: func() tea.Cmd { return explain[0]() }},
		copied("copy-row", "the row", func(s *widget.Sheet) string { return s.RowText(s.Chosen()) }),
		copied("copy-cell", "the cell", (*widget.Sheet).CellText),
		{Name: "columns", Help: "show other columns: `:columns p, F1, -n` puts them in an order and hides those behind a minus; " +
			"`:columns all`; the choice is kept",
			Disabled: none, AnyText: true, Values: func() []string { return []string{strings.Join(target().Labels(), ", "), "all"} },
			With: func(text string) tea.Cmd {
				of, titles, save := target(), titlesIn(text, target().Labels()), c.Host.SaveColumns
				name := of.Of.TableName()
				if of.Choose(titles, &c.Look); save == nil {
					return nil
				}
				return SaveLater("the columns are", func() error { return save(name, titles) })
			}},
	}
}

// NarrowAction calls narrow with words while typed and when done; "" for "all".
func NarrowAction(narrow func(words string)) widget.Action {
	return widget.Action{Name: "filter", Help: "show the rows with these words alone; `:filter all` shows all again", Typed: narrow,
		With: func(words string) tea.Cmd {
			narrow(widget.If(words != "all", words))
			return nil
		}}
}

func titlesIn(text string, known []string) (titles []string) {
	const comma = "\x00"
	for _, title := range known {
		text = strings.ReplaceAll(text, title, strings.ReplaceAll(title, ",", comma))
	}
	for title := range strings.SplitSeq(text, ",") {
		if title = strings.TrimSpace(title); title != "" && text != "all" {
			titles = append(titles, strings.ReplaceAll(title, comma, ","))
		}
	}
	return titles
}
