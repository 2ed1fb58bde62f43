package views

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// TableActions returns [Console.RowActions] and the export of the document.
func (c *Console) TableActions(tableName string, currentSheet func() *widget.Sheet, makeDocument func() *table.Document,
	explainCell ...func() tea.Cmd) []widget.Action {
	return append(c.RowActions(currentSheet, explainCell...), c.ExportAction(tableName, makeDocument))
}

// SheetActions returns a single-sheet screen's keys. It is exported under tableTitle, to files called
// tableName.
func (c *Console) SheetActions(tableName, tableTitle string, s *widget.Sheet) []widget.Action {
	target := func() *widget.Sheet { return s }
	return append(append(widget.SheetActions(target), c.TableActions(tableName, target, func() *table.Document {
		return s.Exported(tableTitle)
	})...), NarrowAction(s.Narrow))
}

// RowActions sort the sheet's current rows, copy them, choose columns and explain a cell, by explainCell
// if given.
func (c *Console) RowActions(currentSheet func() *widget.Sheet, explainCell ...func() tea.Cmd) []widget.Action {
	explainCell = append(explainCell, func() tea.Cmd { return c.ExplainCell(currentSheet()) })
	none := func() string {
		s := currentSheet()
		return widget.If(s.Of == nil || s.Count() == 0, "no row is selected")
	}
	copied := func(name, what string, text func(s *widget.Sheet) string) widget.Action {
		return widget.Action{Name: name, Effect: widget.Leaves, Disabled: none, Run: func() tea.Cmd {
			return c.Post(CopyToClipboard{Text: loaders.Clean(text(currentSheet())), What: what})
		}}
	}
	return []widget.Action{
		{Name: "sort", Help: "sort by the selected column, worst first; press again for best first, then unsorted", Disabled: none,
			Run: func() tea.Cmd { return currentSheet().Sort() }},
		{Name: "explain", Disabled: none, Run: explainCell[0]},
		copied("copy-row", "the row", func(s *widget.Sheet) string { return s.RowText(s.Chosen()) }),
		copied("copy-cell", "the cell", (*widget.Sheet).CellText),
		{Name: "columns", Help: "choose columns: `:columns p, F1, -n` sets their order, and a minus hides a column; " +
			"`:columns all` shows all; your choice is kept",
			Disabled: none, AnyText: true, Values: func() []string { return []string{strings.Join(currentSheet().Labels(), ", "), "all"} },
			With: func(text string) tea.Cmd {
				of, titles, save := currentSheet(), titlesIn(text, currentSheet().Labels()), c.Host.SaveColumns
				name, unknown := of.Of.TableName(), unknownTitles(of, titles)
				if len(unknown) > 0 {
					c.ShowText("no column is called " + loaders.Clean(strings.Join(unknown, ", ")))
				}
				titles = loaders.Filter(titles, func(title string) bool { // what is hidden already may seem unknown
					return strings.HasPrefix(title, "-") || !slices.Contains(unknown, title)
				})
				if len(titles) == 0 && len(unknown) > 0 {
					return nil
				}
				of.Choose(titles, &c.Look)
				if save == nil {
					return nil
				}
				return SaveLater("columns:", func() error { return save(name, titles) })
			}},
	}
}

// fieldTable is a table of which any field can be a column.
type fieldTable interface{ HasField(name string) bool }

func unknownTitles(sheet *widget.Sheet, titles []string) []string {
	fields, hasFields := sheet.Of.(fieldTable)
	return loaders.Filter(titles, func(title string) bool {
		title = strings.TrimPrefix(title, "-")
		return !slices.Contains(sheet.Labels(), title) && !(hasFields && fields.HasField(title))
	})
}

// NarrowAction calls narrowColumns with words while typed and when done; "" for "all".
func NarrowAction(narrowColumns func(words string)) widget.Action {
	return widget.Action{Name: "filter", Help: "show only rows containing these words; `:filter all` shows all", Typed: narrowColumns,
		With: func(words string) tea.Cmd {
			narrowColumns(widget.If(words != "all", words))
			return nil
		}}
}

func titlesIn(text string, columnTitles []string) (titles []string) {
	const comma = "\x00"
	for _, title := range columnTitles {
		text = strings.ReplaceAll(text, title, strings.ReplaceAll(title, ",", comma))
	}
	for title := range strings.SplitSeq(text, ",") {
		if title = strings.TrimSpace(title); title != "" && text != "all" {
			titles = append(titles, strings.ReplaceAll(title, comma, ","))
		}
	}
	return titles
}
