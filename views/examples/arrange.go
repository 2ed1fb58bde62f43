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

// exampleSheet is the sheet of a list, with the columns of its run.
type exampleSheet struct {
	sheet   widget.Sheet
	columns columns
	shown   []column // in the sheet
	listed  []int
	look    widget.Look
	width   int
}

// sheetSource is an exampleSheet as a table.
type sheetSource struct{ *exampleSheet }

func (g sheetSource) TableName() string { return strings.TrimSpace("examples " + g.columns.metric) }

func (g sheetSource) Heads() []table.Column {
	return loaders.Map(g.shown, func(c column) table.Column { return c.Column })
}

func (g sheetSource) Len() int { return len(g.listed) }

func (g sheetSource) At(row, column int) table.Cell {
	return table.Cell{Value: g.cellText(row, column)}
}

// cellText returns the text of a row in a shown column. An unread example has only an id ("…" if
// unknown) and the reason as its question.
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

// layColumns sets the columns' widths: the question gets what the others leave, at least
// leastQuestion, and they at most a fifth of the sheet (or 16, or their title).
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

func (g *exampleSheet) leaveOrder(k int) int {
	if slices.Contains(g.wantedTitles(), g.shown[k].Label()) {
		return 0
	}
	return g.shown[k].leave
}

// needOf returns how many cells the columns need that are dropped last, with questions of at most
// readable cells. The id doesn't count, because it may be chosen.
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

// divideArea divides an area between list and preview and returns the list's. It lays columns out
// twice, because the preview's room depends on what they need.
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
		" · faithful on the whole, this module is not")
}
