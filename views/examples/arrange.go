package examples

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// grid is the sheet of a list: the examples in the columns of their run.
type exampleSheet struct {
	sheet   widget.Sheet
	columns columns
	shown   []column // those of the sheet
	listed  []int
	look    widget.Look
	width   int
}

// source has the cells of a grid.
type sheetSource struct{ *exampleSheet }

func (g sheetSource) TableName() string { return strings.TrimSpace("examples " + g.columns.metric) }

func (g sheetSource) Heads() []table.Column {
	return loaders.Map(g.shown, func(c column) table.Column { return c.Column })
}

func (g sheetSource) Len() int { return len(g.listed) }

func (g sheetSource) At(row, column int) table.Cell {
	return table.Cell{Value: g.cellText(row, column)}
}

// cellText returns the text of a listed example, by its row, in a shown column. For one that was
// not read, or cannot be, there is only the id ("…" if unknown) and, in place of the question,
// which of the two it is.
func (g *exampleSheet) cellText(row, column int) string {
	c := &g.shown[column]
	switch x, read := g.columns.readRow(g.listed[row]); {
	case read && !x.Broken:
		return c.text(x)
	case c.Name == "id":
		return cmp.Or(x.ID, "…")
	case c.Name == "question" && read:
		return "the record cannot be read"
	case c.Name == "question":
		return "not read yet"
	}
	return ""
}

// cellStyle returns the column's own style for a row that was read; a warning's for the question of one
// that cannot be read, and faint otherwise.
func (g *exampleSheet) cellStyle(row, column int) widget.Style {
	c := &g.shown[column]
	switch x, read := g.columns.readRow(g.listed[row]); {
	case read && !x.Broken:
		return c.style(x)
	case read && c.Name == "question":
		return g.look.Theme.Warn
	}
	return g.look.Theme.Faint
}

func (g *exampleSheet) arrangeColumns(rows []int, look widget.Look) {
	g.listed, g.look = rows, look
	g.shown = g.columns.fitColumns(g.width, rows, look, g.wantedTitles())
	g.sheet.Put(sheetSource{g}, look, g.width)
}

func (g *exampleSheet) wantedTitles() []string { return g.look.WantedOf(sheetSource{g}.TableName()) }

// layColumns sets the widths of the shown columns: all but the question get at most a fifth of the
// grid's width (or 16, or their title), and the question what is left beside those that are the
// last to leave, but at least leastQuestion if it needs that.
func (g *exampleSheet) layColumns(shown []int) {
	rest, question := g.width-widget.Gutter, 0
	for i, k := range shown {
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
		if c.Drop < lastToLeave {
			rest -= c.Width + widget.ColumnGap
		}
	}
	q := &g.sheet.Columns[question]
	q.Width, q.Most = min(q.Most, max(leastQuestion, rest)), 0
}

// leaveOrder returns the rank by which a column leaves where it is narrow; 0, never, for one that a
// person asked for.
func (g *exampleSheet) leaveOrder(k int) int {
	if slices.Contains(g.wantedTitles(), g.shown[k].Label()) {
		return 0
	}
	return g.shown[k].leave
}

// needOf returns how many cells the columns need together that are the last to leave, without the id, which
// may be chosen, and questions counted as at most readable.
func needOf(columns []widget.Column) int {
	need := widget.Gutter
	for _, c := range columns {
		if c.Wraps {
			c.Width = min(c.Width, readable)
		}
		if c.Drop < lastToLeave && !c.Middle {
			need += c.Width + widget.ColumnGap
		}
	}
	return need
}

// divideArea divides an area between the list and the preview ([preview.splitRoom]), lays the
// columns out in the list's width, fits the sheet to its height, and returns the list's area;
// without a theme, as before the first screen, it does nothing.
func (g *exampleSheet) divideArea(area image.Rectangle, p *preview, rows []int, look widget.Look) (list image.Rectangle) {
	if look.Theme == nil { // no screen is on yet: the first has a size to divide
		return list
	}
	g.width = area.Dx()
	g.arrangeColumns(rows, look)
	list = p.splitRoom(area, needOf(g.sheet.Columns))
	g.width = list.Dx()
	g.arrangeColumns(rows, look)
	g.sheet.Resize(list.Dy() - 1)
	return list
}

func (g *exampleSheet) chosenColumn() *column {
	if c := &g.shown[g.sheet.Column]; c.Name != "id" {
		return c
	}
	return nil
}

// Status has the chosen cell in full and, in the column of the culprit's cause, how an example with
// a culprit can be faithful.
func (g *exampleSheet) Status() string {
	said := g.sheet.Describe()
	isOfCulprit := len(g.listed) > 0 && g.shown[g.sheet.Column].Name == "culprit.cause"
	if !isOfCulprit {
		return said
	}
	at := g.listed[g.sheet.Selected()]
	k, _ := g.columns.facts.Culprit(at)
	return said + widget.If(k >= 0 && g.columns.facts.Faithful(at) == loaders.Right,
		" · faithful on the whole, this module is not")
}
