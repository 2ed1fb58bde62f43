package examples

import (
	"cmp"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// exampleSheet is the sheet of a list, with the columns of its run.
type exampleSheet struct {
	sheet   widget.Sheet
	columns listColumns
	shown   []listColumn // in the sheet
	listed  []int
	look    widget.Look
	width   int
}

// sheetSource is an exampleSheet as a table.
type sheetSource struct{ *exampleSheet }

// HasField reports whether the run has a field of the name, which can be a column.
func (g sheetSource) HasField(name string) bool {
	_, isField := g.columns.facts.Fields().Find(name)
	return isField
}

func (g sheetSource) TableName() string { return strings.TrimSpace("examples " + g.columns.metric) }

func (g sheetSource) Heads() []table.Column {
	return loaders.Map(g.shown, func(c listColumn) table.Column { return c.Column })
}

func (g sheetSource) Len() int { return len(g.listed) }

func (g sheetSource) At(rowIndex, columnIndex int) table.Cell {
	return table.Cell{Value: g.cellText(rowIndex, columnIndex)}
}

// cellText shows only the id of an unread example ("…" if unknown), and why there is no more as its
// question.
func (g *exampleSheet) cellText(rowIndex, columnIndex int) string {
	c := &g.shown[columnIndex]
	switch x, read := g.columns.readRow(g.listed[rowIndex]); {
	case read && !x.Broken:
		return c.text(x)
	case c.Name == "id":
		return cmp.Or(x.ID, "…")
	case c.Name == "question" && read:
		return "the record can't be read"
	case c.Name == "question":
		return "not read yet"
	}
	return ""
}

func (g *exampleSheet) cellStyle(rowIndex, columnIndex int) widget.Style {
	c := &g.shown[columnIndex]
	switch x, read := g.columns.readRow(g.listed[rowIndex]); {
	case read && !x.Broken:
		return c.style(x)
	case read && c.Name == "question":
		return g.look.Theme.Warn
	}
	return g.look.Theme.Faint
}

// arrangeColumns keeps the selected row, which [widget.Sheet.Put] would look for by its id: many rows
// have "…" while a file is read.
func (g *exampleSheet) arrangeColumns(rowIndices []int, look widget.Look) {
	selected, line := g.sheet.Selected(), g.sheet.Selected()-g.sheet.Top()
	g.listed, g.look = rowIndices, look
	g.shown = g.columns.fitColumns(g.width, rowIndices, look, g.wantedTitles())
	g.sheet.Put(sheetSource{g}, look, g.width)
	g.sheet.SelectOn(selected, line)
}

func (g *exampleSheet) wantedTitles() []string { return g.look.WantedOf(sheetSource{g}.TableName()) }

// layColumns gives the question what the others leave, because it is the longest text, and them at
// most a fifth of the sheet (or 16, or their title).
func (g *exampleSheet) layColumns(shownColumns []int) {
	rest, all, question := g.width-widget.Gutter, g.width-widget.Gutter, 0
	for i, k := range shownColumns {
		c := &g.sheet.Columns[i]
		c.Middle = g.shown[k].Name == "id"
		if c.Wraps = g.shown[k].Name == "question"; c.Wraps {
			question, c.Grow = i, 1
			continue
		}
		c.Grow = 0
		if c.Width = min(c.Width, max(ansi.StringWidth(c.Title), 16, g.width/5)); k == 0 && g.sheet.Column > 0 {
			c.Drop = g.leaveOrder(k)
		}
		if c.Drop < firstToLeave {
			all -= c.Width + widget.ColumnGap
		}
		if c.Drop < lastToLeave {
			rest -= c.Width + widget.ColumnGap
		}
	}
	if g.width >= widest {
		for i := range slices.Backward(shownColumns) {
			c := &g.sheet.Columns[i]
			if give := min(c.Width-max(ansi.StringWidth(c.Title), 20), readable-all); i != question && give > 0 {
				c.Width, all = c.Width-give, all+give
				if c.Drop < lastToLeave {
					rest += give
				}
			}
		}
		rest = min(rest, max(all, readable*3/4))
	}
	q := &g.sheet.Columns[question]
	q.Width, q.Most = min(q.Most, max(leastQuestion, rest)), 0
}

func (g *exampleSheet) leaveOrder(k int) int {
	if slices.Contains(g.wantedTitles(), g.shown[k].Label()) {
		return 0
	}
	return g.shown[k].leave
}

// needOf returns how many cells the columns need that are dropped last, with questions of at most
// readable cells. The id doesn't count, because it may be chosen.
func needOf(tableColumns []widget.Column) int {
	need := widget.Gutter
	for _, c := range tableColumns {
		if c.Wraps {
			c.Width = min(c.Width, readable)
		}
		if c.Drop < lastToLeave && !c.Middle {
			need += c.Width + widget.ColumnGap
		}
	}
	return need
}

// Status returns the chosen cell in full. For a faithful example with a culprit it explains how
// that can be.
func (g *exampleSheet) Status() string {
	said := g.sheet.Describe()
	isOfCulprit := len(g.listed) > 0 && g.shown[g.sheet.Column].Name == "culprit.cause"
	if !isOfCulprit {
		return said
	}
	at := g.listed[g.sheet.Selected()]
	k, _ := g.columns.facts.Culprit(at)
	return said + widget.If(k >= 0 && g.columns.facts.Faithful(at) == loaders.Right,
		" · faithful overall, but not this module")
}

// DrawAround implements [example.ExampleList].
func (g *exampleSheet) DrawAround(f *widget.Frame, area image.Rectangle, openExample func(example int) tea.Cmd) {
	title, rows := widget.SplitTop(area, 1)
	title.Min.X += widget.Gutter
	f.TextOver(title, g.look.Theme.Faint, "examples")
	rows.Max.X -= rightMargin
	first := len(f.Clicks)
	g.sheet.Draw(f, rows, g.look, widget.Unfocused)
	for i := range f.Clicks[first:] {
		click := &f.Clicks[first+i]
		selectRow := click.Run
		click.Run = func() tea.Cmd {
			selectRow()
			return openExample(g.listed[g.sheet.Selected()])
		}
	}
	f.TintSigns(rows, g.look)
}
